__all__ = ["f"]
def f(): pass
