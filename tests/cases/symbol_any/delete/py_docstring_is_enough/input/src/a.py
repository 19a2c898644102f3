class A:
    """Doc."""

    def a(self):
        return 1


x = 1
