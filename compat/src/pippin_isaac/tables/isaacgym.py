"""Modules of Isaac Gym, and where their names come from.

See :mod:`pippin_isaac.tables` for how to add one.
"""

from __future__ import annotations

MODULES: dict[str, str | tuple[str, ...]] = {
    "isaacgym.gymapi": "pippin.gym.gymapi: *",
    "isaacgym.gymdeps": (),  # programs import it and rlgpu, and never use them
    "isaacgym.gymtorch": ("torch", "pippin.gym.gymtorch: unwrap_tensor, wrap_tensor"),
    "isaacgym.gymutil": ("argparse", "math", "numpy as np", "isaacgym: gymapi", "pippin.gym.gymutil: *, _indent_xml"),
    "isaacgym.rlgpu": (),
    "isaacgym.terrain_utils": (
        "math: sqrt",
        "numpy as np",
        "numpy.random: choice",
        "scipy: interpolate",
        "pippin.gym.terrain_utils: *",
    ),
    "isaacgym.torch_utils": ("numpy as np", "torch", "pippin.gym.torch_utils: *"),
}
