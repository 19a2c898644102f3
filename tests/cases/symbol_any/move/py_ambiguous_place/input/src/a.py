def f(): pass
def g(): pass
def g(): pass
