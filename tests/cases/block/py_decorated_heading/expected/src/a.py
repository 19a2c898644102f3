def a():
    return 2


y = 1
