def a():
    """Old."""

    return 1


def b():
    """Old."""
