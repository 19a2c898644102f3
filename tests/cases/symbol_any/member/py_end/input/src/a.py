class A:
    x = 1

    def a(self):
        pass
        # tail


y = 2
