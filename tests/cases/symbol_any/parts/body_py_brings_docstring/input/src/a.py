def a():
    """Doc."""
    return 1
