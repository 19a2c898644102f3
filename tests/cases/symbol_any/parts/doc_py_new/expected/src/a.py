class A:
    """An A."""

    def a(self):
        """Does it.

        More of it.
        """
        # note
        return 1

    def b(self):
        """Returns 2."""
        return 2
