def minutes():
    # Counts the minutes.
    run(now)
    stop_it()


def hours():
    # Counts the hours.
    run(then)
    stop_it()
