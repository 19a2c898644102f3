def low():
    check()
    return 1
