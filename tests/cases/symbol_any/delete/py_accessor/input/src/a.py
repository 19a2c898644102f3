class A:
    @property
    def x(self):
        return 1

    @x.setter
    def x(self, value):
        pass
