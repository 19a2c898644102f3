def f(): pass
f = decorate(f)
