import logging

log = logging.getLogger(__name__)


class Foo:
    """Runs things."""

    def __init__(self):
        self.x = 1
        self.value = 7

    def run(self):
        log.info("running")
        return self.x

    def stop(self):
        return None


def main():
    return Foo().run()
