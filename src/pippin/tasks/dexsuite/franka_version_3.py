"""Lifting with Franka's Panda things that its gripper can hold, as Isaac Lab 3.0.0 releases it."""

from __future__ import annotations

import math
from typing import Any

from pippin.assets import ArticulationCfg
from pippin.envs.managers import RewardTermCfg, SceneEntityCfg
from pippin.robots import released
from pippin.sensors import ContactSensorCfg
from pippin.sim.spawners import MeshCapsuleCfg, MeshCuboidCfg, MeshSphereCfg
from pippin.tasks.dexsuite import lift_env_cfg_version_3 as lift
from pippin.tasks.dexsuite import mdp_version_3 as mdp
from pippin.tasks.dexsuite.curriculum_cfg import FrankaLiftCurriculumCfg
from pippin.tasks.dexsuite.dexsuite_env_cfg import event
from pippin.tasks.dexsuite.grasp_events import Grasp
from pippin.utils import configclass
from pippin.utils.presets import preset

HAND = (
    "{ENV_REGEX_NS}/Robot/Geometry/panda_link0/panda_link1/panda_link2/panda_link3/panda_link4/panda_link5/panda_link6"
    "/panda_link7/panda_hand"
)
"""Where the released file has the hand; descriptions have their links right below the robot."""

FINGERTIP_LIST = ["panda_rightfinger", "panda_leftfinger"]
"""Links whose contacts with the thing are felt."""

THUMB_SENSOR = "panda_leftfinger_object_s"
"""Sensor of the finger that counts as the thumb."""

FINGER_SENSORS = ["panda_rightfinger_object_s"]

CLOSING_SPEEDS = (0.01, 0.2)
"""How fast fingers close at least and at most, as the real hand's do [m/s]."""

_UPRIGHT, _ACROSS = (0.0, 0.0, 0.0, 1.0), (0.0, math.sqrt(0.5), 0.0, math.sqrt(0.5))
"""A shape's z axis along that of the hand, or along its x axis: across the fingers' way."""


def franka_panda_lift_cfg() -> ArticulationCfg:
    """Franka's Panda with gains and rotors for lifting, about those of libfranka's example of joint impedance."""
    cfg = released.FRANKA_PANDA_CFG
    arm, hand, follower = (cfg.actuators[name] for name in ("panda_arm", "panda_hand", "panda_finger2_passive"))
    speeds: dict[str, Any] = {"actuator_velocity_limit": 0.2, "joint_velocity_limit": 2.0, "armature": 0.1}
    cfg.actuators = {
        "panda_arm": arm.replace(
            actuator_velocity_limit={"panda_joint[1-4]": 2.175, "panda_joint[5-7]": 2.61},
            stiffness={"panda_joint[1-4]": 600.0, "panda_joint5": 250.0, "panda_joint6": 150.0, "panda_joint7": 50.0},
            damping={"panda_joint[1-4]": 50.0, "panda_joint5": 30.0, "panda_joint6": 25.0, "panda_joint7": 15.0},
            armature={"panda_joint[1-2]": 0.6057, "panda_joint[3-4]": 0.4625, "panda_joint[5-7]": 0.2055},
        ),
        "panda_hand": hand.replace(joint_effort_limit=70.0, stiffness=350.0, damping=175.0, **speeds),
        "panda_finger2_passive": follower.replace(joint_effort_limit=1.0, **speeds),
    }
    return cfg


def graspable_objects() -> list[Grasp]:
    """Shapes that fit between the fingers, with where each finger is before it grasps them and how they lie there."""
    cuboids = (
        ((0.05, 0.05, 0.05), 0.026),
        ((0.025, 0.05, 0.05), 0.026),
        ((0.025, 0.025, 0.05), 0.0135),
        ((0.01, 0.05, 0.05), 0.026),
    )
    capsules = ((0.025, 0.1, 0.026), (0.025, 0.2, 0.026), (0.01, 0.2, 0.011))
    return [
        *((MeshCuboidCfg(size=size, **lift.OBJECT_PHYSICS), opening, _UPRIGHT) for size, opening in cuboids),
        (MeshSphereCfg(radius=0.02, **lift.OBJECT_PHYSICS), 0.021, _UPRIGHT),
        *(
            (MeshCapsuleCfg(radius=radius, height=height, **lift.OBJECT_PHYSICS), opening, _ACROSS)
            for radius, height, opening in capsules
        ),
    ]


@configclass
class FrankaSceneCfg(lift.SceneCfg):
    """A Panda that is turned around, so that x is in front of it, with sensors between its fingers and the thing."""

    robot: ArticulationCfg = franka_panda_lift_cfg().replace(prim_path="{ENV_REGEX_NS}/Robot")

    def __post_init__(self) -> None:
        super().__post_init__()
        spawn: Any = self.robot.spawn
        spawn.variants["Physics"] = preset(default="mujoco", isaacsim_physx="physx", physx="physx", ovphysx="physx")
        fewer = released.FRANKA_MINIMAL_CFG.spawn.variants["Colliders"]
        spawn.variants["Colliders"] = preset(default=spawn.variants["Colliders"], minimal=fewer)
        spawn.activate_contact_sensors = True
        self.robot.init_state.rot = (0.0, 0.0, 1.0, 0.0)
        for link in FINGERTIP_LIST:
            sensor = ContactSensorCfg(prim_path=f"{HAND}/{link}", filter_prim_paths_expr=["{ENV_REGEX_NS}/Object"])
            setattr(self, f"{link}_object_s", sensor)
        thing: Any = self.object.spawn
        for name in ("shapes", "default"):
            getattr(thing, name).assets_cfg = [shape for shape, _, _ in graspable_objects()]


@configclass
class StateObservationCfg(lift.ObservationsCfg):
    """What the fingers feel and the thing's points."""

    def __post_init__(self) -> None:
        super().__post_init__()
        lift.feel_with(self, fingertips=FINGERTIP_LIST, hand=FINGERTIP_LIST)


@configclass
class FrankaRelJointPosActionCfg:
    """Changes of all joints' targets."""

    action = mdp.RelativeJointPositionActionCfg(asset_name="robot", joint_names=[".*"], scale=0.1)


@configclass
class FrankaReorientRewardCfg(lift.RewardsCfg):
    """The rewards, some for touching the thing, and costs of motion, which the curriculum lets grow."""

    action_rate = RewardTermCfg(func=mdp.action_rate_l2, weight=-1e-4)
    joint_vel = RewardTermCfg(func=mdp.joint_vel_l2, weight=-1e-4, params={"asset_cfg": SceneEntityCfg("robot")})
    good_finger_contact = RewardTermCfg(
        func=mdp.contacts,
        weight=0.75,
        params={"threshold": 0.01, "thumb_name": THUMB_SENSOR, "finger_names": list(FINGER_SENSORS)},
    )
    contact_count = RewardTermCfg(
        func=mdp.contact_count,
        weight=0.1,
        params={"threshold": 0.01, "sensor_names": [*FINGER_SENSORS, THUMB_SENSOR]},
    )

    def __post_init__(self) -> None:
        self.fingers_to_object.params["asset_cfg"] = SceneEntityCfg("robot", body_names=".*finger")
        self.feel(THUMB_SENSOR, FINGER_SENSORS)


def _any_closing_speed() -> Any:
    """Damping of the driven finger, by which it closes at any speed of :data:`CLOSING_SPEEDS`."""
    hand: Any = franka_panda_lift_cfg().actuators["panda_hand"]
    force = 0.1 * hand.stiffness  # of the largest action
    return event(
        mdp.randomize_actuator_gains,
        "startup",
        SceneEntityCfg("robot", joint_names="panda_finger_joint1"),
        damping_distribution_params=(0.0, force / CLOSING_SPEEDS[0] - hand.damping),
        operation="add",
    )


@configclass
class FrankaEventCfg(lift.EventCfg):
    """The events, where fingers close at any speed and begin at the same opening."""

    gripper_closing_speed: Any = _any_closing_speed()

    def __post_init__(self) -> None:
        params = self.conditional_reset.params
        terms = params["terms"]
        terms["reset_robot_wrist_joint"].params["asset_cfg"] = SceneEntityCfg("robot", joint_names="panda_joint7")
        terms["reset_robot_joints"].params["asset_cfg"] = SceneEntityCfg("robot", joint_names="panda_joint.*")
        terms["reset_gripper_width"] = event(
            mdp.reset_joints_shared_offset,
            "reset",
            SceneEntityCfg("robot", joint_names="panda_finger_joint.*"),
            position_range=[-0.04, 0.0],
        )
        terms["reset_object_to_target"].params.update(
            target_cfg=SceneEntityCfg("robot", body_names="panda_hand"),
            pose_range={"x": [-0.02, 0.02], "y": [-0.02, 0.02], "z": [0.08, 0.12]},
        )
        links = ["panda_link[1-7]", "panda_hand", ".*finger"]  # all but the arm's foot, which stands on the ground
        params["valid_criteria"]["robot_table_clearance"].body_names = links
        params["max_prefill_iters"] = 20_000
        if params["diversity_feature"] is not None:
            params["diversity_feature"].body_names = ".*finger"
        self.joint_stiffness_and_damping.params["asset_cfg"] = SceneEntityCfg("robot", joint_names="panda_joint.*")


@configclass
class FrankaMixinCfg:
    """Puts the Panda into a config."""

    scene: Any = FrankaSceneCfg(num_envs=4096, env_spacing=3, replicate_physics=True)
    rewards: Any = FrankaReorientRewardCfg()
    observations: Any = StateObservationCfg()
    actions: Any = FrankaRelJointPosActionCfg()
    events: Any = FrankaEventCfg()

    def __post_init__(self: Any) -> None:
        super().__post_init__()  # type: ignore[misc]
        self.commands.object_pose.body_name = "panda_hand"
        self.commands.object_pose.ranges.pos_x = (0.3, 0.7)  # it is turned around
        fast = self.terminations.abnormal_robot  # beyond the engine's limits; those of the actuators are often passed
        fast.func = mdp.abnormal_robot_state
        fast.params["asset_cfg"] = SceneEntityCfg("robot", joint_names="panda_joint.*")


@configclass
class FrankaLiftEnvCfg(FrankaMixinCfg, lift.LiftEnvCfg):
    """The Panda brings a thing to a place; three quarters of the states are drawn with it between the fingers.

    ``env.events.conditional_reset.params.terms.reset_object_to_target.params.probability=0`` begins at the table alone.
    """

    curriculum: Any = FrankaLiftCurriculumCfg()

    def __post_init__(self) -> None:
        super().__post_init__()
        params = self.events.conditional_reset.params
        params["diversity_feature"] = None  # by which states near a grasp would be thinned out
        grasp = params["terms"].pop("reset_object_to_target")
        params["terms"]["reset_object_to_target"] = grasp  # after the gripper's width
        grasp.func = mdp.reset_to_grasp
        del grasp.params["velocity_range"]
        grasp.params.update(
            probability=0.75,
            gripper_cfg=SceneEntityCfg("robot", joint_names="panda_finger_joint.*"),
            pose_range={"x": (-0.002, 0.002), "y": (-0.002, 0.002), "z": (0.1, 0.1)},
            grasp_configs=graspable_objects(),
        )

    def play_mode(self) -> None:
        """Change the config for watching a policy, with fingers as fast as the real ones."""
        super().play_mode()
        self.events.gripper_closing_speed = None
