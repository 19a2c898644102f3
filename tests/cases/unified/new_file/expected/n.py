def f():
    pass

