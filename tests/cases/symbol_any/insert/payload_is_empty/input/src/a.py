def a():
    pass
