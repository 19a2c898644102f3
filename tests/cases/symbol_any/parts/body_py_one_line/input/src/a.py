def a(x): return x  # same


def b(): "Doc."; return 1
