class A:
    def a(self):
        pass

    def b(self):
        pass
        # tail


x = 1
