x = 1


class A:
    z = 3


y = 2
