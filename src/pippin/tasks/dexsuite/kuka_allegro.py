"""Dexsuite with Wonik Robotics' Allegro hand on Kuka's LBR iiwa 7. Values are Isaac Lab 2.3.2's."""

from __future__ import annotations

from typing import Any

from pippin.envs.managers import ObservationTermCfg, RewardTermCfg, SceneEntityCfg
from pippin.robots import released
from pippin.sensors import ContactSensorCfg
from pippin.tasks.dexsuite import mdp
from pippin.tasks.dexsuite.dexsuite_env_cfg import (
    DexsuiteLiftEnvCfg,
    DexsuiteLiftEnvCfg_PLAY,
    DexsuiteReorientEnvCfg,
    DexsuiteReorientEnvCfg_PLAY,
    RewardsCfg,
)
from pippin.utils import configclass

_TOUCHING = ["index_link_3", "middle_link_3", "ring_link_3", "thumb_link_3"]
_HAND = ["palm_link", ".*_tip"]


@configclass
class KukaAllegroRelJointPosActionCfg:
    """Changes of all joints' targets."""

    action = mdp.RelativeJointPositionActionCfg(asset_name="robot", joint_names=[".*"], scale=0.1)


@configclass
class KukaAllegroReorientRewardCfg(RewardsCfg):
    """The rewards, and one for a grasp with the thumb."""

    good_finger_contact = RewardTermCfg(func=mdp.contacts, weight=0.5, params={"threshold": 1.0})


@configclass
class KukaAllegroMixinCfg:
    """Puts the hand on its arm into a config, with sensors between its fingertips and the thing."""

    rewards: Any = KukaAllegroReorientRewardCfg()
    actions: Any = KukaAllegroRelJointPosActionCfg()

    def __post_init__(self: Any) -> None:
        super().__post_init__()  # type: ignore[misc]
        self.scene.robot = released.KUKA_ALLEGRO_CFG.replace(prim_path="{ENV_REGEX_NS}/Robot")
        for link in _TOUCHING:
            sensor = ContactSensorCfg(
                prim_path=f"{{ENV_REGEX_NS}}/Robot/ee_link/{link}", filter_prim_paths_expr=["{ENV_REGEX_NS}/Object"]
            )
            setattr(self.scene, f"{link}_object_s", sensor)
        proprio = self.observations.proprio
        proprio.contact = ObservationTermCfg(
            func=mdp.fingers_contact_force_b,
            params={"contact_sensor_names": [f"{link}_object_s" for link in _TOUCHING]},
            clip=(-20.0, 20.0),
        )
        proprio.hand_tips_state_b.params["body_asset_cfg"].body_names = list(_HAND)
        self.rewards.fingers_to_object.params["asset_cfg"] = SceneEntityCfg("robot", body_names=list(_HAND))


@configclass
class DexsuiteKukaAllegroReorientEnvCfg(KukaAllegroMixinCfg, DexsuiteReorientEnvCfg):
    """The hand brings a thing to a pose."""


@configclass
class DexsuiteKukaAllegroReorientEnvCfg_PLAY(KukaAllegroMixinCfg, DexsuiteReorientEnvCfg_PLAY):  # noqa: N801
    """The hand brings a thing to a pose, to look at."""


@configclass
class DexsuiteKukaAllegroLiftEnvCfg(KukaAllegroMixinCfg, DexsuiteLiftEnvCfg):
    """The hand brings a thing to a place."""


@configclass
class DexsuiteKukaAllegroLiftEnvCfg_PLAY(KukaAllegroMixinCfg, DexsuiteLiftEnvCfg_PLAY):  # noqa: N801
    """The hand brings a thing to a place, to look at."""
