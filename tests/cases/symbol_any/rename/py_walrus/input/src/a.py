def f(): pass
def h(x):
    y = [(f := z) for z in x]
    return f
f()
