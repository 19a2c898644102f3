import other


def run(x, *, depth=0):  # run
    if depth:
        return run(x, depth=depth - 1)
    return [run for _ in x] or other.run(run=run)


@decorate(run)
class Job(Base[run]):
    def walk(self, callback: run = run):
        return run(self) + self.run()


def quiet(run, *args):
    def inner():
        return run(args)
    return inner, f"{run!r} runs {args:{run}}"


def loud():
    for run in range(3):
        yield run


async def later():
    async with other as first, run() as second:
        await run(first)
    return lambda run: run, lambda: run
