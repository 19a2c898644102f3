import sys


def run():
    return 2
