class A:
	class B:
		x = 1

		def new(self):
			return 1