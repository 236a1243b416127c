"""Names of isaacgym.gymtorch; a star import brings torch too."""

import torch as torch

from pippin.gym.gymtorch import unwrap_tensor as unwrap_tensor
from pippin.gym.gymtorch import wrap_tensor as wrap_tensor
