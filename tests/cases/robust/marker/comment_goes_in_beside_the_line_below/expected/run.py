import os


# Does it.
def run():
    return 1
