class A:
    x = 1

class A:
    x = 2
