class A:
    x = 1


class B:
    def b(self):
        pass
