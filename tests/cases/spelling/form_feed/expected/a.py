x = 1

class A:
    y = 2
