def a():
    return 2


def c():
    pass


def b():
    pass
