def a():
    pass


# About b.
@dec
def b():
    pass
