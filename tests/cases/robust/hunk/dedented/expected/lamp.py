class Lamp:
    def on(self):
        self.lit = True

    def off(self):
        if self.lit:
            self.lit = False
