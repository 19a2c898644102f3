from c import Builder
from d import __  

if TYPE:
    from a import Node

    from b import Sphinx


class X:
    pass
