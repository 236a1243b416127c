"""Names of isaacgym.terrain_utils; a star import brings what that module imports too."""

from math import sqrt as sqrt

import numpy as np  # noqa: F401
from numpy.random import choice as choice
from scipy import interpolate as interpolate

from pippin.gym.terrain_utils import *  # noqa: F403
