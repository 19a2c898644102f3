import os


def run():
    return 1
