def g(): pass
def h():
    global g
    g = 1
