def f(): pass
def h():
    global f
    f = 1
