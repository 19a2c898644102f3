def a(
    x,
):
	pass
