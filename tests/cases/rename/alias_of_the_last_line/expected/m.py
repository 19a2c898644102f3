def go():
    return 1


run = go