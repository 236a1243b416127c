"""Tasks of walking for H1, G1 and Cassie. Weights are those that Isaac Lab 2.3.2 releases."""

from __future__ import annotations

from typing import Any

from pippin.envs.managers import RewardTermCfg, SceneEntityCfg
from pippin.robots import released as robots
from pippin.tasks.velocity import mdp
from pippin.tasks.velocity.velocity_env_cfg import (
    LocomotionVelocityRoughEnvCfg,
    RewardsCfg,
    begin_at_rest,
    make_flat,
    make_playable,
)
from pippin.utils import configclass

ROBOT = "{ENV_REGEX_NS}/Robot"
FOLLOW = {"command_name": "base_velocity", "std": 0.5}


def _deviation(weight: float, joints: str | list[str]) -> RewardTermCfg:
    """Penalty for joints that are not needed for walking."""
    return RewardTermCfg(
        func=mdp.joint_deviation_l1,
        weight=weight,
        params={"asset_cfg": SceneEntityCfg("robot", joint_names=joints)},
    )


def _steps(weight: float, feet: str, threshold: float) -> RewardTermCfg:
    """Reward for standing on one leg."""
    return RewardTermCfg(
        func=mdp.feet_air_time_positive_biped,
        weight=weight,
        params={
            "command_name": "base_velocity",
            "sensor_cfg": SceneEntityCfg("contact_forces", body_names=feet),
            "threshold": threshold,
        },
    )


def _slide(weight: float, feet: str) -> RewardTermCfg:
    """Penalty for feet that slide."""
    return RewardTermCfg(
        func=mdp.feet_slide,
        weight=weight,
        params={
            "sensor_cfg": SceneEntityCfg("contact_forces", body_names=feet),
            "asset_cfg": SceneEntityCfg("robot", body_names=feet),
        },
    )


def _limits(joints: str | list[str]) -> RewardTermCfg:
    """Penalty for joints near their limits."""
    return RewardTermCfg(
        func=mdp.joint_pos_limits,
        weight=-1.0,
        params={"asset_cfg": SceneEntityCfg("robot", joint_names=joints)},
    )


def _rough_biped(cfg: Any, base: str, body_names: str | list[str]) -> None:
    """What the three have in common: they are not pushed, begin at rest, and fall when their trunk touches."""
    if cfg.scene.height_scanner is not None:
        cfg.scene.height_scanner.prim_path = f"{ROBOT}/{base}"
    cfg.events.push_robot = None
    cfg.events.add_base_mass = None
    cfg.events.base_com = None
    cfg.events.base_external_force_torque.params["asset_cfg"].body_names = body_names
    begin_at_rest(cfg)
    cfg.rewards.undesired_contacts = None
    cfg.terminations.base_contact.params["sensor_cfg"].body_names = body_names


def _walk_ahead(cfg: Any, speed: tuple[float, float]) -> None:
    """Command walking ahead, and turning."""
    ranges = cfg.commands.base_velocity.ranges
    ranges.lin_vel_x, ranges.lin_vel_y, ranges.ang_vel_z = speed, (0.0, 0.0), (-1.0, 1.0)


def _play_walking_ahead(cfg: Any) -> None:
    make_playable(cfg)
    cfg.episode_length_s = 40.0
    _walk_ahead(cfg, (1.0, 1.0))
    cfg.commands.base_velocity.ranges.heading = (0.0, 0.0)


@configclass
class H1Rewards(RewardsCfg):
    """Rewards of H1."""

    termination_penalty = RewardTermCfg(func=mdp.is_terminated, weight=-200.0)
    lin_vel_z_l2: Any = None
    track_lin_vel_xy_exp = RewardTermCfg(func=mdp.track_lin_vel_xy_yaw_frame_exp, weight=1.0, params=FOLLOW)
    track_ang_vel_z_exp = RewardTermCfg(func=mdp.track_ang_vel_z_world_exp, weight=1.0, params=FOLLOW)
    feet_air_time = _steps(0.25, ".*ankle_link", 0.4)
    feet_slide = _slide(-0.25, ".*ankle_link")
    dof_pos_limits = _limits(".*_ankle")
    joint_deviation_hip = _deviation(-0.2, [".*_hip_yaw", ".*_hip_roll"])
    joint_deviation_arms = _deviation(-0.2, [".*_shoulder_.*", ".*_elbow"])
    joint_deviation_torso = _deviation(-0.1, "torso")


@configclass
class H1RoughEnvCfg(LocomotionVelocityRoughEnvCfg):
    """H1 on rough ground."""

    rewards: Any = H1Rewards()

    def __post_init__(self) -> None:
        super().__post_init__()
        self.scene.robot = robots.H1_MINIMAL_CFG.replace(prim_path=ROBOT)
        _rough_biped(self, "torso_link", ".*torso_link")
        self.rewards.flat_orientation_l2.weight = -1.0
        self.rewards.dof_torques_l2.weight = 0.0
        self.rewards.action_rate_l2.weight = -0.005
        self.rewards.dof_acc_l2.weight = -1.25e-7
        _walk_ahead(self, (0.0, 1.0))


@configclass
class H1RoughEnvCfg_PLAY(H1RoughEnvCfg):  # noqa: N801  (Isaac Lab's name)
    """H1 on rough ground, to look at."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _play_walking_ahead(self)


@configclass
class H1FlatEnvCfg(H1RoughEnvCfg):
    """H1 on a plane."""

    def __post_init__(self) -> None:
        super().__post_init__()
        make_flat(self)
        self.rewards.feet_air_time.weight = 1.0
        self.rewards.feet_air_time.params["threshold"] = 0.6


@configclass
class H1FlatEnvCfg_PLAY(H1FlatEnvCfg):  # noqa: N801  (Isaac Lab's name)
    """H1 on a plane, to look at."""

    def __post_init__(self) -> None:
        super().__post_init__()
        make_playable(self)


@configclass
class G1Rewards(RewardsCfg):
    """Rewards of G1."""

    termination_penalty = RewardTermCfg(func=mdp.is_terminated, weight=-200.0)
    track_lin_vel_xy_exp = RewardTermCfg(func=mdp.track_lin_vel_xy_yaw_frame_exp, weight=1.0, params=FOLLOW)
    track_ang_vel_z_exp = RewardTermCfg(func=mdp.track_ang_vel_z_world_exp, weight=2.0, params=FOLLOW)
    feet_air_time = _steps(0.25, ".*_ankle_roll_link", 0.4)
    feet_slide = _slide(-0.1, ".*_ankle_roll_link")
    dof_pos_limits = _limits([".*_ankle_pitch_joint", ".*_ankle_roll_joint"])
    joint_deviation_hip = _deviation(-0.1, [".*_hip_yaw_joint", ".*_hip_roll_joint"])
    joint_deviation_arms = _deviation(
        -0.1,
        [
            f".*_{joint}_joint"
            for joint in ("shoulder_pitch", "shoulder_roll", "shoulder_yaw", "elbow_pitch", "elbow_roll")
        ],
    )
    joint_deviation_fingers = _deviation(
        -0.05, [f".*_{number}_joint" for number in ("five", "three", "six", "four", "zero", "one", "two")]
    )
    joint_deviation_torso = _deviation(-0.1, "torso_joint")


@configclass
class G1RoughEnvCfg(LocomotionVelocityRoughEnvCfg):
    """G1 on rough ground."""

    rewards: Any = G1Rewards()

    def __post_init__(self) -> None:
        super().__post_init__()
        self.scene.robot = robots.G1_MINIMAL_CFG.replace(prim_path=ROBOT)
        _rough_biped(self, "torso_link", "torso_link")
        legs = [".*_hip_.*", ".*_knee_joint"]
        self.rewards.lin_vel_z_l2.weight = 0.0
        self.rewards.flat_orientation_l2.weight = -1.0
        self.rewards.action_rate_l2.weight = -0.005
        self.rewards.dof_acc_l2.weight = -1.25e-7
        self.rewards.dof_acc_l2.params["asset_cfg"] = SceneEntityCfg("robot", joint_names=legs)
        self.rewards.dof_torques_l2.weight = -1.5e-7
        self.rewards.dof_torques_l2.params["asset_cfg"] = SceneEntityCfg("robot", joint_names=[*legs, ".*_ankle_.*"])
        _walk_ahead(self, (0.0, 1.0))


@configclass
class G1RoughEnvCfg_PLAY(G1RoughEnvCfg):  # noqa: N801  (Isaac Lab's name)
    """G1 on rough ground, to look at."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _play_walking_ahead(self)


@configclass
class G1FlatEnvCfg(G1RoughEnvCfg):
    """G1 on a plane."""

    def __post_init__(self) -> None:
        super().__post_init__()
        make_flat(self)
        self.rewards.track_ang_vel_z_exp.weight = 1.0
        self.rewards.lin_vel_z_l2.weight = -0.2
        self.rewards.action_rate_l2.weight = -0.005
        self.rewards.dof_acc_l2.weight = -1.0e-7
        self.rewards.feet_air_time.weight = 0.75
        self.rewards.feet_air_time.params["threshold"] = 0.4
        self.rewards.dof_torques_l2.weight = -2.0e-6
        self.rewards.dof_torques_l2.params["asset_cfg"] = SceneEntityCfg(
            "robot", joint_names=[".*_hip_.*", ".*_knee_joint"]
        )
        self.commands.base_velocity.ranges.lin_vel_y = (-0.5, 0.5)


@configclass
class G1FlatEnvCfg_PLAY(G1FlatEnvCfg):  # noqa: N801  (Isaac Lab's name)
    """G1 on a plane, to look at."""

    def __post_init__(self) -> None:
        super().__post_init__()
        make_playable(self)


@configclass
class CassieRewardsCfg(RewardsCfg):
    """Rewards of Cassie."""

    termination_penalty = RewardTermCfg(func=mdp.is_terminated, weight=-200.0)
    feet_air_time = _steps(2.5, ".*toe", 0.3)
    joint_deviation_hip = _deviation(-0.2, ["hip_abduction_.*", "hip_rotation_.*"])
    joint_deviation_toes = _deviation(-0.2, ["toe_joint_.*"])
    dof_pos_limits = _limits("toe_joint_.*")


@configclass
class CassieRoughEnvCfg(LocomotionVelocityRoughEnvCfg):
    """Cassie on rough ground."""

    rewards: Any = CassieRewardsCfg()

    def __post_init__(self) -> None:
        super().__post_init__()
        self.scene.robot = robots.CASSIE_CFG.replace(prim_path=ROBOT)
        _rough_biped(self, "pelvis", [".*pelvis"])
        self.actions.joint_pos.scale = 0.5
        self.rewards.dof_torques_l2.weight = -5.0e-6
        self.rewards.track_lin_vel_xy_exp.weight = 2.0
        self.rewards.track_ang_vel_z_exp.weight = 1.0
        self.rewards.action_rate_l2.weight *= 1.5
        self.rewards.dof_acc_l2.weight *= 1.5


@configclass
class CassieRoughEnvCfg_PLAY(CassieRoughEnvCfg):  # noqa: N801  (Isaac Lab's name)
    """Cassie on rough ground, to look at."""

    def __post_init__(self) -> None:
        super().__post_init__()
        make_playable(self)
        _walk_ahead(self, (0.7, 1.0))
        self.commands.base_velocity.ranges.heading = (0.0, 0.0)


@configclass
class CassieFlatEnvCfg(CassieRoughEnvCfg):
    """Cassie on a plane."""

    def __post_init__(self) -> None:
        super().__post_init__()
        make_flat(self)
        self.rewards.flat_orientation_l2.weight = -2.5
        self.rewards.feet_air_time.weight = 5.0
        self.rewards.joint_deviation_hip.params["asset_cfg"].joint_names = ["hip_rotation_.*"]


@configclass
class CassieFlatEnvCfg_PLAY(CassieFlatEnvCfg):  # noqa: N801  (Isaac Lab's name)
    """Cassie on a plane, to look at."""

    def __post_init__(self) -> None:
        super().__post_init__()
        make_playable(self)
