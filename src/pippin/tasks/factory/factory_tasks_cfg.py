"""What is put together. Values are those that Isaac Lab 2.3.2 releases."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pippin.assets import ArticulationCfg
from pippin.robots.released import assembly_parts
from pippin.robots.released.files import released_or_mjcf, released_or_usd
from pippin.sim.schemas import CollisionPropertiesCfg, MassPropertiesCfg, RigidBodyPropertiesCfg
from pippin.utils import configclass
from pippin.utils.assets_root import assets_root

FOLDER = "Isaac/IsaacLab/Factory"

ASSET_DIR = f"{assets_root()}/{FOLDER}"
"""Folder of the released parts."""


@configclass
class FixedAssetCfg:
    """Dimensions of what stays where it is."""

    usd_path: str = ""
    diameter: float = 0.0
    """Diameter [m]."""
    height: float = 0.0
    """Height above its base [m]."""
    base_height: float = 0.0
    """Height of its base [m]."""
    friction: float = 0.75
    mass: float = 0.05
    """Mass [kg]."""


@configclass
class HeldAssetCfg:
    """Dimensions of what the hand holds."""

    usd_path: str = ""
    diameter: float = 0.0
    """Diameter where it is held [m]."""
    height: float = 0.0
    """Height [m]."""
    friction: float = 0.75
    mass: float = 0.05
    """Mass [kg]."""


@configclass
class RobotCfg:
    """Dimensions of the arm."""

    robot_usd: str = ""
    franka_fingerpad_length: float = 0.017608
    """Length of what a finger holds with, from its end [m]."""
    friction: float = 0.75


@configclass
class FactoryTask:
    """What is put together, how episodes begin, and what is rewarded."""

    robot_cfg: RobotCfg = RobotCfg()
    name: str = ""
    duration_s = 5.0
    fixed_asset_cfg: Any = FixedAssetCfg()
    held_asset_cfg: Any = HeldAssetCfg()
    asset_size: float = 0.0

    hand_init_pos: list = [0.0, 0.0, 0.015]
    """Where the hand begins from the top of what stays [m], and below the half range of its noise."""
    hand_init_pos_noise: list = [0.02, 0.02, 0.01]
    hand_init_orn: list = [3.1416, 0, 2.356]
    """Roll, pitch and yaw with which the hand begins [rad], and below the half range of their noise."""
    hand_init_orn_noise: list = [0.0, 0.0, 1.57]

    unidirectional_rot: bool = False
    """Whether the hand turns one way only."""

    fixed_asset_init_pos_noise: list = [0.05, 0.05, 0.05]
    """Half range of the noise of where what stays is [m]."""
    fixed_asset_init_orn_deg: float = 0.0
    """Least yaw of what stays, and below the range from there [deg]."""
    fixed_asset_init_orn_range_deg: float = 360.0

    held_asset_pos_noise: list = [0.0, 0.006, 0.003]
    """Half range of the noise of what is held, in its own frame [m]."""
    held_asset_rot_init: float = -90.0

    ee_success_yaw: float = 0.0
    action_penalty_ee_scale: float = 0.0
    action_grad_penalty_scale: float = 0.0
    num_keypoints: int = 4
    keypoint_scale: float = 0.15
    """Distance from the first to the last of the points that are compared [m]."""
    keypoint_coef_baseline: list = [5, 4]
    """a [1/m] and b of a reward ``1 / (exp(-a x) + b + exp(a x))`` for a mean distance x of these points [m]."""
    keypoint_coef_coarse: list = [50, 2]
    keypoint_coef_fine: list = [100, 0]
    success_threshold: float = 0.04
    """Share of the height that is left at a success."""
    engage_threshold: float = 0.9
    """Share of the height that is left where the parts have met."""


@configclass
class Peg8mm(HeldAssetCfg):
    """A peg of 8 mm."""

    usd_path = f"{ASSET_DIR}/factory_peg_8mm.usd"
    diameter = assembly_parts.PEG_DIAMETER
    height = assembly_parts.PEG_HEIGHT
    mass = 0.019


@configclass
class Hole8mm(FixedAssetCfg):
    """Its hole."""

    usd_path = f"{ASSET_DIR}/factory_hole_8mm.usd"
    diameter = assembly_parts.HOLE_DIAMETER
    height = assembly_parts.HOLE_HEIGHT
    base_height = 0.0


def part_properties(mass: float, is_weightless: bool) -> dict[str, Any]:
    """Properties that all parts are spawned with.

    Args:
        mass: Mass [kg].
        is_weightless: Whether gravity leaves it alone.
    """
    return {
        "activate_contact_sensors": True,
        "rigid_props": RigidBodyPropertiesCfg(
            disable_gravity=is_weightless,
            max_depenetration_velocity=5.0,
            linear_damping=0.0,
            angular_damping=0.0,
            max_linear_velocity=1000.0,
            max_angular_velocity=3666.0,
            enable_gyroscopic_forces=True,
            solver_position_iteration_count=192,
            solver_velocity_iteration_count=1,
            max_contact_impulse=1e32,
        ),
        "mass_props": MassPropertiesCfg(mass=mass),
        "collision_props": CollisionPropertiesCfg(contact_offset=0.005, rest_offset=0.0),
    }


def _fixed_part(file: str, description: Callable[[], str]) -> ArticulationCfg:
    """Part that stays before the arm, from the released file or else from a description."""
    return ArticulationCfg(
        prim_path="/World/envs/env_.*/FixedAsset",
        spawn=released_or_mjcf(
            f"{FOLDER}/{file}.usd", description, fix_base=True, **part_properties(mass=0.05, is_weightless=False)
        ),
        init_state=ArticulationCfg.InitialStateCfg(pos=(0.6, 0.0, 0.05), joint_pos={}, joint_vel={}),
        actuators={},
    )


def _free_part(
    file: str, description: Callable[[], str], prim_name: str, mass: float, is_weightless: bool
) -> ArticulationCfg:
    """Part that lies beside the arm at first, from the released file or else from a description."""
    return ArticulationCfg(
        prim_path=f"/World/envs/env_.*/{prim_name}",
        spawn=released_or_usd(
            f"{FOLDER}/{file}.usd",
            lambda: assembly_parts.articulation_of_one_body(description()),
            **part_properties(mass=mass, is_weightless=is_weightless),
        ),
        init_state=ArticulationCfg.InitialStateCfg(pos=(0.0, 0.4, 0.1), joint_pos={}, joint_vel={}),
        actuators={},
    )


@configclass
class PegInsert(FactoryTask):
    """Put a peg of 8 mm into its hole, which is 0.114 mm wider."""

    name = "peg_insert"
    fixed_asset_cfg: Any = Hole8mm()
    held_asset_cfg: Any = Peg8mm()
    asset_size = 8.0
    duration_s = 10.0
    hand_init_pos: list = [0.0, 0.0, 0.047]
    hand_init_orn: list = [3.1416, 0.0, 0.0]
    hand_init_orn_noise: list = [0.0, 0.0, 0.785]
    held_asset_pos_noise: list = [0.003, 0.0, 0.003]
    held_asset_rot_init: float = 0.0

    fixed_asset: ArticulationCfg = _fixed_part("factory_hole_8mm", assembly_parts.hole_description)
    held_asset: ArticulationCfg = _free_part(
        "factory_peg_8mm", assembly_parts.peg_description, "HeldAsset", 0.019, True
    )


@configclass
class GearBase(FixedAssetCfg):
    """A plate with three shafts."""

    usd_path = f"{ASSET_DIR}/factory_gear_base.usd"
    height = assembly_parts.SHAFT_HEIGHT
    base_height = assembly_parts.GEAR_PLATE
    small_gear_base_offset: list = [5.075e-2, 0.0, 0.0]
    """Where the shafts are from the middle of the plate [m]."""
    medium_gear_base_offset: list = [2.025e-2, 0.0, 0.0]
    large_gear_base_offset: list = [-3.025e-2, 0.0, 0.0]


@configclass
class MediumGear(HeldAssetCfg):
    """The gear in the middle."""

    usd_path = f"{ASSET_DIR}/factory_gear_medium.usd"
    diameter = assembly_parts.HUB_DIAMETER
    height: float = assembly_parts.HUB_TOP
    mass = 0.012


def _gear(size: str, prim_name: str, mass: float, is_weightless: bool) -> ArticulationCfg:
    """Gear that lies beside the arm at first."""
    return _free_part(
        f"factory_gear_{size}", lambda: assembly_parts.gear_description(size), prim_name, mass, is_weightless
    )


@configclass
class GearMesh(FactoryTask):
    """Put a gear onto its shaft, between two others."""

    name = "gear_mesh"
    fixed_asset_cfg: Any = GearBase()
    held_asset_cfg: Any = MediumGear()
    duration_s = 20.0

    small_gear_usd = f"{ASSET_DIR}/factory_gear_small.usd"
    large_gear_usd = f"{ASSET_DIR}/factory_gear_large.usd"
    small_gear_cfg: ArticulationCfg = _gear("small", "SmallGearAsset", 0.019, False)
    large_gear_cfg: ArticulationCfg = _gear("large", "LargeGearAsset", 0.019, False)
    add_flanking_gears = True
    """Whether the other two are on their shafts when an episode begins."""
    add_flanking_gears_prob = 1.0

    hand_init_pos: list = [0.0, 0.0, 0.035]
    hand_init_pos_noise: list = [0.02, 0.02, 0.01]
    hand_init_orn: list = [3.1416, 0, 0.0]
    hand_init_orn_noise: list = [0.0, 0.0, 0.785]
    fixed_asset_init_pos_noise: list = [0.05, 0.05, 0.05]
    fixed_asset_init_orn_deg: float = 0.0
    fixed_asset_init_orn_range_deg: float = 15.0
    held_asset_pos_noise: list = [0.003, 0.0, 0.003]
    held_asset_rot_init: float = -90.0
    keypoint_coef_baseline: list = [5, 4]
    keypoint_coef_coarse: list = [50, 2]
    keypoint_coef_fine: list = [100, 0]
    success_threshold: float = 0.05
    engage_threshold: float = 0.9

    fixed_asset: ArticulationCfg = _fixed_part("factory_gear_base", assembly_parts.gear_base_description)
    held_asset: ArticulationCfg = _gear("medium", "HeldAsset", 0.012, True)


@configclass
class BoltM16(FixedAssetCfg):
    """A bolt M16, which stands on its head."""

    usd_path = f"{ASSET_DIR}/factory_bolt_m16.usd"
    diameter = assembly_parts.HEAD_DIAMETER
    height = assembly_parts.SHANK_LENGTH
    base_height = assembly_parts.HEAD_HEIGHT
    thread_pitch = assembly_parts.PITCH


@configclass
class NutM16(HeldAssetCfg):
    """Its nut."""

    usd_path = f"{ASSET_DIR}/factory_nut_m16.usd"
    diameter = assembly_parts.NUT_WIDTH
    height = assembly_parts.NUT_HEIGHT
    mass = 0.03
    friction = 0.01


@configclass
class NutThread(FactoryTask):
    """Screw a nut onto a bolt, by one and a half turns."""

    name = "nut_thread"
    fixed_asset_cfg: Any = BoltM16()
    held_asset_cfg: Any = NutM16()
    asset_size = 16.0
    duration_s = 30.0
    hand_init_pos: list = [0.0, 0.0, 0.015]
    hand_init_pos_noise: list = [0.02, 0.02, 0.01]
    hand_init_orn: list = [3.1416, 0.0, 1.83]
    hand_init_orn_noise: list = [0.0, 0.0, 0.26]
    unidirectional_rot: bool = True
    fixed_asset_init_pos_noise: list = [0.05, 0.05, 0.05]
    fixed_asset_init_orn_deg: float = 120.0
    fixed_asset_init_orn_range_deg: float = 30.0
    held_asset_pos_noise: list = [0.0, 0.003, 0.003]
    held_asset_rot_init: float = -90.0
    ee_success_yaw = 0.0
    """Yaw of the hand below which the nut has been turned [rad]."""
    keypoint_coef_baseline: list = [100, 2]
    keypoint_coef_coarse: list = [500, 2]
    keypoint_coef_fine: list = [1500, 0]
    success_threshold: float = 0.375
    """Share of the pitch that the nut is above its goal at a success."""
    engage_threshold: float = 0.5
    keypoint_scale: float = 0.05

    fixed_asset: ArticulationCfg = _fixed_part("factory_bolt_m16", assembly_parts.bolt_description)
    held_asset: ArticulationCfg = _free_part("factory_nut_m16", assembly_parts.nut_description, "HeldAsset", 0.03, True)
