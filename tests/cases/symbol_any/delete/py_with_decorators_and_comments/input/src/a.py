def a():
    pass


# About b.
@dec(
    1,
)
def b():
    """Doc."""
    pass
    # tail


def c():
    pass
