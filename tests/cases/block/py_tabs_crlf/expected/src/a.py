class A:
	def a(self):
		if y:
			return 3