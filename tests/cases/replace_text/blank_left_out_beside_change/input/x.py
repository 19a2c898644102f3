class X:
    """Doc."""

    def a(self, x):
        self.x = x

    def b(self):
        return self.x
