def g(x): pass
y = [f for f in g(3)]
