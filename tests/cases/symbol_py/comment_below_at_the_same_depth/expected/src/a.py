def f():
    return 2
# about g
def g():
    return 3
