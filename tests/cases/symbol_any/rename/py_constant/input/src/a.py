def f(): pass
f()
