def area(side):
    return side * side


def cube(side):
    return side * side * side
