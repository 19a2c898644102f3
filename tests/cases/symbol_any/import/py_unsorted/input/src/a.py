import sys
import abc  # why


def a(): pass
