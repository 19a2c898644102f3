x = 1


class A:
    pass


y = 2
