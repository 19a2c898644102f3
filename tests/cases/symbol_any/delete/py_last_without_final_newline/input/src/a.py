x = 1


def a():
    pass