def g(): pass
def h(g): return g.g(g=1)
x = g()
