import math


def area(side):
    return math.sqrt(side)
