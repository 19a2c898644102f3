#!/usr/bin/env python3
# Licence.

"""Doc."""


def a(): pass
