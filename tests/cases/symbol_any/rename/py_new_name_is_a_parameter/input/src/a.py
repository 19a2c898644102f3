def f(): pass
def h(g): return f()
