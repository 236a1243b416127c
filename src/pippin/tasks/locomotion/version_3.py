"""Ant and humanoid with managers as Isaac Lab 3.0.0 releases them: what differs from 2.3.2.

Efforts are clipped at those of action 1, a sensor measures the wrenches on the feet, a fall costs once, targets are
counted from the origin of the environment, and the share of episodes that are survived is logged.
"""

from __future__ import annotations

from typing import Any

from pippin.envs.managers import ObservationTermCfg, RewardTermCfg, SceneEntityCfg
from pippin.robots.released.classics import humanoid_gears
from pippin.scene.terrains import TerrainImporterCfg
from pippin.sensors import JointWrenchSensorCfg
from pippin.sim.spawners import RigidBodyMaterialCfg
from pippin.tasks.engines import AntPhysicsCfg, HumanoidPhysicsCfg
from pippin.tasks.locomotion import ant_env_cfg as ant
from pippin.tasks.locomotion import humanoid_env_cfg as humanoid
from pippin.tasks.locomotion import mdp, mdp_version_3
from pippin.utils import configclass

JOINT_WRENCH = JointWrenchSensorCfg(prim_path="{ENV_REGEX_NS}/Robot")


def _measured(feet: list[str], scale: float) -> ObservationTermCfg:
    """Wrenches on the feet as the sensor measures them."""
    sensor = SceneEntityCfg("joint_wrench", body_names=feet)
    return ObservationTermCfg(func=mdp.body_incoming_wrench, scale=scale, params={"sensor_cfg": sensor})


def _from_origins(cfg: Any, *names: str) -> None:
    """Let terms of these names count their targets from the origins of the environments."""
    for name in names:
        term = getattr(cfg, name)
        term.func = getattr(mdp_version_3, term.func.__name__)


@configclass
class AntSceneCfg(ant.MySceneCfg):
    """An ant on a plane, and a sensor of the wrenches in its joints."""

    joint_wrench = JOINT_WRENCH


@configclass
class AntActionsCfg:
    """Torques of all joints, up to half their gear of 15 N m."""

    joint_effort = mdp.JointEffortActionCfg(asset_name="robot", joint_names=[".*"], scale=7.5, clip={".*": (-7.5, 7.5)})


@configclass
class AntObservationsCfg(ant.ObservationsCfg):
    """What the policy sees."""

    def __post_init__(self) -> None:
        _from_origins(self.policy, "base_angle_to_target", "base_heading_proj")
        self.policy.feet_body_forces = _measured(ant.FEET, scale=0.1)


@configclass
class AntRewardsCfg(ant.RewardsCfg):
    """Speed towards the target, upright, at little cost, without falls."""

    terminating = RewardTermCfg(func=mdp.terminated_penalty, weight=-2.0)
    success_rate = RewardTermCfg(func=mdp.survival_success_rate, weight=0.0)

    def __post_init__(self) -> None:
        _from_origins(self, "progress", "move_to_target")


@configclass
class AntEnvCfg(ant.AntEnvCfg):
    """Ant."""

    scene: Any = AntSceneCfg(num_envs=4096, env_spacing=5.0)
    observations: Any = AntObservationsCfg()
    actions: Any = AntActionsCfg()
    rewards: Any = AntRewardsCfg()

    def __post_init__(self) -> None:
        super().__post_init__()
        self.sim.physics = AntPhysicsCfg()


@configclass
class HumanoidSceneCfg(humanoid.MySceneCfg):
    """A humanoid on a plane, and a sensor of the wrenches in its joints."""

    terrain = TerrainImporterCfg(
        prim_path="/World/ground",
        terrain_type="plane",
        collision_group=-1,
        physics_material=RigidBodyMaterialCfg(static_friction=1.0, dynamic_friction=1.0, restitution=0.0),
        debug_vis=False,
    )
    joint_wrench = JOINT_WRENCH


@configclass
class HumanoidActionsCfg:
    """Torques of all joints, up to their gears [N m]."""

    joint_effort = mdp.JointEffortActionCfg(
        asset_name="robot",
        joint_names=[".*"],
        scale=humanoid_gears(),
        clip={name: (-gear, gear) for name, gear in humanoid_gears().items()},
    )


@configclass
class HumanoidObservationsCfg(humanoid.ObservationsCfg):
    """What the policy sees."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _from_origins(self.policy, "base_angle_to_target", "base_heading_proj")
        self.policy.feet_body_forces = _measured(humanoid.FEET, scale=0.01)


@configclass
class HumanoidRewardsCfg(humanoid.RewardsCfg):
    """Speed towards the target, upright, at little cost, without falls."""

    terminating = RewardTermCfg(func=mdp.terminated_penalty, weight=-1.0)
    success_rate = RewardTermCfg(func=mdp.survival_success_rate, weight=0.0)

    def __post_init__(self) -> None:
        super().__post_init__()
        _from_origins(self, "progress", "move_to_target")


@configclass
class HumanoidEnvCfg(humanoid.HumanoidEnvCfg):
    """Humanoid."""

    scene: Any = HumanoidSceneCfg(num_envs=4096, env_spacing=5.0)
    observations: Any = HumanoidObservationsCfg()
    actions: Any = HumanoidActionsCfg()
    rewards: Any = HumanoidRewardsCfg()

    def __post_init__(self) -> None:
        super().__post_init__()
        self.sim.physics = HumanoidPhysicsCfg()
