class A:
    """Doc."""

    # About a.
    def a(self):
        pass
