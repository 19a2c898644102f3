def a(x):
    y = x
    return y


def b():
    "Doc."
    return 2
