from a import Node

from b import Sphinx
from c import Builder
from d import __  


class X:
    pass
