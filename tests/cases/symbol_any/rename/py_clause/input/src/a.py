def f(x): pass
y = [f for f in f(3)]
