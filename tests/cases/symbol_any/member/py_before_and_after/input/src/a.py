class A:
    def a(self):
        pass

    @property
    def b(self):
        pass


class B:
    def b(self):
        pass
