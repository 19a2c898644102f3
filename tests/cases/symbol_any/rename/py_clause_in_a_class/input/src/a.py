class A:
    def f(self): return 1
    x = [y for y in f]
