class A:
	x = 1
	t = """
	  text"""
	if t:
		pass
	y = 2
