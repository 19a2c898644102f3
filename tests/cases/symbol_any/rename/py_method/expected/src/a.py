class Tank:
    """Its level."""

    def height(self):
        return self._level

    def fill(self, level=1):
        self._level = level
        if self.height() < level:
            again = lambda: self.height()
        return Tank.height(self)

    @classmethod
    def empty(cls):
        return cls.height

    half = height


def level(tank):
    return tank
