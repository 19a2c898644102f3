import os

import requests

from . import a
from .a import x
from .b import c
