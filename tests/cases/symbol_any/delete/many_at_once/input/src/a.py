class A:
    def a(self):
        pass

    def b(self):
        pass

    def c(self):
        pass
