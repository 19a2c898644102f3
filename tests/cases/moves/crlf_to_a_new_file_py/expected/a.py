from n import area


def both(side):
    return 2 * area(side)
