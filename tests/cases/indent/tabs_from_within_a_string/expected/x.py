class X:
    """
    Doc.
    """

    def a(self):
        if self:
            return 2
