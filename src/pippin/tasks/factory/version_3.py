"""A Panda puts parts together, as Isaac Lab 3.0.0 releases it: its scene has arm, parts and table."""

from __future__ import annotations

from typing import Any

import torch

from pippin.actuators import ActuatorBaseCfg
from pippin.assets import ArticulationCfg, AssetBaseCfg
from pippin.scene import InteractiveSceneCfg
from pippin.sim import PhysxCfg, SimulationCfg
from pippin.sim.spawners import DomeLightCfg, RigidBodyMaterialCfg
from pippin.tasks.factory import factory_env, factory_env_cfg
from pippin.tasks.manipulation.scenes import ground_cfg, table_cfg
from pippin.utils import configclass


def _by_newer_names(actuator: ActuatorBaseCfg) -> ActuatorBaseCfg:
    """Give the limits of an actuator by the names of version 3."""
    return actuator.replace(
        joint_effort_limit=actuator.effort_limit_sim,
        joint_velocity_limit=actuator.velocity_limit_sim,
        effort_limit_sim=None,
        velocity_limit_sim=None,
    )


def _arm_cfg() -> ArticulationCfg:
    arm = factory_env_cfg.FactoryEnvCfg().robot
    actuators = {name: _by_newer_names(actuator) for name, actuator in arm.actuators.items()}
    return arm.replace(prim_path="{ENV_REGEX_NS}/Robot", actuators=actuators)


@configclass
class FactorySceneCfg(InteractiveSceneCfg):
    """An arm at a table; the environment sets the parts, which are those of its task."""

    ground = ground_cfg("/World/ground")
    table = table_cfg(x=0.55)
    light = AssetBaseCfg(prim_path="/World/Light", spawn=DomeLightCfg(intensity=2000.0, color=(0.75, 0.75, 0.75)))
    robot: ArticulationCfg = _arm_cfg()
    fixed_asset: ArticulationCfg | None = None
    held_asset: ArticulationCfg | None = None
    small_gear: ArticulationCfg | None = None
    large_gear: ArticulationCfg | None = None


def sim_cfg() -> SimulationCfg:
    """Describe steps of 1/120 s, with PhysX's settings."""
    return SimulationCfg(
        device="cuda:0",
        dt=1 / 120,
        gravity=(0.0, 0.0, -9.81),
        physics=PhysxCfg(bounce_threshold_velocity=0.2),
        physics_material=RigidBodyMaterialCfg(static_friction=1.0, dynamic_friction=1.0),
    )


@configclass
class FactoryTaskPegInsertCfg(factory_env_cfg.FactoryTaskPegInsertCfg):
    """Put a peg of 8 mm into its hole."""

    sim: SimulationCfg = sim_cfg()
    scene: Any = FactorySceneCfg(num_envs=128, env_spacing=2.0)
    robot: Any = None


@configclass
class FactoryTaskGearMeshCfg(factory_env_cfg.FactoryTaskGearMeshCfg):
    """Put a gear onto its shaft, between two others."""

    sim: SimulationCfg = sim_cfg()
    scene: Any = FactorySceneCfg(num_envs=128, env_spacing=2.0)
    robot: Any = None


@configclass
class FactoryTaskNutThreadCfg(factory_env_cfg.FactoryTaskNutThreadCfg):
    """Screw a nut onto a bolt."""

    sim: SimulationCfg = sim_cfg()
    scene: Any = FactorySceneCfg(num_envs=128, env_spacing=2.0)
    robot: Any = None


class FactoryEnv(factory_env.FactoryEnv):
    """Puts parts together with the arm of its scene, and logs the share of successes as ``Metrics/success_rate``."""

    def __init__(self, cfg: Any, render_mode: str | None = None, **kwargs: Any) -> None:
        """Make the environments.

        Args:
            cfg: Config of the task, whose numbers of observations and parts of the scene are set.
            render_mode: "rgb_array" for pictures.
            **kwargs: For :class:`~pippin.envs.DirectRLEnv`.
        """
        cfg.scene.fixed_asset, cfg.scene.held_asset = cfg.task.fixed_asset, cfg.task.held_asset
        if cfg.task.name == "gear_mesh":
            cfg.scene.small_gear, cfg.scene.large_gear = cfg.task.small_gear_cfg, cfg.task.large_gear_cfg
        super().__init__(cfg, render_mode, **kwargs)

    def _setup_scene(self) -> None:
        names = ("robot", "fixed_asset", "held_asset")
        self._robot, self._fixed_asset, self._held_asset = (self.scene[name] for name in names)
        if self._has_gears:
            self._small_gear_asset, self._large_gear_asset = self.scene["small_gear"], self.scene["large_gear"]

    def _get_rewards(self) -> torch.Tensor:
        rewards = super()._get_rewards()
        if (successes := self.extras.pop("successes", None)) is not None:
            self.extras.setdefault("log", {})["Metrics/success_rate"] = successes
        return rewards
