def a():
    if x:
        a()


def b():
    if y:
        c()
