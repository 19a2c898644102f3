class B: pass
def f(x: "list[B]"): pass
