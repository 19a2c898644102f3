class A:
    pass


class B:
    @staticmethod
    def f():
        pass
