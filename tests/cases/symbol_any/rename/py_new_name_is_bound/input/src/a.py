def f(): pass
g = 1
