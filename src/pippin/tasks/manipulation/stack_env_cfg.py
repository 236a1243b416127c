"""What tasks of stacking three cubes share: table, observations, ends of episodes, with the values of 2.3.2."""

from __future__ import annotations

from dataclasses import MISSING
from typing import Any

from pippin.assets import ArticulationCfg, AssetBaseCfg
from pippin.envs import ManagerBasedRLEnvCfg
from pippin.envs.managers import ObservationGroupCfg, ObservationTermCfg, SceneEntityCfg, TerminationTermCfg
from pippin.scene import InteractiveSceneCfg
from pippin.sensors import FrameTransformerCfg
from pippin.sim import SimulationCfg
from pippin.sim.spawners import DomeLightCfg
from pippin.tasks.manipulation import stack_mdp as mdp
from pippin.tasks.manipulation.scenes import ground_cfg, table_cfg
from pippin.utils import configclass


@configclass
class ObjectTableSceneCfg(InteractiveSceneCfg):
    """An arm at a table; a robot's config sets arm, cubes, and the frames of the gripper."""

    robot: ArticulationCfg = MISSING
    ee_frame: FrameTransformerCfg = MISSING
    table = table_cfg(0.5)
    plane = ground_cfg("/World/GroundPlane")
    light = AssetBaseCfg(prim_path="/World/light", spawn=DomeLightCfg(color=(0.75, 0.75, 0.75), intensity=3000.0))


@configclass
class ActionsCfg:
    """What moves arm and gripper; a robot sets them."""

    arm_action: Any = MISSING
    gripper_action: Any = MISSING


def _grasped(cube: str) -> ObservationTermCfg:
    entities = {"robot_cfg": "robot", "ee_frame_cfg": "ee_frame", "object_cfg": cube}
    params = {key: SceneEntityCfg(name) for key, name in entities.items()}
    return ObservationTermCfg(func=mdp.object_grasped, params=params)


def stacked(upper: str, lower: str) -> ObservationTermCfg:
    """Observe whether a cube lies on another, and the gripper is open.

    Args:
        upper: Name of the cube on top.
        lower: Name of the cube below.
    """
    entities = {"robot_cfg": "robot", "upper_object_cfg": upper, "lower_object_cfg": lower}
    params = {key: SceneEntityCfg(name) for key, name in entities.items()}
    return ObservationTermCfg(func=mdp.object_stacked, params=params)


@configclass
class ObservationsCfg:
    """What the policy sees, and which parts of the work are done; terms stay apart."""

    @configclass
    class PolicyCfg(ObservationGroupCfg):
        """Joints, cubes, gripper, last action."""

        actions = ObservationTermCfg(func=mdp.last_action)
        joint_pos = ObservationTermCfg(func=mdp.joint_pos_rel)
        joint_vel = ObservationTermCfg(func=mdp.joint_vel_rel)
        object = ObservationTermCfg(func=mdp.object_obs)
        cube_positions = ObservationTermCfg(func=mdp.cube_positions_in_world_frame)
        cube_orientations = ObservationTermCfg(func=mdp.cube_orientations_in_world_frame)
        eef_pos = ObservationTermCfg(func=mdp.ee_frame_pos)
        eef_quat = ObservationTermCfg(func=mdp.ee_frame_quat)
        gripper_pos = ObservationTermCfg(func=mdp.gripper_pos)

        def __post_init__(self) -> None:
            self.enable_corruption = False
            self.concatenate_terms = False

    @configclass
    class RGBCameraPolicyCfg(ObservationGroupCfg):
        """Images of cameras, where a task has them."""

        def __post_init__(self) -> None:
            self.enable_corruption = False
            self.concatenate_terms = False

    @configclass
    class SubtaskCfg(ObservationGroupCfg):
        """The second cube is held, lies on the first; the third is held."""

        grasp_1 = _grasped("cube_2")
        stack_1 = stacked("cube_2", "cube_1")
        grasp_2 = _grasped("cube_3")

        def __post_init__(self) -> None:
            self.enable_corruption = False
            self.concatenate_terms = False

    policy: PolicyCfg = PolicyCfg()
    rgb_camera: RGBCameraPolicyCfg = RGBCameraPolicyCfg()
    subtask_terms: SubtaskCfg = SubtaskCfg()


def _dropping(cube: str) -> TerminationTermCfg:
    params = {"minimum_height": -0.05, "asset_cfg": SceneEntityCfg(cube)}
    return TerminationTermCfg(func=mdp.root_height_below_minimum, params=params)


@configclass
class TerminationsCfg:
    """Time is over, a cube drops from the table, or all are stacked."""

    time_out = TerminationTermCfg(func=mdp.time_out, time_out=True)
    cube_1_dropping = _dropping("cube_1")
    cube_2_dropping = _dropping("cube_2")
    cube_3_dropping = _dropping("cube_3")
    success = TerminationTermCfg(func=mdp.cubes_stacked)


@configclass
class StackEnvCfg(ManagerBasedRLEnvCfg):
    """Stack three cubes, for demonstrations: no rewards; a robot sets itself, its actions, the cubes and frames."""

    sim: SimulationCfg = SimulationCfg()
    scene: Any = ObjectTableSceneCfg(num_envs=4096, env_spacing=2.5, replicate_physics=False)
    observations: Any = ObservationsCfg()
    actions: Any = ActionsCfg()
    terminations: Any = TerminationsCfg()
    commands: Any = None
    rewards: Any = None
    events: Any = None
    curriculum: Any = None

    def __post_init__(self) -> None:
        self.decimation = 5
        self.episode_length_s = 30.0
        self.sim.dt = 0.01
        self.sim.render_interval = 2
        self.sim.physx.bounce_threshold_velocity = 0.01
