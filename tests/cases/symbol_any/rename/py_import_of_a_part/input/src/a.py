def f(): pass
def h():
    import a.f
    return f()
def i():
    import f.a
    with x as (f, y): pass
    return f
