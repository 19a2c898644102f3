import math


class Basket:
    """What somebody is about to buy."""

    def __init__(self):
        self.items = []  # (name, price, count)
        self.discount = 0

    def add(self, name, price, count=1):
        # The same thing twice is one line of the bill.
        for item in self.items:
            if item[0] == name:
                item[2] += count
                return
        self.items.append([name, price, count])

    def total(self):
        result = 0
        for item in self.items:
            result += item[1] * item[2]
        return math.floor(result)


class Coupon:
    def __init__(self, value):
        self.value = value

    def total(self):
        result = 0
        return result
