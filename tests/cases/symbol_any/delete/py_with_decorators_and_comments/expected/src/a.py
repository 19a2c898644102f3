def a():
    pass


def c():
    pass
