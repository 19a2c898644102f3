class Lamp:
    def on(self):
        self.lit = 1

    def off(self):
        self.lit = False
