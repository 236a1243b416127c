"""The Allegro hand on Kuka's arm lifts and turns things that cameras see, as Isaac Lab 3.0.0 releases it.

One camera looks at the table, with ``presets=duo_camera`` another one at the hand. Kinds and sizes of images are
alternatives (``presets=depth128``); those named ``raycaster_depth`` are measured by rays.
"""

from __future__ import annotations

from typing import Any

from pippin.envs.managers import ObservationGroupCfg, ObservationTermCfg, SceneEntityCfg
from pippin.sensors import CameraCfg, MultiMeshRayCasterCameraCfg, patterns
from pippin.sim import PinholeCameraCfg
from pippin.tasks.dexsuite import mdp_version_3 as mdp
from pippin.tasks.dexsuite.kuka_allegro_version_3 import (
    KukaAllegroLiftEnvCfg,
    KukaAllegroReorientEnvCfg,
    KukaAllegroSceneCfg,
    StateObservationCfg,
)
from pippin.tasks.engines import RendererPresetCfg
from pippin.utils import configclass
from pippin.utils.presets import PresetCfg, preset

SIZES = (64, 128, 256)
"""Widths and heights of the images [pixels]."""

KINDS: dict[str, tuple[Any, str]] = {
    "rgb": (mdp.image_rgb, "rgb"),
    "albedo": (mdp.image_rgb, "albedo"),
    **{
        name: (mdp.image_rgb, name)
        for name in ("simple_shading_constant_diffuse", "simple_shading_diffuse_mdl", "simple_shading_full_mdl")
    },
    "semantic_segmentation": (mdp.image_segmentation, "semantic_segmentation"),
    "depth": (mdp.image_depth, "depth"),
    "raycaster_depth": (mdp.image_depth, "distance_to_image_plane"),
}
"""Terms and data types of the images, by what alternatives are called."""

_FARTHEST = 2.5  # of what is seen [m]
_PLACES: dict[str, dict[str, Any]] = {
    "{ENV_REGEX_NS}/Camera": {"pos": (0.57, -0.8, 0.5), "rot": (0.6124, 0.3536, 0.3536, 0.6124)},
    "{ENV_REGEX_NS}/Robot/ee_link/palm_link/Camera": {
        "pos": (0.038, -0.38, -0.18),
        "rot": (0.641, 0.641, -0.299, 0.299),
    },
}
"""Where the cameras are, and how they are turned, as OpenGL's."""

TABLE_CAMERA, HAND_CAMERA = _PLACES


def _rendered(prim_path: str, kind: str, size: int) -> CameraCfg:
    return CameraCfg(
        prim_path=prim_path,
        offset=CameraCfg.OffsetCfg(**_PLACES[prim_path], convention="opengl"),
        data_types=[KINDS[kind][1]],
        spawn=PinholeCameraCfg(clipping_range=(0.01, _FARTHEST)),
        width=size,
        height=size,
        renderer_cfg=RendererPresetCfg(),  # type: ignore[arg-type]
        update_latest_camera_pose=prim_path == HAND_CAMERA,
    )


def _by_rays(prim_path: str, size: int) -> MultiMeshRayCasterCameraCfg:
    target = MultiMeshRayCasterCameraCfg.RaycastTargetCfg
    return MultiMeshRayCasterCameraCfg(
        prim_path=prim_path,
        offset=MultiMeshRayCasterCameraCfg.OffsetCfg(**_PLACES[prim_path], convention="opengl"),
        mesh_prim_paths=[
            target(prim_expr="{ENV_REGEX_NS}/table", track_mesh_transforms=False),
            target(prim_expr="/World/GroundPlane", track_mesh_transforms=False),
            target(prim_expr="{ENV_REGEX_NS}/Object", track_mesh_transforms=True),
            target(prim_expr="{ENV_REGEX_NS}/Robot/[^/]*/visuals", track_mesh_transforms=True),
        ],
        max_distance=_FARTHEST,
        data_types=["distance_to_image_plane"],
        pattern_cfg=patterns.PinholeCameraPatternCfg(
            focal_length=24.0, horizontal_aperture=20.955, width=size, height=size
        ),
    )


def camera_presets(prim_path: str) -> PresetCfg:
    """Give a camera with each kind and size of images, small coloured ones where none is chosen.

    Args:
        prim_path: Where it is: :data:`TABLE_CAMERA` or :data:`HAND_CAMERA`.
    """
    cameras: dict[str, Any] = {
        f"{kind}{size}": _by_rays(prim_path, size) if kind == "raycaster_depth" else _rendered(prim_path, kind, size)
        for kind in KINDS
        for size in SIZES
    }
    return preset(default=cameras["rgb64"].copy(), **cameras)


def image_presets(sensor: str) -> PresetCfg:
    """Give the observation of a camera's images with each kind and size, as the camera has them.

    Args:
        sensor: Name of the camera.
    """
    terms = {
        f"{kind}{size}": ObservationTermCfg(
            func=func,
            params={
                "sensor_cfg": SceneEntityCfg(sensor),
                "data_type": data_type,
                "normalize": False,
                "channel_first": True,
            },
        )
        for kind, (func, data_type) in KINDS.items()
        for size in SIZES
    }
    return preset(default=terms["rgb64"].copy(), **terms)


@configclass
class SingleCameraSceneCfg(KukaAllegroSceneCfg):
    """The scene with a camera at the table."""

    base_camera: Any = camera_presets(TABLE_CAMERA)


@configclass
class DuoCameraSceneCfg(SingleCameraSceneCfg):
    """The scene with a camera at the table and one at the hand."""

    wrist_camera: Any = camera_presets(HAND_CAMERA)


@configclass
class SingleCameraObservationsCfg(StateObservationCfg):
    """What the hand feels, and images of the table."""

    @configclass
    class BaseImageObsCfg(ObservationGroupCfg):
        """Images of the table."""

        object_observation_b: Any = image_presets("base_camera")

    base_image: Any = BaseImageObsCfg()


@configclass
class DuoCameraObservationsCfg(SingleCameraObservationsCfg):
    """What the hand feels, and images of both cameras."""

    @configclass
    class WristImageObsCfg(ObservationGroupCfg):
        """Images from the hand."""

        wrist_observation: Any = image_presets("wrist_camera")

    wrist_image: Any = WristImageObsCfg()


def _seen(env: type[KukaAllegroReorientEnvCfg] | type[KukaAllegroLiftEnvCfg], is_by_two: bool) -> Any:
    """A task whose things are seen by one camera or by two."""
    scene = DuoCameraSceneCfg if is_by_two else SingleCameraSceneCfg
    observations = DuoCameraObservationsCfg if is_by_two else SingleCameraObservationsCfg
    return env(scene=scene(num_envs=4096, env_spacing=3, replicate_physics=True), observations=observations())


@configclass
class KukaAllegroReorientCameraEnvCfg(PresetCfg):
    """The hand brings a thing that is seen to a pose."""

    single_camera: Any = _seen(KukaAllegroReorientEnvCfg, is_by_two=False)
    duo_camera: Any = _seen(KukaAllegroReorientEnvCfg, is_by_two=True)
    default: Any = _seen(KukaAllegroReorientEnvCfg, is_by_two=False)


@configclass
class KukaAllegroLiftCameraEnvCfg(PresetCfg):
    """The hand brings a thing that is seen to a place."""

    single_camera: Any = _seen(KukaAllegroLiftEnvCfg, is_by_two=False)
    duo_camera: Any = _seen(KukaAllegroLiftEnvCfg, is_by_two=True)
    default: Any = _seen(KukaAllegroLiftEnvCfg, is_by_two=False)
