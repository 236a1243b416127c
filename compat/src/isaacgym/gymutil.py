"""Names of isaacgym.gymutil; a star import brings what that module imports too."""

import argparse as argparse
import math as math

import numpy as np  # noqa: F401

from isaacgym import gymapi as gymapi
from pippin.gym.gymutil import *  # noqa: F403
from pippin.gym.gymutil import _indent_xml as _indent_xml
