"""Descriptions in packages in place of robots whose USD files lie in NVIDIA's cloud."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from pippin.actuators import ImplicitActuatorCfg
from pippin.assets import ArticulationCfg
from pippin.sim import MjcfFileCfg, UrdfFileCfg, UsdFileCfg
from pippin.sim.files import is_cloud_path

from ..descriptions import example_robot_data, own_description
from ..renamed_description import renamed_description
from .arms import (
    franka_panda_cfg,
    kinova_gen3_n7_cfg,
    kinova_jaco2_n6s300_cfg,
    kinova_jaco2_n7s300_cfg,
    sawyer_cfg,
    ur10_cfg,
    ur10e_cfg,
)
from .assembly_parts import bolt_cfg, fingertip_panda_cfg, gear_base_cfg, gear_cfg, hole_cfg, nut_cfg, peg_cfg
from .classics import (
    ant_cfg,
    cart_double_pendulum_cfg,
    cartpole_cfg,
    crazyflie_cfg,
    humanoid_28_cfg,
    humanoid_cfg,
)
from .hands import allegro_hand_cfg, kuka_allegro_cfg, older_shadow_hand_cfg, shadow_hand_cfg
from .humanoids import cassie_cfg, g1_cfg, g1_minimal_cfg, h1_cfg, h1_minimal_cfg
from .multirotors import arl_robot_1_cfg
from .props import sektion_cabinet_file
from .quadrupeds import (
    ANYDRIVE_3_GAINS,
    GO_GAINS,
    anymal_b_cfg,
    anymal_c_cfg,
    anymal_c_with_imu_cfg,
    anymal_d_cfg,
    unitree_a1_cfg,
    unitree_go1_cfg,
    unitree_go2_cfg,
)
from .research_arms import openarm_bi_cfg, openarm_uni_cfg
from .spot import spot_cfg
from .unitree_g1 import g1_29dof_cfg


def _revolute_articulation_cfg() -> ArticulationCfg:
    """One joint on a fixed base."""
    return ArticulationCfg(spawn=UsdFileCfg(usd_path=own_description("revolute_articulation.usda")), actuators={})


WHEEL_DAMPING = 1.0
"""Damping of the drives of Jetbot's wheels [N m s/rad], whose efforts are limited to what its motors have."""
WHEEL_ARMATURE = 3.0e-4
"""Inertia of the rotor of such a motor behind its gears of 1:48 [kg m^2], estimated with 1.3e-7 kg m^2."""
WHEEL_SPEED = 100.0
"""Largest velocity of the wheels [rad/s]."""


def _jetbot_cfg() -> ArticulationCfg:
    """Two wheels and a ball caster."""
    wheels = ImplicitActuatorCfg(
        joint_names_expr=[".*_wheel_joint"],
        stiffness=0.0,
        damping=WHEEL_DAMPING,
        armature=WHEEL_ARMATURE,
        velocity_limit_sim=WHEEL_SPEED,
    )
    return ArticulationCfg(
        spawn=MjcfFileCfg(asset_path=own_description("jetbot.xml"), fix_base=False), actuators={"wheels": wheels}
    )


def _older_cartpole_cfg() -> ArticulationCfg:
    """A pole on a cart with the names that Isaac Sim's own file has, and no drives."""
    joints = {"slider_to_cart": "cartJoint", "cart_to_pole": "poleJoint"}
    description = renamed_description(own_description("cartpole.urdf"), {}, joints)
    return ArticulationCfg(spawn=UrdfFileCfg(asset_path=description, fix_base=True), actuators={})


def _described_arm(description: Callable[[], str]) -> Callable[[], ArticulationCfg]:
    """An arm on a fixed base, driven with the gains that the release gives the UR10."""
    return lambda: ArticulationCfg(
        spawn=UrdfFileCfg(asset_path=description(), fix_base=True), actuators=ur10_cfg().actuators
    )


def _sektion_cabinet_cfg() -> ArticulationCfg:
    """A cabinet of two drawers and two doors, which stands where it is."""
    return ArticulationCfg(spawn=sektion_cabinet_file(), actuators={})


_ROBOTS: dict[str, Callable[[], ArticulationCfg]] = {
    r"/ANYbotics/anymal[-_]b/": anymal_b_cfg,
    r"/Robots/ANYbotics/anymal_c/": anymal_c_with_imu_cfg,
    r"/ANYbotics/(anymal_instanceable|anymal[-_]c/)": anymal_c_cfg,
    r"/ANYbotics/anymal[-_]d/": anymal_d_cfg,
    r"/Unitree/A1/": unitree_a1_cfg,
    r"/Unitree/Go1/": unitree_go1_cfg,
    r"/Unitree/Go2/": unitree_go2_cfg,
    r"/FrankaEmika/(panda_instanceable|franka_panda)\.": franka_panda_cfg,
    r"/(FrankaPanda|Franka)/franka(_instanceable|_alt_fingers)?\.": franka_panda_cfg,
    r"/Factory/franka_mimic\.": fingertip_panda_cfg,
    r"/Factory/factory_peg_8mm\.": peg_cfg,
    r"/Factory/factory_hole_8mm\.": hole_cfg,
    r"/Factory/factory_nut_m16\.": nut_cfg,
    r"/Factory/factory_bolt_m16\.": bolt_cfg,
    r"/Factory/factory_gear_base\.": gear_base_cfg,
    **{rf"/Factory/factory_gear_{size}\.": partial(gear_cfg, size) for size in ("small", "medium", "large")},
    r"/(UniversalRobots|Robots)/UR10/": ur10_cfg,
    r"/UniversalRobots/UR10e/": ur10e_cfg,
    r"/UniversalRobots/UR5e/": _described_arm(lambda: own_description("ur5e.urdf")),
    r"/UniversalRobots/UR5/": _described_arm(lambda: example_robot_data("ur_description/urdf/ur5_robot.urdf")),
    r"/UniversalRobots/UR3e/": _described_arm(lambda: own_description("ur3e.urdf")),
    r"/UniversalRobots/UR3/": _described_arm(lambda: example_robot_data("ur_description/urdf/ur3_robot.urdf")),
    r"/Kinova/Gen3/": kinova_gen3_n7_cfg,
    r"/Jaco2/J2N7S300/": kinova_jaco2_n7s300_cfg,
    r"/Jaco2/J2N6S300/": kinova_jaco2_n6s300_cfg,
    r"/RethinkRobotics/Sawyer/|/Sawyer/sawyer": sawyer_cfg,
    r"/BostonDynamics/spot/spot\.": spot_cfg,
    r"/Agility/Cassie/": cassie_cfg,
    r"/Unitree/H1/h1_minimal\.": h1_minimal_cfg,
    r"/Unitree/H1/": h1_cfg,
    r"/Unitree/G1/g1_minimal\.": g1_minimal_cfg,
    r"/Isaac/Robots/Unitree/G1/|/G1/g1_29dof": g1_29dof_cfg,
    r"/Unitree/G1/": g1_cfg,
    r"/AllegroHand/": allegro_hand_cfg,
    r"/OpenArm/openarm_bimanual": openarm_bi_cfg,
    r"/OpenArm/openarm_unimanual": openarm_uni_cfg,
    r"/KukaAllegro/": kuka_allegro_cfg,
    r"/ShadowHandMultiPhysics": shadow_hand_cfg,
    r"/ShadowHand/": older_shadow_hand_cfg,
    r"/Sektion_Cabinet/": _sektion_cabinet_cfg,
    r"/Jetbot/jetbot\.": _jetbot_cfg,
    r"/Classic/Cartpole/": cartpole_cfg,
    r"/Cartpole/cartpole\.": _older_cartpole_cfg,
    r"/CartDoublePendulum/": cart_double_pendulum_cfg,
    r"/Ant/ant(_instanceable)?\.": ant_cfg,
    r"/Humanoid/humanoid(_instanceable)?\.": humanoid_cfg,
    r"/Humanoid28/": humanoid_28_cfg,
    r"/Crazyflie/cf2x\.": crazyflie_cfg,
    r"/ARL-Robot-1/": arl_robot_1_cfg,
    r"/SimpleArticulation/revolute_articulation\.": _revolute_articulation_cfg,
}
"""Configs by what the path of a robot's USD file holds, a regular expression without regard to case."""

_PARTS = re.compile(r"/(props|materials|textures|sensors)/", re.IGNORECASE)
"""Folders below that of a robot whose files are not the robot, as ``UR10/Props/short_gripper.usd``."""


_GAINS: dict[str, tuple[float, float]] = {
    r"/anydrive_3_lstm(_jit)?\.pt$": ANYDRIVE_3_GAINS,
    r"/unitree_go1\.pt$": GO_GAINS,
}
"""Stiffness [N m/rad] and damping [N m s/rad] by what the path of an actuator's network holds, a regular expression."""


def find_gains_of_network(path: str) -> tuple[float, float] | None:
    """Find the gains of a motor that comes near to an actuator's network of NVIDIA's.

    Args:
        path: Path of the network. One on this machine is never replaced.

    Returns:
        Stiffness [N m/rad] and damping [N m s/rad], or None for a network that is not known.
    """
    if not is_cloud_path(path):
        return None
    return next((gains for expression, gains in _GAINS.items() if re.search(expression, path)), None)


def find_robot_config(usd_path: str) -> ArticulationCfg | None:
    """Find the config of the robot that is nearest to one of NVIDIA's.

    Args:
        usd_path: Path of its USD file.

    Returns:
        A new config, or None where no package here describes the robot.
    """
    for expression, robot in _ROBOTS.items():
        found = re.search(expression, usd_path, re.IGNORECASE)
        if found and not _PARTS.search(usd_path, found.end() - 1):
            return robot()
    return None


def find_robot_stand_in(usd_path: str) -> UrdfFileCfg | MjcfFileCfg | UsdFileCfg | None:
    """Find the description that is nearest to a robot of NVIDIA's.

    Args:
        usd_path: Path of its USD file.

    Returns:
        Spawner of the description, or None where no package here describes the robot.
    """
    cfg = find_robot_config(usd_path)
    if cfg is None or not isinstance(cfg.spawn, (UrdfFileCfg, MjcfFileCfg, UsdFileCfg)):
        return None
    if isinstance(cfg.spawn, UrdfFileCfg) and cfg.spawn.joint_drive == UrdfFileCfg.JointDriveCfg():
        cfg.spawn.joint_drive = _drives_of(cfg)
    return cfg.spawn


def _drives_of(cfg: ArticulationCfg) -> UrdfFileCfg.JointDriveCfg:
    """Drives that a file has for programs that name none: those of the implicit actuators.

    NVIDIA's files have drives, which descriptions in URDF lack.
    """
    gains: dict[str, dict[str, float]] = {"stiffness": {}, "damping": {}}
    for group in cfg.actuators.values():
        for name, values in gains.items():
            value = getattr(group, name)
            if isinstance(group, ImplicitActuatorCfg) and value is not None:
                values.update(value if isinstance(value, dict) else dict.fromkeys(group.joint_names_expr, value))
    return UrdfFileCfg.JointDriveCfg(gains=UrdfFileCfg.JointDriveCfg.PDGainsCfg(**gains))
