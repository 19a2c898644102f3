class A:
	def b(self):
		pass
