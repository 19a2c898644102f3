class A:
    """A."""

    # One.
    def f(self): pass

    def g(self): pass


X = 1
