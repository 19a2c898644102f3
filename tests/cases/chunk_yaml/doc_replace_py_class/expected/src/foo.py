import logging

log = logging.getLogger(__name__)


class Foo:
    def __init__(self):
        self.x = 2

    def answer(self):
        return 42


def main():
    return Foo().run()
