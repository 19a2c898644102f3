"""Doc."""

from __future__ import annotations

import abc
import sys
from a import b
from c import d

import other

x = 1
