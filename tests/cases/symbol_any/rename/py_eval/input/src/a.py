def f(): pass
def h(x): return eval(x)
