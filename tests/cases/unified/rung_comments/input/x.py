a = 1  # first
# about b
b = 2
c = 3
