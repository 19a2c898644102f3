class Lamp:
    def on(self):
        self.lit = True

    def off(self):
        self.lit = False
