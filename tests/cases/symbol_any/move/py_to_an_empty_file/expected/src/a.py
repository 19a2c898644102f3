import sys


class Tank:
    """Holds water."""

    # Not for salt water.
    @checked
    def drain(self):
        """Empties it.

        All of it.
        """
        text = """
    left
        """
        self.level = 0  # dry
