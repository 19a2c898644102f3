class Tank:
    """Its level."""

    def level(self):
        return self._level

    def fill(self, level=1):
        self._level = level
        if self.level() < level:
            again = lambda: self.level()
        return Tank.level(self)

    @classmethod
    def empty(cls):
        return cls.level

    half = level
