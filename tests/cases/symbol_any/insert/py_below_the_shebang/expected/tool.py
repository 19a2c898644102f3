#!/usr/bin/env python3
def new():
    pass


def a():
    pass
