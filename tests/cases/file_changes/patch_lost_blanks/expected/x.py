def f():
    a = 2
    return a
