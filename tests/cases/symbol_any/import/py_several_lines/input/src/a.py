import os
import sys