class A:
    """Doc."""


x = 1
