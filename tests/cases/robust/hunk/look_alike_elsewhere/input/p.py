def aa():
    pass

def b():
    pass
