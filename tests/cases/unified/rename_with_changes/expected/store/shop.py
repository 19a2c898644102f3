"""A small store."""
import math


class Item:
    """One article."""

    def __init__(self, name, price, count=1):
        self.name = name
        self.price = price
        self.count = count

    def total(self):
        return self.price * self.count

    def __repr__(self):
        return f"Item({self.name!r}, {self.price})"


class Basket:
    """Items that somebody wants to buy."""

    def __init__(self):
        self.items = []
        self.discount = 0.0

    def add(self, item):
        self.items.append(item)

    def remove(self, name):
        for item in list(self.items):
            if item.name == name:
                self.items.remove(item)

    # The discount counts for the whole basket.
    def total(self):
        amount = sum(item.total() for item in self.items)
        amount -= amount * self.discount
        return math.floor(amount)

    def is_empty(self):
        return not self.items


class Order:
    """A basket that was paid."""

    def __init__(self, basket, customer):
        self.basket = basket
        self.customer = customer
        self.is_paid = False

    def pay(self, wallet):
        amount = self.basket.total()
        wallet.take(amount)
        self.is_paid = True
        return amount

    def is_empty(self):
        return self.basket.is_empty()
