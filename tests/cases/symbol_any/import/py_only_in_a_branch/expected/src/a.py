"""Doc."""

import os

try:
    import a
except ImportError:
    import b
