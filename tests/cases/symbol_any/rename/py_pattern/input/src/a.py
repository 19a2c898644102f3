def f(): pass
match f():
    case f: pass
