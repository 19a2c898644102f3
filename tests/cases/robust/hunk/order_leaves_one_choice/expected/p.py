def a():
    pass

def c():
    return
