def g(): pass
g = decorate(g)
