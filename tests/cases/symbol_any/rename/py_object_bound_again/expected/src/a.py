class A:
    def g(self): return 1
    def h(self):
        self = B()
        return self.g()
