a = 1  # one
b = 3
