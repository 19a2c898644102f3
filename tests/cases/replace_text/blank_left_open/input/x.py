def f():
    """Call it.

    Safe from a handler.
    """
