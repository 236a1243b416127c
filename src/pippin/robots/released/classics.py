"""Robots of classic tasks: isaaclab_assets 3.0.0, cartpole.py, cart_double_pendulum.py, ant.py, ..., quadcopter.py."""

from __future__ import annotations

from pippin.actuators import ImplicitActuatorCfg
from pippin.assets import ArticulationCfg
from pippin.sim import PhysxArticulationCfg, PhysxRigidBodyCfg

from ..descriptions import newton_example, own_description
from ..renamed_description import renamed_mjcf, renamed_usd
from .files import released_or_mjcf, released_or_urdf, released_or_usd


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
    """The classic humanoid."""
    return ArticulationCfg(
        prim_path="{ENV_REGEX_NS}/Robot",
        spawn=released_or_usd(
            "Isaac/Robots/IsaacSim/Humanoid/humanoid_instanceable.usd",
            _described_humanoid,
            rigid_props=PhysxRigidBodyCfg(max_depenetration_velocity=10.0, enable_gyroscopic_forces=True),
            articulation_props=[PhysxArticulationCfg(enabled_self_collisions=True)],
        ),
        init_state=ArticulationCfg.InitialStateCfg(pos=(0.0, 0.0, 1.34), joint_pos={".*": 0.0}),
        actuators={
            "body": ImplicitActuatorCfg(
                joint_names_expr=[".*"],
                stiffness=_by_joint(20.0, 10.0, 10.0, 2.0, 10.0, 20.0, 10.0, 5.0, 2.0),
                damping=_by_joint(5.0, 5.0, 5.0, 1.0, 5.0, 5.0, 5.0, 0.1, 1.0),
                joint_velocity_limit={".*": 100.0},
                armature={".*": 0.01},
                joint_effort_limit=150.0,
            )
        },
    )


def _described_humanoid() -> str:
    """Newton's humanoid, each joint under the name of the body that it moves, as in the released file."""
    joints = {"abdomen_x": "pelvis"}
    for side in ("right", "left"):
        joints |= {f"{side}_knee": f"{side}_shin", f"{side}_elbow": f"{side}_lower_arm"}
    return renamed_usd(newton_example("humanoid.usda"), joints)


_JOINTS_OF_HUMANOID = (
    *(".*_waist.*", ".*_upper_arm.*", "pelvis", ".*_lower_arm"),
    *(".*_thigh:0", ".*_thigh:1", ".*_thigh:2", ".*_shin", ".*_foot.*"),
)


def _by_joint(*values: float) -> dict[str, float]:
    """Values in the order of the joints above."""
    return dict(zip(_JOINTS_OF_HUMANOID, values, strict=True))


def humanoid_gears() -> dict[str, float]:
    """Torques of the humanoid's joints at action 1 [N m], in the tasks where it learns to walk."""
    return _by_joint(67.5, 67.5, 67.5, 45.0, 45.0, 135.0, 45.0, 90.0, 22.5)


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
