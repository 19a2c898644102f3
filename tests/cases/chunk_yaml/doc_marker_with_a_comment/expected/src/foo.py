w = 0
x = 1  # first one
y = 2
x = 2
y = 2
