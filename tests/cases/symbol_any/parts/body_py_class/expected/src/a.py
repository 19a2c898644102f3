class A(B):
	y = 2
	if y:
		z = 3
