class A:
    def one(self):
        return 0

    def two(self):
        return 0
