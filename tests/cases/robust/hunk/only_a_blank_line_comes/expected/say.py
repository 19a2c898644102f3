def say():
    """Says it."""

    print("it")
