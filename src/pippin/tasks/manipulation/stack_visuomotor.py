"""Stacking cubes with Franka's Panda that two cameras see. Values are those that Isaac Lab 2.3.2 and 3.0.0 release."""

from __future__ import annotations

import math
from typing import Any

from pippin.envs.managers import EventTermCfg, ObservationTermCfg, SceneEntityCfg
from pippin.sensors import CameraCfg
from pippin.sim.spawners import PinholeCameraCfg
from pippin.tasks.manipulation import stack_env_cfg, stack_events, stack_franka, stack_version_3
from pippin.tasks.manipulation import stack_mdp as mdp
from pippin.tasks.manipulation.reach_robots import ROBOT
from pippin.tasks.manipulation.scenes import rotation
from pippin.utils import configclass

CAMERAS = ("table_cam", "wrist_cam")
"""Names of the cameras in the scene, and of their colours in the observations "policy"."""

SEGMENT_COLORS = {
    "class:cube_1": (120, 230, 255, 255),
    "class:cube_2": (255, 36, 66, 255),
    "class:cube_3": (55, 255, 139, 255),
    "class:table": (255, 237, 218, 255),
    "class:ground": (100, 100, 100, 255),
    "class:robot": (204, 110, 248, 255),
    "class:UNLABELLED": (150, 150, 150, 255),
    "class:BACKGROUND": (200, 200, 200, 255),
}
"""Colours (red, green, blue, opacity) of labels, by which the world model Cosmos is told what it sees."""


@configclass
class EventCfg(stack_franka.EventCfg):
    """As without cameras; lights and surfaces change where the config's ``eval_type`` says so.

    The released pictures of skies and surfaces are files in NVIDIA's cloud: ``textures`` are a program's own.
    """

    randomize_light = EventTermCfg(
        func=stack_events.randomize_scene_lighting_domelight,
        mode="reset",
        params={
            "intensity_range": (1500.0, 10000.0),
            "color_variation": 0.4,
            "textures": [],
            "default_intensity": 3000.0,
            "default_color": (0.75, 0.75, 0.75),
            "default_texture": "",
        },
    )
    randomize_table_visual_material = EventTermCfg(
        func=stack_events.randomize_visual_texture_material,
        mode="reset",
        params={"asset_cfg": SceneEntityCfg("table"), "textures": [], "default_texture": ""},
    )
    randomize_robot_arm_visual_texture = EventTermCfg(
        func=stack_events.randomize_visual_texture_material,
        mode="reset",
        params={"asset_cfg": SceneEntityCfg("robot"), "textures": []},
    )


def _colors(camera: str) -> ObservationTermCfg:
    params = {"sensor_cfg": SceneEntityCfg(camera), "data_type": "rgb", "normalize": False}
    return ObservationTermCfg(func=mdp.image, params=params)


def _from_table(data_type: str) -> ObservationTermCfg:
    params = {"sensor_cfg": SceneEntityCfg("table_cam"), "data_type": data_type, "normalize": True}
    return ObservationTermCfg(func=mdp.image, params=params)


@configclass
class ObservationsCfg:
    """What the policy sees, with images, and which parts of the work are done; terms stay apart."""

    @configclass
    class PolicyCfg(stack_env_cfg.ObservationsCfg.PolicyCfg):
        """Joints, cubes, gripper, last action, and the colours that both cameras see, of 0 to 255."""

        table_cam = _colors("table_cam")
        wrist_cam = _colors("wrist_cam")

    policy: PolicyCfg = PolicyCfg()
    subtask_terms: stack_env_cfg.ObservationsCfg.SubtaskCfg = stack_env_cfg.ObservationsCfg.SubtaskCfg()


@configclass
class CosmosObservationsCfg(ObservationsCfg):
    """The same, with what else the camera at the table sees."""

    @configclass
    class PolicyCfg(ObservationsCfg.PolicyCfg):
        """Colours of labels, normals of 0 to 1, distances [m]."""

        table_cam_segmentation = _from_table("semantic_segmentation")
        table_cam_normals = _from_table("normals")
        table_cam_depth = _from_table("distance_to_image_plane")

    policy: Any = PolicyCfg()


def _camera(
    prim_path: str, position: tuple[float, float, float], roll: float, data_types: list[str], **settings: Any
) -> CameraCfg:
    """Describe a camera of 200 x 200 pixels that looks across the table, turned by a roll [rad] of its frame of ROS."""
    return CameraCfg(
        prim_path=prim_path,
        update_period=0.0,
        height=200,
        width=200,
        data_types=data_types,
        spawn=PinholeCameraCfg(
            focal_length=24.0, focus_distance=400.0, horizontal_aperture=20.955, clipping_range=(0.1, 2.0)
        ),
        offset=CameraCfg.OffsetCfg(pos=position, rot=rotation(roll, 0.0, 0.5 * math.pi), convention="ros"),
        **settings,
    )


def label_parts(cfg: Any) -> None:
    """Give robot, table and ground of a stack labels that cameras see.

    Args:
        cfg: Config of the task.
    """
    for part, label in (("robot", "robot"), ("table", "table"), ("plane", "ground")):
        getattr(cfg.scene, part).spawn.semantic_tags = [("class", label)]


def _look(cfg: Any, *more_types: str, **settings: Any) -> None:
    """Give a scene both cameras and labels of what they see; that at the table sees ``more_types``, too."""
    seen, at_table = (["rgb", *more, "distance_to_image_plane"] for more in ((), more_types))
    wrist = f"{ROBOT}/panda_hand/wrist_cam"
    # Nearly a whole turn, as released, for the same orientation as 6 degrees the other way round.
    cfg.scene.wrist_cam = _camera(wrist, (0.13, 0.0, -0.15), math.radians(354.0), seen)
    cfg.scene.table_cam = _camera(
        "{ENV_REGEX_NS}/table_cam", (1.0, 0.0, 0.4), math.radians(-120.0), at_table, **settings
    )
    label_parts(cfg)
    cfg.image_obs_list = list(CAMERAS)


def _look_for_cosmos(cfg: Any) -> None:
    """Let the camera at the table see labels in Cosmos' colours, and normals."""
    _look(
        cfg,
        *("semantic_segmentation", "normals"),
        colorize_semantic_segmentation=True,
        semantic_segmentation_mapping=SEGMENT_COLORS,
    )


@configclass
class FrankaCubeStackVisuomotorEnvCfg(stack_franka.FrankaCubeStackIkRelEnvCfg):
    """Franka's Panda stacks cubes by changes of its hand's pose, seen by a camera at the table and one at the hand."""

    observations: Any = ObservationsCfg()
    eval_mode: bool = False
    """Whether looks change from episode to episode."""

    eval_type: str | None = None
    """Which ones: "light_intensity", "light_color", "light_texture", "table_texture", "robot_texture", or "all"."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.events = EventCfg()
        self.num_rerenders_on_reset = 3
        _look(self)


@configclass
class FrankaCubeStackVisuomotorCosmosEnvCfg(FrankaCubeStackVisuomotorEnvCfg):
    """The same with labels and normals, of which the world model Cosmos makes pictures of other looks."""

    observations: Any = CosmosObservationsCfg()

    def __post_init__(self) -> None:
        super().__post_init__()
        self.num_rerenders_on_reset = 1
        _look_for_cosmos(self)


def _seen(kind: str, camera: str, normalize: bool) -> ObservationTermCfg:
    """Describe an image by version 3's term for its kind: "rgb", "segmentation", "normals" or "depth"."""
    params = {"sensor_cfg": SceneEntityCfg(camera), "normalize": normalize}
    return ObservationTermCfg(func=getattr(mdp, f"image_{kind}"), params=params)


@configclass
class NewerObservationsCfg(ObservationsCfg):
    """The same images by version 3's terms."""

    @configclass
    class PolicyCfg(ObservationsCfg.PolicyCfg):
        """Joints, cubes, gripper, last action, and the colours that both cameras see, of 0 to 255."""

        table_cam = _seen("rgb", "table_cam", normalize=False)
        wrist_cam = _seen("rgb", "wrist_cam", normalize=False)

    policy: Any = PolicyCfg()


@configclass
class NewerCosmosObservationsCfg(NewerObservationsCfg):
    """The same, with what else the camera at the table sees."""

    @configclass
    class PolicyCfg(NewerObservationsCfg.PolicyCfg):
        """Colours of labels, normals of 0 to 1, distances [m]."""

        table_cam_segmentation = _seen("segmentation", "table_cam", normalize=True)
        table_cam_normals = _seen("normals", "table_cam", normalize=True)
        table_cam_depth = _seen("depth", "table_cam", normalize=True)

    policy: Any = PolicyCfg()


@configclass
class NewerStackVisuomotorEnvCfg(stack_version_3.FrankaCubeStackIkRelEnvCfg):
    """Version 3's Panda stacks cubes by changes of its hand's pose, seen by two cameras."""

    observations: Any = NewerObservationsCfg()
    eval_mode: bool = False
    """Whether looks change from episode to episode."""

    eval_type: str | None = None
    """Which ones, as of :class:`FrankaCubeStackVisuomotorEnvCfg`."""

    def __post_init__(self) -> None:
        super().__post_init__()
        events: Any = EventCfg()
        events.init_franka_arm_pose = None  # the arm's default is where it begins
        self.events = events
        self.num_rerenders_on_reset = 3
        _look(self)


@configclass
class NewerStackVisuomotorCosmosEnvCfg(NewerStackVisuomotorEnvCfg):
    """The same with labels and normals."""

    observations: Any = NewerCosmosObservationsCfg()

    def __post_init__(self) -> None:
        super().__post_init__()
        self.num_rerenders_on_reset = 1
        _look_for_cosmos(self)
