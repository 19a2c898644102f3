a = 1
# kept
b = 2  # kept, too
e = 5
f = 6
