class A:
    def a(self):
        pass

    def new(self):
        return 1

    @property
    def b(self):
        pass

    c = 1


class B:
    def b(self):
        pass
