def a():
    if not x:
        pass
    else:
        w()
    return 1
