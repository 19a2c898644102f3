import sys


def fill(self):
    self.level = 1
