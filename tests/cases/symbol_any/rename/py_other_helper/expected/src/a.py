class A:
    def g(self): return 1
    def h(name): return name.g()
    x = h(3)
