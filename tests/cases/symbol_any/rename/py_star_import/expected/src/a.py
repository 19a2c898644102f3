from c import *
def g(): pass
