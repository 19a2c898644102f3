class Pump:
	def start(self):
		pass

	def rinse(tank):
		if tank:
			tank.drain()


X = 1