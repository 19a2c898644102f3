def area_of(width):
    return width * width


def cube(side):
    return side * side * side
