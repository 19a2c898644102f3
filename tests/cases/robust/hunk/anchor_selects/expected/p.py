def a():
    pass

def b():
    return
