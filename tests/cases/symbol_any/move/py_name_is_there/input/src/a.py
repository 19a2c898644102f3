class A:
    def f(self): pass

    def g(self): pass


class B:
    def f(self): return 1
