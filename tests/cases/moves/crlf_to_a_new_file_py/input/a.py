import math


def area(side):
    return math.sqrt(side)


def both(side):
    return 2 * area(side)
