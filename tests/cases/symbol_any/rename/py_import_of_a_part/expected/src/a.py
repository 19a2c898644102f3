def g(): pass
def h():
    import a.f
    return g()
def i():
    import f.a
    with x as (f, y): pass
    return f
