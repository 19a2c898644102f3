def f():
    a = one()
    check(a)

    # The second.
    b = two()
    check(b)
