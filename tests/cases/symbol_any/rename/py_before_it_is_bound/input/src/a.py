x = open(1)
def open(y): pass
