class A:
    def f(self): return 1
    def h(self):
        self = B()
        return self.f()
