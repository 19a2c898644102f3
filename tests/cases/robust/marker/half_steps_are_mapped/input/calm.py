def f():
    if a:
        run(1)
