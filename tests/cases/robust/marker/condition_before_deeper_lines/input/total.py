def total(items):
    result = 0

    result += items[0]
    return result
