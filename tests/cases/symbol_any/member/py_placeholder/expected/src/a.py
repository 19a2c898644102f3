class A(B):
    # Empty.
    def new(self):
        return 1


x = 1
