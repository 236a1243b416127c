"""Stacking cubes with Franka's Panda as Isaac Lab 3.0.0 releases it: one environment, and where the arm begins."""

from __future__ import annotations

from typing import Any

from pippin.assets import ArticulationCfg
from pippin.envs.managers import EventTermCfg, SceneEntityCfg
from pippin.robots import released
from pippin.tasks.engines import StackPhysicsCfg
from pippin.tasks.manipulation import stack_events, stack_franka
from pippin.tasks.manipulation.reach_robots import ROBOT
from pippin.utils import configclass

REST = 0.05
"""Speed below which a cube is at rest [m/s], by default in version 3's ``cubes_stacked``."""


@configclass
class StackEventCfg:
    """Where episodes begin: the arm near its default, the cubes on part of the table, 0.1 m apart."""

    randomize_joint_state = EventTermCfg(
        func=stack_events.randomize_joint_by_gaussian_offset,
        mode="reset",
        params={"mean": 0.0, "std": 0.02, "asset_cfg": SceneEntityCfg("robot")},
    )
    randomize_cube_positions = stack_franka.EventCfg().randomize_cube_positions


def _renew(cfg: Any, robot: ArticulationCfg) -> None:
    """Give a config robot, engines and events of version 3, one environment, and cubes that are at rest at the end."""
    cfg.scene.robot = robot.replace(prim_path=ROBOT)
    cfg.scene.num_envs = 1
    cfg.sim.physics = StackPhysicsCfg()
    cfg.terminations.success.params["max_lin_vel"] = REST
    cfg.scene.plane.semantic_tags = [("class", "ground")]
    cfg.events = StackEventCfg()


def _begin_at_home(cfg: Any) -> None:
    """Let the arm's default be its home."""
    for joint, position in enumerate(stack_franka.HOME[:7], start=1):
        cfg.scene.robot.init_state.joint_pos[f"panda_joint{joint}"] = position


@configclass
class FrankaCubeStackEnvCfg(stack_franka.FrankaCubeStackEnvCfg):
    """Franka's Panda stacks cubes, by targets of its joints."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _renew(self, released.FRANKA_PANDA_CFG)
        _begin_at_home(self)


@configclass
class FrankaCubeStackIkAbsEnvCfg(stack_franka.FrankaCubeStackIkAbsEnvCfg):
    """Franka's Panda stacks cubes, by poses of its hand."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _renew(self, released.FRANKA_PANDA_HIGH_PD_CFG)


@configclass
class FrankaCubeStackIkRelEnvCfg(stack_franka.FrankaCubeStackIkRelEnvCfg):
    """Franka's Panda stacks cubes, by changes of the pose of its hand."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _renew(self, released.FRANKA_PANDA_HIGH_PD_CFG)
        _begin_at_home(self)


def stack_in_order(cfg: FrankaCubeStackIkRelEnvCfg, *cubes: int) -> None:
    """Set which cubes are stacked, from below: 1 is blue, 2 red, 3 green."""
    order = [SceneEntityCfg(f"cube_{number}") for number in cubes]
    names = ("cube_1_cfg", "cube_2_cfg", "cube_3_cfg")
    cfg.terminations.success.params |= dict.fromkeys(names) | dict(zip(names, order, strict=False))


@configclass
class FrankaCubeStackRedGreenEnvCfg(FrankaCubeStackIkRelEnvCfg):
    """Franka's Panda puts the green cube on the red one."""

    def __post_init__(self) -> None:
        super().__post_init__()
        stack_in_order(self, 2, 3)


@configclass
class FrankaCubeStackRedGreenBlueEnvCfg(FrankaCubeStackIkRelEnvCfg):
    """Franka's Panda puts the green cube on the red one, and the blue one on top."""

    def __post_init__(self) -> None:
        super().__post_init__()
        stack_in_order(self, 2, 3, 1)


@configclass
class FrankaCubeStackBlueGreenEnvCfg(FrankaCubeStackIkRelEnvCfg):
    """Franka's Panda puts the green cube on the blue one."""

    def __post_init__(self) -> None:
        super().__post_init__()
        stack_in_order(self, 1, 3)


@configclass
class FrankaCubeStackBlueGreenRedEnvCfg(FrankaCubeStackIkRelEnvCfg):
    """Franka's Panda puts the green cube on the blue one, and the red one on top."""

    def __post_init__(self) -> None:
        super().__post_init__()
        stack_in_order(self, 1, 3, 2)
