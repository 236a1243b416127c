"""Lifting and turning with Wonik's Allegro hand on Kuka's LBR iiwa 7, as Isaac Lab 3.0.0 releases it."""

from __future__ import annotations

from typing import Any

from pippin.assets import ArticulationCfg
from pippin.envs.managers import RewardTermCfg, SceneEntityCfg
from pippin.robots import released
from pippin.sensors import ContactSensorCfg
from pippin.tasks.dexsuite import lift_env_cfg_version_3 as lift
from pippin.tasks.dexsuite import mdp_version_3 as mdp
from pippin.tasks.dexsuite.dexsuite_env_cfg import event
from pippin.tasks.dexsuite.kuka_allegro import KukaAllegroRelJointPosActionCfg
from pippin.utils import configclass

FINGERTIP_LIST = ["index_link_3", "middle_link_3", "ring_link_3", "thumb_link_3"]
"""Links whose contacts with the thing are felt."""

THUMB_SENSOR = "thumb_link_3_object_s"
FINGER_SENSORS = [f"{link}_object_s" for link in FINGERTIP_LIST[:-1]]

_HAND = ["palm_link", ".*_tip"]


@configclass
class KukaAllegroSceneCfg(lift.SceneCfg):
    """The hand on its arm, with sensors between its fingertips and the thing."""

    robot: ArticulationCfg = released.KUKA_ALLEGRO_CFG.replace(prim_path="{ENV_REGEX_NS}/Robot")
    base_camera: Any = None
    wrist_camera: Any = None

    def __post_init__(self) -> None:
        super().__post_init__()
        for link in FINGERTIP_LIST:
            sensor = ContactSensorCfg(
                prim_path=f"{{ENV_REGEX_NS}}/Robot/ee_link/{link}", filter_prim_paths_expr=["{ENV_REGEX_NS}/Object"]
            )
            setattr(self, f"{link}_object_s", sensor)


@configclass
class StateObservationCfg(lift.ObservationsCfg):
    """What the hand feels and the thing's points."""

    def __post_init__(self) -> None:
        super().__post_init__()
        lift.feel_with(self, fingertips=FINGERTIP_LIST, hand=_HAND)


@configclass
class KukaAllegroReorientRewardCfg(lift.RewardsCfg):
    """The rewards, and some for touching the thing."""

    good_finger_contact = RewardTermCfg(
        func=mdp.contacts,
        weight=1.0,
        params={"threshold": 0.01, "thumb_name": THUMB_SENSOR, "finger_names": list(FINGER_SENSORS)},
    )
    contact_count = RewardTermCfg(
        func=mdp.contact_count,
        weight=0.1,
        params={"threshold": 0.01, "sensor_names": [*FINGER_SENSORS, THUMB_SENSOR]},
    )

    def __post_init__(self) -> None:
        self.fingers_to_object.params["asset_cfg"] = SceneEntityCfg("robot", body_names=list(_HAND))
        self.feel(THUMB_SENSOR, FINGER_SENSORS)


@configclass
class KukaAllegroMixinCfg:
    """Puts the hand on its arm into a config."""

    scene: Any = KukaAllegroSceneCfg(num_envs=4096, env_spacing=3, replicate_physics=True)
    rewards: Any = KukaAllegroReorientRewardCfg()
    observations: Any = StateObservationCfg()
    actions: Any = KukaAllegroRelJointPosActionCfg()

    def __post_init__(self: Any) -> None:
        super().__post_init__()  # type: ignore[misc]
        self.commands.object_pose.body_name = "palm_link"
        params = self.events.conditional_reset.params
        terms = params["terms"]
        terms["reset_robot_wrist_joint"].params["asset_cfg"] = SceneEntityCfg("robot", joint_names="iiwa7_joint_7")
        terms["reset_object_to_target"].params.update(
            target_cfg=SceneEntityCfg("robot", body_names="palm_link"),
            pose_range={"x": [0.03, 0.07], "y": [-0.04, 0.04], "z": [0.02, 0.08]},
        )
        # all but the arm's foot, which stands on the ground
        params["valid_criteria"]["robot_table_clearance"].body_names = "(?!iiwa7_link_0$).*"
        if params["diversity_feature"] is not None:
            params["diversity_feature"].body_names = list(_HAND)
        self.events.finger_closing_speed = event(  # the inertia of their rotors decides how fast fingers close
            mdp.randomize_joint_parameters,
            "startup",
            SceneEntityCfg("robot", joint_names="(index|middle|ring|thumb)_joint_(0|1|2|3)"),
            armature_distribution_params=(0.1, 1.0),
            operation="scale",
            distribution="log_uniform",
        )


@configclass
class KukaAllegroReorientEnvCfg(KukaAllegroMixinCfg, lift.ReorientEnvCfg):
    """The hand brings a thing to a pose."""


@configclass
class KukaAllegroLiftEnvCfg(KukaAllegroMixinCfg, lift.LiftEnvCfg):
    """The hand brings a thing to a place."""
