#!/usr/bin/env python3
def a():
    pass
