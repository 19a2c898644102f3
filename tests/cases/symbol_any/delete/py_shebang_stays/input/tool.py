#!/usr/bin/env python3
# About a.
def a():
    pass


x = 1
