from typing import (
    Any,  # any
    Dict as D,
)
import os, sys
