"""Robots of classic tasks: isaaclab_assets 3.0.0, cartpole.py, cart_double_pendulum.py, ant.py, ..., quadcopter.py."""

from __future__ import annotations

from typing import Any

from pippin.actuators import ImplicitActuatorCfg
from pippin.assets import ArticulationCfg
from pippin.sim import MjcfFileCfg, PhysxArticulationCfg, PhysxRigidBodyCfg

from ..descriptions import newton_example, own_description
from ..renamed_description import renamed_mjcf
from .files import released_or_mjcf, released_or_urdf


def cartpole_cfg() -> ArticulationCfg:
    """A pole on a cart."""
    spawn = released_or_urdf(
        "Isaac/IsaacLab/Robots/Classic/Cartpole/cartpole.usd",
        lambda: own_description("cartpole.urdf"),
        fix_base=True,
        rigid_props=PhysxRigidBodyCfg(max_depenetration_velocity=100.0, enable_gyroscopic_forces=True),
        articulation_props=[PhysxArticulationCfg(enabled_self_collisions=False)],
    )
    return ArticulationCfg(
        spawn=spawn,
        init_state=ArticulationCfg.InitialStateCfg(
            pos=(0.0, 0.0, 2.0), joint_pos={"slider_to_cart": 0.0, "cart_to_pole": 0.0}
        ),
        actuators={
            "cart_actuator": ImplicitActuatorCfg(
                joint_names_expr=["slider_to_cart"], joint_effort_limit=400.0, stiffness=0.0, damping=10.0
            ),
            "pole_actuator": ImplicitActuatorCfg(
                joint_names_expr=["cart_to_pole"], joint_effort_limit=400.0, stiffness=0.0, damping=0.0
            ),
        },
    )


def cart_double_pendulum_cfg() -> ArticulationCfg:
    """A pole on a cart, and another on top of it."""
    spawn = released_or_urdf(
        "Isaac/IsaacLab/Robots/Classic/CartDoublePendulum/cart_double_pendulum.usd",
        lambda: own_description("cart_double_pendulum.urdf"),
        fix_base=True,
        rigid_props=PhysxRigidBodyCfg(max_depenetration_velocity=100.0, enable_gyroscopic_forces=True),
        articulation_props=[PhysxArticulationCfg(enabled_self_collisions=False)],
    )
    joints = {"cart": "slider_to_cart", "pole": "cart_to_pole", "pendulum": "pole_to_pendulum"}
    return ArticulationCfg(
        spawn=spawn,
        init_state=ArticulationCfg.InitialStateCfg(pos=(0.0, 0.0, 2.0), joint_pos=dict.fromkeys(joints.values(), 0.0)),
        actuators={
            f"{name}_actuator": ImplicitActuatorCfg(
                joint_names_expr=[joint],
                joint_effort_limit=400.0,
                stiffness=0.0,
                damping=10.0 if name == "cart" else 0.0,
            )
            for name, joint in joints.items()
        },
    )


def ant_cfg() -> ArticulationCfg:
    """The classic ant."""
    spawn = released_or_mjcf(
        "Isaac/Robots/IsaacSim/Ant/ant_instanceable.usd",
        _described_ant,
        rigid_props=PhysxRigidBodyCfg(
            disable_gravity=False, max_depenetration_velocity=10.0, enable_gyroscopic_forces=True
        ),
        articulation_props=[PhysxArticulationCfg(enabled_self_collisions=False)],
    )
    pose = {
        ".*_leg": 0.0,
        "front_left_foot": 0.785398,
        "front_right_foot": -0.785398,
        "left_back_foot": -0.785398,
        "right_back_foot": 0.785398,
    }
    return ArticulationCfg(
        prim_path="{ENV_REGEX_NS}/Robot",
        spawn=spawn,
        init_state=ArticulationCfg.InitialStateCfg(
            pos=(0.0, 0.0, 0.5),
            joint_pos=pose,
        ),
        actuators={
            "body": ImplicitActuatorCfg(
                joint_names_expr=[".*"], stiffness=0.0, damping=0.1, armature=0.05, joint_effort_limit=15.0
            ),
        },
    )


def _described_ant() -> str:
    """Newton's ant, each joint under the name of the body that it moves, as in the released file."""
    legs = ("front_left", "front_right", "left_back", "right_back")
    names = {f"hip_{number}": f"{leg}_leg" for number, leg in enumerate(legs, 1)}
    names |= {f"ankle_{number}": f"{leg}_foot" for number, leg in enumerate(legs, 1)}
    return renamed_mjcf(newton_example("nv_ant.xml"), names)


def humanoid_cfg() -> ArticulationCfg:
    """The classic humanoid; where it is spawned from Newton's MJCF, its joints have the names that they have there."""
    spawn = _humanoid_spawn()
    return ArticulationCfg(
        prim_path="{ENV_REGEX_NS}/Robot",
        spawn=spawn,
        init_state=ArticulationCfg.InitialStateCfg(pos=(0.0, 0.0, 1.34), joint_pos={".*": 0.0}),
        actuators={"body": humanoid_actuators(described=isinstance(spawn, MjcfFileCfg))},
    )


def _humanoid_spawn() -> Any:
    return released_or_mjcf(
        "Isaac/Robots/IsaacSim/Humanoid/humanoid_instanceable.usd",
        lambda: newton_example("nv_humanoid.xml"),
        rigid_props=PhysxRigidBodyCfg(max_depenetration_velocity=10.0, enable_gyroscopic_forces=True),
        articulation_props=[PhysxArticulationCfg(enabled_self_collisions=True)],
    )


_JOINTS_OF_HUMANOID = {
    ".*_waist.*": "abdomen_[yz]",
    ".*_upper_arm.*": ".*_shoulder[12]",
    "pelvis": "abdomen_x",
    ".*_lower_arm": ".*_elbow",
    ".*_thigh:0": ".*_hip_x",
    ".*_thigh:1": ".*_hip_y",
    ".*_thigh:2": ".*_hip_z",
    ".*_shin": ".*_knee",
    ".*_foot.*": ".*_ankle_[xy]",
}
"""Joints of the released USD file, and what Newton's MJCF calls them."""


def _by_joint(values: tuple[float, ...], described: bool) -> dict[str, float]:
    """Values in the order of the joints above, by the names of the USD file or, of the MJCF, by those there."""
    names = _JOINTS_OF_HUMANOID.values() if described else _JOINTS_OF_HUMANOID
    return dict(zip(names, values, strict=True))


def humanoid_actuators(described: bool = False) -> ImplicitActuatorCfg:
    """Actuators of HUMANOID_CFG.

    Args:
        described: Whether joints have the names of Newton's MJCF, rather than those of the USD file.
    """
    return ImplicitActuatorCfg(
        joint_names_expr=[".*"],
        stiffness=_by_joint((20.0, 10.0, 10.0, 2.0, 10.0, 20.0, 10.0, 5.0, 2.0), described),
        damping=_by_joint((5.0, 5.0, 5.0, 1.0, 5.0, 5.0, 5.0, 0.1, 1.0), described),
        joint_velocity_limit={".*": 100.0},
        armature={".*": 0.01},
        joint_effort_limit=150.0,
    )


def humanoid_gears() -> dict[str, float]:
    """Torques of the humanoid's joints at action 1 [N m], in the tasks where it learns to walk."""
    described = isinstance(_humanoid_spawn(), MjcfFileCfg)
    return _by_joint((67.5, 67.5, 67.5, 45.0, 45.0, 135.0, 45.0, 90.0, 22.5), described)


def humanoid_28_cfg() -> ArticulationCfg:
    """The humanoid of motion imitation, with 28 joints: isaaclab_assets 3.0.0, robots/humanoid_28.py.

    The release takes its gains from the USD file, and so does the description in its place.
    """
    return ArticulationCfg(
        prim_path="{ENV_REGEX_NS}/Robot",
        spawn=released_or_mjcf(
            "Isaac/IsaacLab/Robots/Classic/Humanoid28/humanoid_28.usd",
            lambda: own_description("humanoid_28.xml"),
            rigid_props=PhysxRigidBodyCfg(max_depenetration_velocity=10.0, enable_gyroscopic_forces=True),
            articulation_props=[PhysxArticulationCfg(enabled_self_collisions=True)],
        ),
        init_state=ArticulationCfg.InitialStateCfg(pos=(0.0, 0.0, 0.8), joint_pos={".*": 0.0}),
        actuators={
            "body": ImplicitActuatorCfg(
                joint_names_expr=[".*"], stiffness=None, damping=None, joint_velocity_limit={".*": 100.0}
            ),
        },
    )


def crazyflie_cfg() -> ArticulationCfg:
    """Bitcraze's Crazyflie 2."""
    spawn = released_or_urdf(
        "Isaac/Robots/Bitcraze/Crazyflie/cf2x.usd",
        lambda: own_description("crazyflie.urdf"),
        fix_base=False,
        keep_links=".*",
        rigid_props=PhysxRigidBodyCfg(
            disable_gravity=False, max_depenetration_velocity=10.0, enable_gyroscopic_forces=True
        ),
        articulation_props=[PhysxArticulationCfg(enabled_self_collisions=False)],
    )
    return ArticulationCfg(
        prim_path="{ENV_REGEX_NS}/Robot",
        spawn=spawn,
        init_state=ArticulationCfg.InitialStateCfg(
            pos=(0.0, 0.0, 0.5),
            joint_pos={".*": 0.0},
            joint_vel={"m1_joint": 200.0, "m2_joint": -200.0, "m3_joint": 200.0, "m4_joint": -200.0},
        ),
        actuators={"dummy": ImplicitActuatorCfg(joint_names_expr=[".*"], stiffness=0.0, damping=0.0)},
    )
