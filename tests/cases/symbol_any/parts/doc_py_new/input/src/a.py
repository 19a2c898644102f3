class A:
    def a(self):
        # note
        return 1

    def b(self): return 2
