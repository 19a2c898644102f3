class A:
    @property
    def g(self): return 1
    @g.setter
    def g(self, x): pass
