def a():
    if x:
        a()


def b():
    if x:
        b()
