def g(): pass
match g():
    case g: pass
