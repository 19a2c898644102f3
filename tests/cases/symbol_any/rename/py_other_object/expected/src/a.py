class A:
    def g(self): return 1
def h(x): return x.g()
