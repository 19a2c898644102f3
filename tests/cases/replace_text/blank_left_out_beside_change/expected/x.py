class X:
    """Doc."""

    def a(self, y):
        self.y = y

    def b(self):
        return self.y
