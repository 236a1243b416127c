"""Tasks of walking as Isaac Lab 3.0.0 releases them: what differs from 2.3.2.

The mass of the base is scaled by 0.8 to 1.25, evenly in its logarithm, in place of kilograms that are added; all robots
are pushed, and begin with some velocity.
"""

from __future__ import annotations

from typing import Any

from pippin.envs.managers import EventTermCfg, RewardTermCfg, SceneEntityCfg
from pippin.tasks.engines import RoughPhysicsCfg, anymal_on_a_plane, default_is_physx
from pippin.tasks.velocity import bipeds, mdp, quadrupeds
from pippin.tasks.velocity import velocity_env_cfg as version_2
from pippin.utils import configclass


@configclass
class MySceneCfg(version_2.MySceneCfg):
    """A legged robot on generated ground, with contact sensors and a scanner of heights."""

    def __post_init__(self) -> None:
        self.height_scanner.global_world_only = True


@configclass
class EventsCfg(version_2.EventCfg):
    """Robots differ in friction and mass, begin anywhere near their origin, and are pushed."""

    add_base_mass = EventTermCfg(
        func=mdp.randomize_rigid_body_mass,
        mode="startup",
        params={
            "asset_cfg": SceneEntityCfg("robot", body_names="base"),
            "mass_distribution_params": (1 / 1.25, 1.25),
            "operation": "scale",
            "distribution": "log_uniform",
        },
    )


@configclass
class LocomotionVelocityRoughEnvCfg(version_2.LocomotionVelocityRoughEnvCfg):
    """A robot that follows velocities on rough ground; ``scene.robot`` is to be set."""

    scene: Any = MySceneCfg(num_envs=4096, env_spacing=2.5)
    events: Any = EventsCfg()

    def __post_init__(self) -> None:
        super().__post_init__()
        self.sim.physics = RoughPhysicsCfg()


def _renew(cfg: Any, base: str = "base", base_force: str | None = None) -> None:
    """Give a config of version 2 the engines, the events and the scanner of version 3.

    Args:
        cfg: The config.
        base: Name of the base, whose mass is scaled and whose centre of mass is moved.
        base_force: Expression for the body that forces act on; None for the same.
    """
    cfg.sim.physics = RoughPhysicsCfg()
    events = EventsCfg()
    events.add_base_mass.params["asset_cfg"].body_names = base
    events.base_com.params["asset_cfg"].body_names = base
    events.base_external_force_torque.params["asset_cfg"].body_names = base_force or base
    cfg.events = events
    if cfg.scene.height_scanner is not None:
        cfg.scene.height_scanner.global_world_only = True


def _renew_biped(cfg: Any, base: str, base_force: str) -> None:
    """Renew a config, for a robot that begins in its default posture and whose centre of mass stays."""
    _renew(cfg, base, base_force)
    cfg.events.base_com = None
    cfg.events.reset_robot_joints.params["position_range"] = (1.0, 1.0)
    cfg.commands.base_velocity.vel_yaw_success_threshold = 0.8


def _even_steps(weight: float, feet: str) -> RewardTermCfg:
    """Penalty for feet that step in different rhythms."""
    return RewardTermCfg(
        func=mdp.feet_air_time_variance,
        weight=weight,
        params={
            "sensor_cfg": SceneEntityCfg("contact_forces", body_names=feet),
            "command_name": "base_velocity",
        },
    )


# -- ANYmal --------------------------------------------------------------------------------------------------------


@configclass
class AnymalBRoughEnvCfg(quadrupeds.AnymalBRoughEnvCfg):
    """ANYmal B on rough ground."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _renew(self)


@configclass
class AnymalBFlatEnvCfg(quadrupeds.AnymalBFlatEnvCfg):
    """ANYmal B on a plane."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _renew(self)
        self.sim.physics = default_is_physx(anymal_on_a_plane())


@configclass
class AnymalCRoughEnvCfg(quadrupeds.AnymalCRoughEnvCfg):
    """ANYmal C on rough ground."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _renew(self)


@configclass
class AnymalCFlatEnvCfg(quadrupeds.AnymalCFlatEnvCfg):
    """ANYmal C on a plane."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _renew(self)
        self.sim.physics = default_is_physx(anymal_on_a_plane())


def _renew_anymal_d(cfg: Any) -> None:
    _renew(cfg)
    cfg.scene.robot.init_state.pos = (0.0, 0.0, 0.65)


@configclass
class AnymalDRoughEnvCfg(quadrupeds.AnymalDRoughEnvCfg):
    """ANYmal D on rough ground."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _renew_anymal_d(self)


@configclass
class AnymalDFlatEnvCfg(quadrupeds.AnymalDFlatEnvCfg):
    """ANYmal D on a plane."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _renew_anymal_d(self)
        self.sim.physics = anymal_on_a_plane()


# -- Unitree's quadrupeds ------------------------------------------------------------------------------------------


@configclass
class UnitreeA1RoughEnvCfg(quadrupeds.UnitreeA1RoughEnvCfg):
    """Unitree A1 on rough ground."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _renew(self, base="trunk")


@configclass
class UnitreeA1FlatEnvCfg(quadrupeds.UnitreeA1FlatEnvCfg):
    """Unitree A1 on a plane."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _renew(self, base="trunk")
        self.sim.physics = default_is_physx(RoughPhysicsCfg())


@configclass
class UnitreeGo1RoughEnvCfg(quadrupeds.UnitreeGo1RoughEnvCfg):
    """Unitree Go1 on rough ground."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _renew(self, base="trunk")


@configclass
class UnitreeGo1FlatEnvCfg(quadrupeds.UnitreeGo1FlatEnvCfg):
    """Unitree Go1 on a plane."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _renew(self, base="trunk")
        self.sim.physics = default_is_physx(RoughPhysicsCfg())


@configclass
class UnitreeGo2Rewards(version_2.RewardsCfg):
    """Rewards of Go2, which has colliders on its legs, and is not to rest on them."""

    base_height_l2 = RewardTermCfg(func=mdp.base_height_l2, weight=-30.0, params={"target_height": 0.4})


def _renew_go2(cfg: Any) -> None:
    _renew(cfg)
    cfg.rewards.action_rate_l2.weight = -0.005


@configclass
class UnitreeGo2RoughEnvCfg(quadrupeds.UnitreeGo2RoughEnvCfg):
    """Unitree Go2 on rough ground, whose heights count from the ground that is scanned, and on lower stairs."""

    rewards: Any = UnitreeGo2Rewards()

    def __post_init__(self) -> None:
        super().__post_init__()
        _renew_go2(self)
        self.rewards.base_height_l2.params["sensor_cfg"] = SceneEntityCfg("height_scanner")
        grounds = self.scene.terrain.terrain_generator.sub_terrains
        for stairs in ("pyramid_stairs", "pyramid_stairs_inv"):
            grounds[stairs].step_height_range = (0.025, 0.12)


@configclass
class UnitreeGo2FlatEnvCfg(quadrupeds.UnitreeGo2FlatEnvCfg):
    """Unitree Go2 on a plane."""

    rewards: Any = UnitreeGo2Rewards()

    def __post_init__(self) -> None:
        super().__post_init__()
        _renew_go2(self)


# -- robots on two legs --------------------------------------------------------------------------------------------


def _renew_h1(cfg: Any) -> None:
    _renew_biped(cfg, "torso_link", ".*torso_link")
    cfg.commands.base_velocity.marker_pos_offset = (0.0, 0.0, 1.0)


@configclass
class H1RoughEnvCfg(bipeds.H1RoughEnvCfg):
    """H1 on rough ground."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _renew_h1(self)


@configclass
class H1FlatRewards(bipeds.H1Rewards):
    """Rewards of H1 on a plane, where its feet are to step evenly."""

    air_time_variance = _even_steps(-2.0, ".*ankle_link")


@configclass
class H1FlatEnvCfg(bipeds.H1FlatEnvCfg):
    """H1 on a plane."""

    rewards: Any = H1FlatRewards()

    def __post_init__(self) -> None:
        super().__post_init__()
        _renew_h1(self)


def _renew_g1(cfg: Any) -> None:
    _renew_biped(cfg, "torso_link", "torso_link")
    cfg.commands.base_velocity.marker_pos_offset = (0.0, 0.0, 0.75)


@configclass
class G1RoughEnvCfg(bipeds.G1RoughEnvCfg):
    """G1 on rough ground."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _renew_g1(self)


@configclass
class G1FlatEnvCfg(bipeds.G1FlatEnvCfg):
    """G1 on a plane."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _renew_g1(self)


@configclass
class CassieRewardsCfg(bipeds.CassieRewardsCfg):
    """Rewards of Cassie, whose feet are to step evenly."""

    air_time_variance = _even_steps(-5.0, ".*toe")


def _renew_cassie(cfg: Any) -> None:
    """Renew Cassie, whose pelvis only becomes heavier."""
    _renew_biped(cfg, "pelvis", ".*pelvis")
    cfg.events.add_base_mass.params["mass_distribution_params"] = (1.0, 1.25)


@configclass
class CassieRoughEnvCfg(bipeds.CassieRoughEnvCfg):
    """Cassie on rough ground."""

    rewards: Any = CassieRewardsCfg()

    def __post_init__(self) -> None:
        super().__post_init__()
        _renew_cassie(self)


@configclass
class CassieFlatEnvCfg(bipeds.CassieFlatEnvCfg):
    """Cassie on a plane."""

    rewards: Any = CassieRewardsCfg()

    def __post_init__(self) -> None:
        super().__post_init__()
        _renew_cassie(self)
        self.rewards.air_time_variance.weight = -10.0
