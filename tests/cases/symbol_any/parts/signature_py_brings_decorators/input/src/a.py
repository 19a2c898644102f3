@old
def a(): return 1
