from c import *
def f(): pass
