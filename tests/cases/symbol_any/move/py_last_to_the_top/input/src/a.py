def a():
    return 1


# Of b.
def b():
    return 2


@c
def d():
    return 3  # three