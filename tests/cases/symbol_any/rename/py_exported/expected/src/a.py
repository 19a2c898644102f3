__all__ = ["g"]
def g(): pass
