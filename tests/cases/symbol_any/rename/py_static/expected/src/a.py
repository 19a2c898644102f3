class A:
    def g(self): return 1
    @staticmethod
    def h(self): return self.g()
