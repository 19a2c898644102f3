class A:
	def a(self):
		pass

	def new(self):
		if self:
			pass

	def b(self):
		pass
