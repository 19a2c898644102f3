x = 1  # one
