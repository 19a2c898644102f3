class Pump:
	def start(self):
		pass


X = 1