import os
import re


# About a.
def a(): pass
