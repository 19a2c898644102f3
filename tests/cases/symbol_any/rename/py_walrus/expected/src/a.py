def g(): pass
def h(x):
    y = [(f := z) for z in x]
    return f
g()
