class A:
    def f(self): return 1
    def h(self):
        def i(self): return self.f()
        return i
