"""Ready configs of real robots.

``from pippin.robots import ANYMAL_C_CFG`` gives a config of one's own each time: changing it changes no other.
:data:`ROBOTS` lists what there is, also on the command line: ``pippin robots``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pippin.assets import ArticulationCfg, MultirotorCfg

    ANT_CFG: ArticulationCfg
    ANYMAL_C_CFG: ArticulationCfg
    CARTPOLE_CFG: ArticulationCfg
    CRAZYFLIE_CFG: ArticulationCfg
    FRANKA_PANDA_CFG: ArticulationCfg
    FRANKA_PANDA_HIGH_PD_CFG: ArticulationCfg
    HUMANOID_CFG: ArticulationCfg
    IRIS_CFG: MultirotorCfg
    UNITREE_A1_CFG: ArticulationCfg
    UNITREE_G1_CFG: ArticulationCfg
    UNITREE_GO2_CFG: ArticulationCfg
    UR10_CFG: ArticulationCfg
    UR5_CFG: ArticulationCfg

ROBOTS: dict[str, tuple[str, str]] = {
    "ANT_CFG": ("classics", "ant_cfg"),
    "ANYMAL_C_CFG": ("quadrupeds", "anymal_c_cfg"),
    "CARTPOLE_CFG": ("classics", "cartpole_cfg"),
    "CRAZYFLIE_CFG": ("multirotors", "crazyflie_cfg"),
    "FRANKA_PANDA_CFG": ("arms", "franka_panda_cfg"),
    "FRANKA_PANDA_HIGH_PD_CFG": ("arms", "franka_panda_high_pd_cfg"),
    "HUMANOID_CFG": ("humanoids", "humanoid_cfg"),
    "IRIS_CFG": ("multirotors", "iris_cfg"),
    "UNITREE_A1_CFG": ("quadrupeds", "unitree_a1_cfg"),
    "UNITREE_G1_CFG": ("humanoids", "unitree_g1_cfg"),
    "UNITREE_GO2_CFG": ("quadrupeds", "unitree_go2_cfg"),
    "UR10_CFG": ("arms", "ur10_cfg"),
    "UR5_CFG": ("arms", "ur5_cfg"),
}
"""Names of the configs, and the module and function that make each."""

__all__ = ["ROBOTS", "robot_factory", *ROBOTS]


def robot_factory(name: str) -> Callable[[], ArticulationCfg]:
    """Function that makes the config of that name.

    Raises:
        ValueError: There is no such config.
    """
    from importlib import import_module

    if not isinstance(name, str) or name not in ROBOTS:
        raise ValueError(f"There is no robot '{name}'; there are: {', '.join(ROBOTS)}.")
    module, function = ROBOTS[name]
    return getattr(import_module(f"{__name__}.{module}"), function)


def __getattr__(name: str) -> Any:
    if name not in ROBOTS:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'; there are: {', '.join(ROBOTS)}")
    return robot_factory(name)()
