class A:
    def a(self):
        pass

    def b(self):
        pass
        # tail

    def new(self):
        return 1


x = 1
