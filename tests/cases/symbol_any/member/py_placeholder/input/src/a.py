class A(B):
    # Empty.
    pass


x = 1
