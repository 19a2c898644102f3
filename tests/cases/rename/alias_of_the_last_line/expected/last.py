x = 1


def go():
    return 1


run = go