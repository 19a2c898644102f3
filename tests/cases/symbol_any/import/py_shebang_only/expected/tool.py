#!/usr/bin/env python3

import os


def a(): pass
