def f():
    if a:
        run(1)
        run(2)
