"""Stacks for new demonstrations in parts, by poses of the hand itself: on the table, or in a bin.

Values are those that Isaac Lab 2.3.2 and 3.0.0 release.
"""

from __future__ import annotations

from typing import Any

from pippin.assets import RigidObjectCfg
from pippin.envs.managers import EventTermCfg, SceneEntityCfg
from pippin.robots import released
from pippin.sim import UsdFileCfg
from pippin.sim.schemas import RigidBodyPropertiesCfg
from pippin.tasks.manipulation import stack_env_cfg, stack_events, stack_franka, stack_version_3
from pippin.tasks.manipulation.reach_robots import ROBOT
from pippin.tasks.manipulation.scenes import ISAAC_ASSETS
from pippin.tasks.manipulation.stack_visuomotor import label_parts
from pippin.utils import configclass

IN_BIN: dict[str, stack_events.Range] = {"x": (0.4, 0.4), "y": (0.0, 0.0), "z": (0.0203, 0.0203), "yaw": (0.0, 0.0)}
"""Where the bin is, and the lowest cube in it [m, rad]."""


def _take_frame_of_hand(cfg: Any) -> None:
    """Let actions move the frame of the hand, which is what is seen as the end effector, too."""
    cfg.actions.arm_action.body_offset.pos = (0.0, 0.0, 0.0)
    for frame in cfg.scene.ee_frame.target_frames:
        if frame.name == "end_effector":
            frame.offset.pos = (0.0, 0.0, 0.0)


# -- on the table ------------------------------------------------------------------------------------------------------


@configclass
class SkillgenObservationsCfg(stack_env_cfg.ObservationsCfg):
    """What the policy sees, and which parts of the work are done, with the last one."""

    @configclass
    class SubtaskCfg(stack_env_cfg.ObservationsCfg.SubtaskCfg):
        """Each cube is held, and lies on the one below."""

        stack_2 = stack_env_cfg.stacked("cube_3", "cube_2")

    subtask_terms: Any = SubtaskCfg()


def _spread_cubes(cfg: Any) -> None:
    """Let cubes begin on more of the table."""
    cfg.events.randomize_cube_positions.params["pose_range"] = {
        "x": (0.45, 0.6),
        "y": (-0.23, 0.23),
        "z": (0.0203, 0.0203),
        "yaw": (-1.0, 1.0),
    }


@configclass
class FrankaCubeStackSkillgenEnvCfg(stack_franka.FrankaCubeStackIkRelEnvCfg):
    """Franka's Panda stacks cubes by changes of its hand's pose, on more of the table."""

    observations: Any = SkillgenObservationsCfg()

    def __post_init__(self) -> None:
        super().__post_init__()
        _take_frame_of_hand(self)
        _spread_cubes(self)


@configclass
class NewerStackSkillgenEnvCfg(stack_version_3.FrankaCubeStackIkRelEnvCfg):
    """The same as Isaac Lab 3.0.0 releases it, whose arm begins near its default."""

    observations: Any = SkillgenObservationsCfg()

    def __post_init__(self) -> None:
        super().__post_init__()
        self.scene.robot = released.FRANKA_PANDA_HIGH_PD_CFG.replace(prim_path=ROBOT)
        _take_frame_of_hand(self)
        _spread_cubes(self)


# -- in a bin ----------------------------------------------------------------------------------------------------------


def _put(asset: str, pose_range: dict[str, stack_events.Range]) -> EventTermCfg:
    params = {"pose_range": pose_range, "min_separation": 0.0, "asset_cfgs": [SceneEntityCfg(asset)]}
    return EventTermCfg(func=stack_events.randomize_object_pose, mode="reset", params=params)


@configclass
class BinEventCfg:
    """Where episodes begin: the arm near its home, the first cube in the bin, the others farther away."""

    init_franka_arm_pose = stack_franka.EventCfg().init_franka_arm_pose
    randomize_franka_joint_state = stack_franka.EventCfg().randomize_franka_joint_state
    reset_blue_bin_pose = _put("blue_sorting_bin", IN_BIN)
    reset_cube_1_pose = _put("cube_1", IN_BIN)
    reset_cube_pose = EventTermCfg(
        func=stack_events.randomize_object_pose,
        mode="reset",
        params={
            "pose_range": {"x": (0.65, 0.70), "y": (-0.18, 0.18), "z": (0.0203, 0.0203), "yaw": (-1.0, 1.0)},
            "min_separation": 0.1,
            "asset_cfgs": [SceneEntityCfg("cube_2"), SceneEntityCfg("cube_3")],
        },
    )


def _add_bin(cfg: Any) -> None:
    """Give a stack a bin around its first cube, and the places of its cubes and of its frames."""
    cfg.events = BinEventCfg()
    label_parts(cfg)
    _take_frame_of_hand(cfg)
    cfg.scene.blue_sorting_bin = RigidObjectCfg(
        prim_path="{ENV_REGEX_NS}/BlueSortingBin",
        init_state=RigidObjectCfg.InitialStateCfg(pos=(0.4, 0.0, 0.0203)),
        spawn=UsdFileCfg(
            usd_path=f"{ISAAC_ASSETS}/IsaacLab/Mimic/nut_pour_task/nut_pour_assets/sorting_bin_blue.usd",
            scale=(1.1, 1.6, 3.3),
            rigid_props=RigidBodyPropertiesCfg(),
        ),
    )
    cubes = {"cube_1": (0.4, 0.0, 0.025), "cube_2": (0.85, 0.25, 0.0203), "cube_3": (0.85, -0.25, 0.0203)}
    for name, position in cubes.items():
        cube = getattr(cfg.scene, name)
        cube.init_state.pos = position
        cube.spawn.rigid_props.solver_position_iteration_count = 40
        cube.spawn.semantic_tags = None


@configclass
class FrankaBinStackEnvCfg(stack_franka.FrankaCubeStackIkRelEnvCfg):
    """Franka's Panda stacks cubes in a bin, by changes of its hand's pose."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _add_bin(self)


@configclass
class NewerBinStackEnvCfg(stack_version_3.FrankaCubeStackIkRelEnvCfg):
    """The same as Isaac Lab 3.0.0 releases it."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.scene.robot = released.FRANKA_PANDA_HIGH_PD_CFG.replace(prim_path=ROBOT)
        _add_bin(self)
