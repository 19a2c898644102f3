import os
import os.path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import os


def a():
    import os
