"""A small shop: stock, baskets, receipts."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from decimal import Decimal

log = logging.getLogger(__name__)

VAT = Decimal("0.19")  # the standard rate


class OutOfStock(Exception):
    """Raised when a shelf holds less than was asked for."""


@dataclass(frozen=True)
class Item:
    name: str
    price: Decimal

    @property
    def gross(self) -> Decimal:
        return self.price * (1 + VAT)

    def label(self) -> str:
        return f"{self.name}: {self.price}"


@dataclass
class Shelf:
    stock: dict[str, int] = field(default_factory=dict)

    def put(self, name: str, count: int) -> None:
        # A negative count would hide a bug elsewhere.
        if count < 0:
            raise ValueError(count)
        self.stock[name] = self.stock.get(name, 0) + count

    def take(self, name: str, count: int) -> None:
        left = self.stock.get(name, 0) - count
        if left < 0:
            raise OutOfStock(name)
        self.stock[name] = left


class Basket:
    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self.items: list[Item] = []

    def add(self, item: Item) -> None:
        self.shelf.take(item.name, 1)
        self.items.append(item)  # after the shelf agreed
        log.info("added %s", item.name)

    def total(self) -> Decimal:
        total = Decimal(0)
        assert self.items
        for item in self.items:
            total += item.price

        # rounding is the till's affair
        return total

    def clear(self) -> None:
        for item in self.items:
            self.shelf.put(item.name, 1)
        self.items = []


def receipt(basket: Basket) -> str:
    lines = [item.label() for item in basket.items]
    lines.append(f"total: {basket.total()}")
    return "\n".join(lines)
