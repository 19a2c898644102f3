class Old(object):
	me: list[Old]
def f(x: Old = None) -> Old:
	return Old(Old=1).Old