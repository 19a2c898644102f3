def a():
    """New."""
    return 2
