def dim():
    # Turns it on.
    light(1)


def on():
    # Turns it on.
    light(9)
