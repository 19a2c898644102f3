def a():
    return 1


def b():
    pass
