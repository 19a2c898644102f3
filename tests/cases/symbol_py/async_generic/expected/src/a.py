async def first(items):
    return items[0]

type Pair = tuple[int, int]
