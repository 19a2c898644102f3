class A:
    def g(self): return 1
    x = [y for y in g]
