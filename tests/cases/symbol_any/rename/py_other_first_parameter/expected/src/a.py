class A:
    def g(self): return 1
    def h(self):
        def i(self): return self.g()
        return i
