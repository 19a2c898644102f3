# About a.
def a(): pass
