class A(B): pass  # note


class C: x = 1; y = 2  # z
