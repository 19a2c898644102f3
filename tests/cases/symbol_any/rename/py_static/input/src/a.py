class A:
    def f(self): return 1
    @staticmethod
    def h(self): return self.f()
