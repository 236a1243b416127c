"""Names of isaacgym.torch_utils; a star import brings torch and np too."""

import numpy as np  # noqa: F401
import torch as torch

from pippin.gym.torch_utils import *  # noqa: F403
