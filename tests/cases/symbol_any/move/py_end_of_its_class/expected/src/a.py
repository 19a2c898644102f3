class A:
    """A."""

    def g(self): pass

    # One.
    def f(self): pass


X = 1
