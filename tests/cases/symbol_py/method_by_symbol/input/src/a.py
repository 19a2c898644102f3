"""A small shop."""
import math
from dataclasses import dataclass, field

TAX = 0.19


@dataclass
class Item:
    """One thing to buy."""

    name: str
    price: float = 0.0

    def gross(self) -> float:
        return self.price * (1 + TAX)


class Basket:
    """Holds items."""

    limit = 10

    def __init__(self):
        self.items = []
        self._discount = 0

    # How much a customer gets off.
    @property
    def discount(self):
        return self._discount

    @discount.setter
    def discount(self, value):
        if value < 0:
            raise ValueError(value)
        self._discount = value

    def add(self, item, count=1):
        """Adds an item."""
        for _ in range(count):
            self.items.append(item)
        # the caller counts

    def total(self):
        amount = sum(item.gross() for item in self.items)
        return math.floor(amount)  # cents

    class Printer:
        def run(self):
            return "\n".join(item.name
                             for item in self.items)


def load(path):
    def parse(line):
        return Item(*line.split(","))

    with open(path) as file:
        return [parse(line) for line in file]
