class A:
	def a(self):
		if x:
			return 1
		return 2