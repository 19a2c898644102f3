import os
import sys

from a import (
    b,
    c,
)