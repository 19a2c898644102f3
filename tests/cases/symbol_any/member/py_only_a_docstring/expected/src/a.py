class A:
    """Doc."""

    def new(self):
        return 1


x = 1
