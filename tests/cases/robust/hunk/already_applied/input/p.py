def a():
    return

def b():
    pass
