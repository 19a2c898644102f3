def total(items):
    result = 0

    if items:
        result += items[0]
    return result
