class A:
    @property
    def f(self): return 1
    @f.setter
    def f(self, x): pass
