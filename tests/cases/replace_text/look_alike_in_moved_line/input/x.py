@first(2)
@second("directed")
def f():
    pass
