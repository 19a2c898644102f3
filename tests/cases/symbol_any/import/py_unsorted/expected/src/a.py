import sys
import abc  # why
import os


def a(): pass
