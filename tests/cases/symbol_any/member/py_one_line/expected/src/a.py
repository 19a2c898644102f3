class A(B):  # note
    def new(self):
        return 1


class C:
    x = 1; y = 2  # z

    def new(self):
        return 1
