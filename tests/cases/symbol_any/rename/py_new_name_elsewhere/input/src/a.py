def f(): pass
def h(g): return g.g(g=1)
x = f()
