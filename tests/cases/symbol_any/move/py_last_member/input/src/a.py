class A:
    @staticmethod
    def f():
        pass


class B:
    pass
