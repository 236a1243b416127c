"""ANYmal B, C and D, Unitree A1, Go1 and Go2: isaaclab_assets 3.0.0, robots/anymal.py and robots/unitree.py."""

from __future__ import annotations

import functools
import logging
import os
from collections.abc import Callable
from typing import Any

from pippin.actuators import ActuatorNetLSTMCfg, ActuatorNetMLPCfg, DCMotorCfg
from pippin.assets import ArticulationCfg
from pippin.sim import SpawnerCfg, UrdfFileCfg
from pippin.utils.assets_root import assets_root

from ..descriptions import example_robot_data
from ..renamed_description import description_with_joints, renamed_description
from .files import legged, released_or_urdf

logger = logging.getLogger("pippin")

ANYMAL_JOINTS = [".*HAA", ".*HFE", ".*KFE"]
UNITREE_JOINTS = [".*_hip_joint", ".*_thigh_joint", ".*_calf_joint"]

_NETWORK = "Isaac/IsaacLab/ActuatorNets/ANYbotics/anydrive_3_lstm_jit.pt"
_said: set[str] = set()

ANYDRIVE_3_GAINS = (85.0, 3.9)
"""Stiffness [N m/rad] and damping [N m s/rad] of ANYdrive 3.0's network at small errors."""

GO_GAINS = (25.0, 0.5)
"""Stiffness [N m/rad] and damping [N m s/rad] of Unitree's small quadrupeds."""


def anydrive_3_simple_cfg() -> DCMotorCfg:
    """ANYdrive 3.x as a DC motor: ANYDRIVE_3_SIMPLE_ACTUATOR_CFG."""
    return DCMotorCfg(
        joint_names_expr=list(ANYMAL_JOINTS),
        saturation_effort=120.0,
        actuator_effort_limit=80.0,
        actuator_velocity_limit=7.5,
        stiffness={".*": 40.0},
        damping={".*": 5.0},
    )


def anydrive_3_lstm_cfg() -> ActuatorNetLSTMCfg:
    """ANYdrive 3.0 as its published network."""
    root = assets_root()
    return ActuatorNetLSTMCfg(
        joint_names_expr=list(ANYMAL_JOINTS),
        network_file=f"{root}/{_NETWORK}",
        saturation_effort=120.0,
        actuator_effort_limit=80.0,
        actuator_velocity_limit=7.5,
    )


def anydrive_3_linear_cfg() -> DCMotorCfg:
    """ANYdrive 3.0's published network as a DC motor: what it does at small errors, for machines that lack its file.

    The gains are the least-squares fit to the torques that the network of Rudin et al., "Learning to walk in minutes",
    2021 (legged_gym's ``anydrive_v3_lstm.pt``) gives for sines of 0.5 to 2 Hz and 0.1 to 0.3 rad: 83 to 86 N m/rad and
    3.8 to 4.1 N m s/rad, with residuals of 0.01 to 0.4 N m. The gains of :func:`anydrive_3_simple_cfg` are too soft to
    learn walking with the actions of the tasks: legs sink when these are noisy.
    """
    motor = anydrive_3_simple_cfg()
    motor.stiffness, motor.damping = ({".*": gain} for gain in ANYDRIVE_3_GAINS)
    return motor


def anydrive_3_cfg() -> ActuatorNetLSTMCfg | DCMotorCfg:
    """ANYDRIVE_3_LSTM_ACTUATOR_CFG: the network where its file is here, else its fitted DC motor, said once."""
    network = anydrive_3_lstm_cfg()
    if os.path.isfile(network.network_file):
        return network
    if _NETWORK not in _said:
        _said.add(_NETWORK)
        logger.warning(
            "ANYmal's actuators are DC motors with gains fitted to their network (85 N m/rad, 3.9 N m s/rad): there is "
            "no file '%s'; name a folder with a copy of the assets in PIPPIN_ASSETS_ROOT.",
            network.network_file,
        )
    return anydrive_3_linear_cfg()


def _anymal(spawn: SpawnerCfg) -> ArticulationCfg:
    return ArticulationCfg(
        spawn=spawn,
        init_state=ArticulationCfg.InitialStateCfg(
            pos=(0.0, 0.0, 0.6),
            joint_pos={".*HAA": 0.0, ".*F_HFE": 0.4, ".*H_HFE": -0.4, ".*F_KFE": -0.8, ".*H_KFE": 0.8},
        ),
        actuators={"legs": anydrive_3_cfg()},
        soft_joint_pos_limit_factor=0.95,
    )


def anymal_b_cfg() -> ArticulationCfg:
    """ANYbotics ANYmal B; its feet are bodies."""
    return _anymal(
        released_or_urdf(
            "Isaac/IsaacLab/Robots/ANYbotics/ANYmal-B/anymal_b.usd",
            lambda: example_robot_data("anymal_b_simple_description/robots/anymal.urdf"),
            fix_base=False,
            keep_links=".*_FOOT",
            **legged(self_collisions=True),
        )
    )


def anymal_c_cfg() -> ArticulationCfg:
    """ANYbotics ANYmal C; its feet are bodies."""
    return _anymal(
        released_or_urdf(
            "Isaac/IsaacLab/Robots/ANYbotics/ANYmal-C/anymal_c.usd",
            lambda: example_robot_data("anymal_c_simple_description/urdf/anymal.urdf"),
            fix_base=False,
            keep_links=".*_FOOT",
            **legged(self_collisions=True),
        )
    )


def anymal_c_with_imu_cfg() -> ArticulationCfg:
    """ANYbotics ANYmal C as Isaac Sim has it, where the IMU is a body, too."""
    cfg = anymal_c_cfg()
    if isinstance(cfg.spawn, UrdfFileCfg):
        cfg.spawn.keep_links = ".*_FOOT|imu_link"
    return cfg


def anymal_d_cfg() -> ArticulationCfg:
    """ANYbotics ANYmal D; without its file an ANYmal C with its legs takes its place."""
    return _anymal(
        released_or_urdf(
            "Isaac/IsaacLab/Robots/ANYbotics/ANYmal-D/anymal_d.usd",
            _anymal_d_description,
            fix_base=False,
            keep_links=".*_FOOT",
            **legged(self_collisions=True),
        )
    )


_ANYMAL_D_LEG = {
    "base_{}_HAA": (0.304, 0.109, 0.0),
    "{0}_hip_fixed_{0}_HFE": (0.069, 0.0862, 0.0),
    "{0}_thigh_fixed_{0}_KFE": (0.0, 0.1003, -0.285),
    "{0}_shank_fixed_{0}_FOOT": (0.1, 0.02225, -0.39246),
}
"""Places of the joints of an ANYmal D's left front leg on the links before, and of its foot [m].

Those of ANYbotics' description of 2023 (github.com/max-assel/ocs2_robotic_assets, resources/anymal_d), where the thigh
begins 80 mm further inwards on its axis and has the knee as much further outwards. Shanks are 54 mm longer than an
ANYmal C's, whose feet are 46 mm higher in the released pose.
"""
_ANYMAL_D_HAA = (-0.785398, 0.610865)
"""Range of the hips that abduct left legs [rad]."""


@functools.cache
def _anymal_d_description() -> str:
    """Description of an ANYmal C with the legs of a D."""
    logger.warning("No package describes ANYmal D: ANYmal C with an ANYmal D's legs takes its place.")
    urdf = renamed_description(example_robot_data("anymal_c_simple_description/urdf/anymal.urdf"), {}, {})
    places, limits = {}, {}
    for leg in ("LF", "RF", "LH", "RH"):
        signs = 1.0 if leg.endswith("F") else -1.0, 1.0 if leg.startswith("L") else -1.0
        for joint, (x, y, z) in _ANYMAL_D_LEG.items():
            places[joint.format(leg)] = (signs[0] * x, signs[1] * y, z)
        lower, upper = _ANYMAL_D_HAA
        limits[f"{leg}_HAA"] = (lower, upper) if leg.startswith("L") else (-upper, -lower)
    return description_with_joints(urdf, places, limits)


def _unitree(
    name: str,
    description: Callable[[], str],
    height: float,
    legs: ActuatorNetMLPCfg | DCMotorCfg,
    keep_links: str = ".*_foot",
) -> ArticulationCfg:
    return ArticulationCfg(
        spawn=released_or_urdf(
            f"Isaac/IsaacLab/Robots/Unitree/{name}/{name.lower()}.usd",
            description,
            fix_base=False,
            keep_links=keep_links,
            **legged(self_collisions=False),
        ),
        init_state=ArticulationCfg.InitialStateCfg(
            pos=(0.0, 0.0, height),
            joint_pos={
                ".*L_hip_joint": 0.1,
                ".*R_hip_joint": -0.1,
                "F[L,R]_thigh_joint": 0.8,
                "R[L,R]_thigh_joint": 1.0,
                ".*_calf_joint": -1.5,
            },
            joint_vel={".*": 0.0},
        ),
        actuators={"base_legs": legs},
        soft_joint_pos_limit_factor=0.9,
    )


def _by_joint(hip: float, calf: float) -> dict[str, float]:
    """A limit of hips and thighs, and that of calves, which sit behind a further gear."""
    return {".*_hip_joint": hip, ".*_thigh_joint": hip, ".*_calf_joint": calf}


def unitree_a1_cfg() -> ArticulationCfg:
    """Unitree A1."""
    legs = DCMotorCfg(
        joint_names_expr=list(UNITREE_JOINTS),
        actuator_effort_limit=33.5,
        saturation_effort=33.5,
        actuator_velocity_limit=21.0,
        stiffness=25.0,
        damping=0.5,
        friction=0.0,
    )
    return _unitree("A1", lambda: _with_trunk("a1_description/urdf/a1.urdf"), 0.42, legs)


def unitree_go1_cfg() -> ArticulationCfg:
    """Unitree Go1."""
    return _unitree("Go1", lambda: _with_trunk("go1_description/urdf/go1.urdf"), 0.4, go1_actuator_cfg())


def _with_trunk(urdf: str) -> str:
    """Description whose root, into which the trunk is merged, has the trunk's name, as tasks say it."""
    return renamed_description(example_robot_data(urdf), {"base": "trunk", "trunk": "trunk_shell"}, {})


def go1_actuator_cfg() -> ActuatorNetMLPCfg | DCMotorCfg:
    """Motors of the Go1: GO1_ACTUATOR_CFG, the network where its file is on this machine.

    Else they are DC motors with their limits and the Go2's gains, which is said once.
    """
    root = assets_root()
    limits: dict[str, Any] = {
        "actuator_effort_limit": _by_joint(23.7, 35.55),
        "saturation_effort": _by_joint(23.7, 35.55),
        "actuator_velocity_limit": _by_joint(30.1, 20.06),
    }
    network = ActuatorNetMLPCfg(
        joint_names_expr=list(UNITREE_JOINTS),
        network_file=f"{root}/Isaac/IsaacLab/ActuatorNets/Unitree/unitree_go1.pt",
        pos_scale=-1.0,
        vel_scale=1.0,
        torque_scale=1.0,
        input_order="pos_vel",
        input_idx=[0, 1, 2],
        **limits,
    )
    if os.path.isfile(network.network_file):
        return network
    if "go1" not in _said:
        _said.add("go1")
        logger.warning("Go1's actuators are DC motors with the gains of the Go2, not the network of the release.")
    stiffness, damping = GO_GAINS
    return DCMotorCfg(joint_names_expr=list(UNITREE_JOINTS), stiffness=stiffness, damping=damping, **limits)


def unitree_go2_cfg() -> ArticulationCfg:
    """Unitree Go2."""
    legs = DCMotorCfg(
        joint_names_expr=list(UNITREE_JOINTS),
        actuator_effort_limit=_by_joint(23.7, 45.43),
        saturation_effort=_by_joint(23.7, 45.43),
        actuator_velocity_limit=_by_joint(30.1, 15.70),
        stiffness=25.0,
        damping=0.5,
        friction=0.0,
    )
    return _unitree("Go2", _go2_description, 0.4, legs, keep_links=".*_foot|Head_.*")


def _go2_description() -> str:
    """Description of a Go2 with its head, which example-robot-data leaves out and tasks name.

    Places, sizes and masses are those of Unitree's go2_description.
    """
    parts = {
        "Head_upper": ("base", "0.285 0 0.01", '<cylinder radius="0.05" length="0.09"/>'),
        "Head_lower": ("Head_upper", "0.008 0 -0.07", '<sphere radius="0.047"/>'),
    }
    inertia = '<inertia ixx="9.6e-6" iyy="9.6e-6" izz="9.6e-6" ixy="0" ixz="0" iyz="0"/>'
    head = "".join(
        f'<link name="{name}"><inertial><mass value="0.001"/>{inertia}</inertial>'
        f"<collision><geometry>{shape}</geometry></collision></link>"
        f'<joint name="{name}_joint" type="fixed"><origin xyz="{place}"/><parent link="{parent}"/>'
        f'<child link="{name}"/></joint>'
        for name, (parent, place, shape) in parts.items()
    )
    return renamed_description(example_robot_data("go2_description/urdf/go2.urdf"), {}, {}, added=head)
