class go:
    pass


run = go