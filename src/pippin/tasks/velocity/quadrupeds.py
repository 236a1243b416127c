"""Tasks of walking for ANYmal and for Unitree's quadrupeds. Weights are those that Isaac Lab 2.3.2 releases."""

from __future__ import annotations

from typing import Any

from pippin.robots import released as robots
from pippin.tasks.velocity.velocity_env_cfg import (
    LocomotionVelocityRoughEnvCfg,
    begin_at_rest,
    make_flat,
    make_playable,
)
from pippin.utils import configclass

ROBOT = "{ENV_REGEX_NS}/Robot"


def _flat_anymal(cfg: Any) -> None:
    cfg.rewards.flat_orientation_l2.weight = -5.0
    cfg.rewards.dof_torques_l2.weight = -2.5e-5
    cfg.rewards.feet_air_time.weight = 0.5
    make_flat(cfg)


def _rough_unitree(cfg: Any, base: str) -> None:
    """Weights of small robots, whose base has another name, and ground of their size."""
    cfg.scene.height_scanner.prim_path = f"{ROBOT}/{base}"
    grounds = cfg.scene.terrain.terrain_generator.sub_terrains
    grounds["boxes"].grid_height_range = (0.025, 0.1)
    grounds["random_rough"].noise_range = (0.01, 0.06)
    grounds["random_rough"].noise_step = 0.01
    cfg.actions.joint_pos.scale = 0.25
    cfg.events.push_robot = None
    cfg.events.base_com = None
    cfg.events.add_base_mass.params["mass_distribution_params"] = (-1.0, 3.0)
    cfg.events.add_base_mass.params["asset_cfg"].body_names = base
    cfg.events.base_external_force_torque.params["asset_cfg"].body_names = base
    begin_at_rest(cfg)
    cfg.rewards.feet_air_time.params["sensor_cfg"].body_names = ".*_foot"
    cfg.rewards.feet_air_time.weight = 0.01
    cfg.rewards.undesired_contacts = None
    cfg.rewards.dof_torques_l2.weight = -0.0002
    cfg.rewards.track_lin_vel_xy_exp.weight = 1.5
    cfg.rewards.track_ang_vel_z_exp.weight = 0.75
    cfg.rewards.dof_acc_l2.weight = -2.5e-7
    cfg.terminations.base_contact.params["sensor_cfg"].body_names = base


def _flat_unitree(cfg: Any, air_time: float = 0.25) -> None:
    cfg.rewards.flat_orientation_l2.weight = -2.5
    cfg.rewards.feet_air_time.weight = air_time
    make_flat(cfg)


@configclass
class AnymalBRoughEnvCfg(LocomotionVelocityRoughEnvCfg):
    """ANYmal B on rough ground."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.scene.robot = robots.ANYMAL_B_CFG.replace(prim_path=ROBOT)


@configclass
class AnymalBRoughEnvCfg_PLAY(AnymalBRoughEnvCfg):  # noqa: N801  (Isaac Lab's name)
    """ANYmal B on rough ground, to look at."""

    def __post_init__(self) -> None:
        super().__post_init__()
        make_playable(self)


@configclass
class AnymalBFlatEnvCfg(AnymalBRoughEnvCfg):
    """ANYmal B on a plane."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _flat_anymal(self)


@configclass
class AnymalBFlatEnvCfg_PLAY(AnymalBFlatEnvCfg):  # noqa: N801  (Isaac Lab's name)
    """ANYmal B on a plane, to look at."""

    def __post_init__(self) -> None:
        super().__post_init__()
        make_playable(self)


@configclass
class AnymalCRoughEnvCfg(LocomotionVelocityRoughEnvCfg):
    """ANYmal C on rough ground."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.scene.robot = robots.ANYMAL_C_CFG.replace(prim_path=ROBOT)


@configclass
class AnymalCRoughEnvCfg_PLAY(AnymalCRoughEnvCfg):  # noqa: N801  (Isaac Lab's name)
    """ANYmal C on rough ground, to look at."""

    def __post_init__(self) -> None:
        super().__post_init__()
        make_playable(self)


@configclass
class AnymalCFlatEnvCfg(AnymalCRoughEnvCfg):
    """ANYmal C on a plane."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _flat_anymal(self)


@configclass
class AnymalCFlatEnvCfg_PLAY(AnymalCFlatEnvCfg):  # noqa: N801  (Isaac Lab's name)
    """ANYmal C on a plane, to look at."""

    def __post_init__(self) -> None:
        super().__post_init__()
        make_playable(self)


@configclass
class AnymalDRoughEnvCfg(LocomotionVelocityRoughEnvCfg):
    """ANYmal D on rough ground."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.scene.robot = robots.ANYMAL_D_CFG.replace(prim_path=ROBOT)


@configclass
class AnymalDRoughEnvCfg_PLAY(AnymalDRoughEnvCfg):  # noqa: N801  (Isaac Lab's name)
    """ANYmal D on rough ground, to look at."""

    def __post_init__(self) -> None:
        super().__post_init__()
        make_playable(self)


@configclass
class AnymalDFlatEnvCfg(AnymalDRoughEnvCfg):
    """ANYmal D on a plane."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _flat_anymal(self)


@configclass
class AnymalDFlatEnvCfg_PLAY(AnymalDFlatEnvCfg):  # noqa: N801  (Isaac Lab's name)
    """ANYmal D on a plane, to look at."""

    def __post_init__(self) -> None:
        super().__post_init__()
        make_playable(self)


@configclass
class UnitreeA1RoughEnvCfg(LocomotionVelocityRoughEnvCfg):
    """Unitree A1 on rough ground."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.scene.robot = robots.UNITREE_A1_CFG.replace(prim_path=ROBOT)
        _rough_unitree(self, base="trunk")


@configclass
class UnitreeA1RoughEnvCfg_PLAY(UnitreeA1RoughEnvCfg):  # noqa: N801  (Isaac Lab's name)
    """Unitree A1 on rough ground, to look at."""

    def __post_init__(self) -> None:
        super().__post_init__()
        make_playable(self)


@configclass
class UnitreeA1FlatEnvCfg(UnitreeA1RoughEnvCfg):
    """Unitree A1 on a plane."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _flat_unitree(self)


@configclass
class UnitreeA1FlatEnvCfg_PLAY(UnitreeA1FlatEnvCfg):  # noqa: N801  (Isaac Lab's name)
    """Unitree A1 on a plane, to look at."""

    def __post_init__(self) -> None:
        super().__post_init__()
        make_playable(self)


@configclass
class UnitreeGo1RoughEnvCfg(LocomotionVelocityRoughEnvCfg):
    """Unitree Go1 on rough ground."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.scene.robot = robots.UNITREE_GO1_CFG.replace(prim_path=ROBOT)
        _rough_unitree(self, base="trunk")


@configclass
class UnitreeGo1RoughEnvCfg_PLAY(UnitreeGo1RoughEnvCfg):  # noqa: N801  (Isaac Lab's name)
    """Unitree Go1 on rough ground, to look at."""

    def __post_init__(self) -> None:
        super().__post_init__()
        make_playable(self)


@configclass
class UnitreeGo1FlatEnvCfg(UnitreeGo1RoughEnvCfg):
    """Unitree Go1 on a plane."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _flat_unitree(self)


@configclass
class UnitreeGo1FlatEnvCfg_PLAY(UnitreeGo1FlatEnvCfg):  # noqa: N801  (Isaac Lab's name)
    """Unitree Go1 on a plane, to look at."""

    def __post_init__(self) -> None:
        super().__post_init__()
        make_playable(self)


@configclass
class UnitreeGo2RoughEnvCfg(LocomotionVelocityRoughEnvCfg):
    """Unitree Go2 on rough ground."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.scene.robot = robots.UNITREE_GO2_CFG.replace(prim_path=ROBOT)
        _rough_unitree(self, base="base")


@configclass
class UnitreeGo2RoughEnvCfg_PLAY(UnitreeGo2RoughEnvCfg):  # noqa: N801  (Isaac Lab's name)
    """Unitree Go2 on rough ground, to look at."""

    def __post_init__(self) -> None:
        super().__post_init__()
        make_playable(self)


@configclass
class UnitreeGo2FlatEnvCfg(UnitreeGo2RoughEnvCfg):
    """Unitree Go2 on a plane."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _flat_unitree(self)


@configclass
class UnitreeGo2FlatEnvCfg_PLAY(UnitreeGo2FlatEnvCfg):  # noqa: N801  (Isaac Lab's name)
    """Unitree Go2 on a plane, to look at."""

    def __post_init__(self) -> None:
        super().__post_init__()
        make_playable(self)
