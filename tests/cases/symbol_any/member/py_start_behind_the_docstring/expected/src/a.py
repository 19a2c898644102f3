class A:
    """Doc."""

    def new(self):
        return 1

    # About a.
    def a(self):
        pass
