class X:
    """
    Doc.
    """

    def a(self):
        return 1
