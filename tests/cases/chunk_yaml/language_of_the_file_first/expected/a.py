# between
y = 2  # two
