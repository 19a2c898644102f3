def c():
    pass

def b():
    pass
