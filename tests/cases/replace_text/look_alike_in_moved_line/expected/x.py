@second("directed")
@first(2)
@third
def f():
    pass
