"""Talks of run and runs."""
import other


def start(x, *, depth=0):  # run
    if depth:
        return start(x, depth=depth - 1)
    return [start for _ in x] or other.run(run=start)


@decorate(start)
class Job(Base[start]):
    key: Callable[[start], None] = start

    def run(self, callback: start = start):
        return start(self) + self.run()


def quiet(run, *args):
    def inner():
        return run(args)
    return inner, f"{run!r} runs {args:{run}}"


def loud():
    for run in range(3):
        yield run


async def later():
    async with other as first, start() as second:
        await start(first)
    return lambda run: run, lambda: start
