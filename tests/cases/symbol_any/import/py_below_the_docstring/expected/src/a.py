#!/usr/bin/env python3
# Licence.

"""Doc."""

import os


def a(): pass
