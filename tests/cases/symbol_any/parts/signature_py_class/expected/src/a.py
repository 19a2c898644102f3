class A(B, metaclass=C):
    x = 1
