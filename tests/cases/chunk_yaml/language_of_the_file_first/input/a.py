x = 1  # one
# between
y = 2  # two
