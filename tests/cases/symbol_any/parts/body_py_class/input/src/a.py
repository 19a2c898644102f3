class A(B):
	x = 1

	def a(self):
		pass
