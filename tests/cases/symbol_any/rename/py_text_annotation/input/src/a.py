class A: pass
def f(x: "list[A]"): pass
