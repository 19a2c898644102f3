"""Doc."""

from __future__ import annotations, division

import abc
import os
import sys
from a import b
from b import c
from c import d

import other

x = 1
