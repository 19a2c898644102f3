import os

import requests

from . import a
from .b import c
