class A:
    def f(self): return 1
    def h(name): return name.f()
    x = h(3)
