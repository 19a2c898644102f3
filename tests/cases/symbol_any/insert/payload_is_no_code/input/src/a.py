class A:
    def a(self):
        pass
