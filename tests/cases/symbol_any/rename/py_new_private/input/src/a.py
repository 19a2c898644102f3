def f(): pass
class A:
    def h(self): return f()
