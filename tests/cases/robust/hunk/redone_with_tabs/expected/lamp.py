class Lamp:
    def on(self):
        if not self.lit:
            self.lit = True

    def off(self):
        self.lit = False
