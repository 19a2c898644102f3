class A:
    def f(self): return 1
def h(x): return x.f()
