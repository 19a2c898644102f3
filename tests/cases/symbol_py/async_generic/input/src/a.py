async def first[T](items: list[T]) -> T:
    return items[0]

type Pair = tuple[int, int]
