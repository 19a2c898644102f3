def a():
    pass


def new():
    pass


# About b.
@dec
def b():
    pass
