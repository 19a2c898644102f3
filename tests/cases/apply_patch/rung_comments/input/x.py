a = 1  # one
b = 2  # two
