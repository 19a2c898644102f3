class C:
    w = 0
    x = 1
