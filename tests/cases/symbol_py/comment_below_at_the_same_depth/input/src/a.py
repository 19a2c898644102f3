def f():
    return 1
# about g
def g():
    return 3
