a = 1
# kept
b = 2  # kept, too
c = 3
# goes
d = 4
f = 6
