class A:
    x = 1

    def a(self):
        pass
        # tail

    def new(self):
        return 1


y = 2
