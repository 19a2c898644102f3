def low():
    check(1)
    return 1


def high():
    check()
    return 3
