def a():
    """Old.

    More.
    """
    return 1


def b(): "Old."; return 1
