class New(object):
	me: list[New]
def f(x: New = None) -> New:
	return New(Old=1).Old