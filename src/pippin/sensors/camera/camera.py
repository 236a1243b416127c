"""Cameras."""

from __future__ import annotations

import logging
from dataclasses import MISSING
from typing import Any, ClassVar, Literal

import numpy as np
import torch
import warp as wp
from pxr import Sdf, Usd, UsdGeom

from pippin.quantities.selection import Axis, Ids
from pippin.sim import FisheyeCameraCfg, PinholeCameraCfg
from pippin.sim.run.context import CAMERAS
from pippin.sim.stage import get_environments
from pippin.utils import ProxyArray, configclass
from pippin.utils.checks import check_numbers
from pippin.utils.math import convert_camera_frame_orientation_convention

from ..prim_poses import PrimPoses
from ..sensor_base import OffsetCfg as FrameOffsetCfg
from ..sensor_base import SensorBase, SensorBaseCfg
from . import aimed_sensor
from .aiming import check_intrinsics, rows_of
from .buffers import UNSUPPORTED_TYPES, check_data_types
from .data import CameraData
from .kernels import begin_frames, forget_frames
from .lens import Lens, read_lens, write_lens
from .newton_renderer import NewtonWarpRendererCfg, RendererCfg
from .renderer import CLIPPING, CameraViews, RenderSettings, Rgba

logger = logging.getLogger("pippin")


class Camera(SensorBase[CameraData]):
    """Takes pictures in all environments at once.

    A camera in an environment sees that environment and what lies outside of all; one outside of all environments sees
    them beside each other. ``data.output`` has the images of ``cfg.data_types``, each of shape (N, H, W, C):

    ====================================  ==========  ==============================================================
    name                                  pixels      shows
    ====================================  ==========  ==============================================================
    ``rgb``, ``rgba``                     uint8       colour under the lights of the stage, with shadows; ``rgb`` is
                                                      a part of ``rgba``, and either brings the other
    ``albedo``                            uint8, 4    colour without light
    ``simple_shading_constant_diffuse``   uint8, 3    one colour a surface under the lights, without shadows
    ``simple_shading_diffuse_mdl``        uint8, 3    the same with textures
    ``simple_shading_full_mdl``           uint8, 3    the same with shadows
    ``distance_to_camera``                float32     distance from the camera's centre [m]
    ``distance_to_image_plane``           float32     distance from the image plane [m]
    ``depth``                             float32     the same
    ``normals``                           float32, 3  normal of the surface in the world; 0 where there is nothing
    ``motion_vectors``                    float32, 2  way from a point's pixel to where it was in the image before
    ``semantic_segmentation``             see below   labels
    ``instance_segmentation``             see below   prims that have labels
    ``instance_segmentation_fast``        see below   the same
    ``instance_id_segmentation_fast``     see below   prims that have a surface
    ====================================  ==========  ==============================================================

    Segmentations have colours (uint8, 4 channels) or ids (int32), which ``data.info`` explains. Motion vectors are in
    pixels, to the right and down. The image is drawn when :attr:`data` is read: a camera that is not read costs
    nothing.

    Args:
        cfg: Config of the camera. It is copied.

    Raises:
        RuntimeError: As :class:`SensorBase`, and at play: a prim is no camera.
        ValueError: The image has no pixels, an image cannot be made, or another field makes no sense.
    """

    cfg: CameraCfg
    _is_at_prims = True

    UNSUPPORTED_TYPES: ClassVar[set[str]] = set(UNSUPPORTED_TYPES)
    """Images that Isaac Lab names and cameras do not make."""

    def __init__(self, cfg: CameraCfg) -> None:
        cfg.validate()
        self._name = f"the Camera at '{cfg.prim_path}'"
        _check(cfg, self._name)
        self._renderer = cfg.renderer_cfg.class_type(settings_of(cfg))
        self._specs = self._renderer.supported_specs()
        check_data_types(cfg.data_types, [str(kind) for kind in self._specs], self._name)
        super().__init__(cfg)
        self._sim.set_setting(CAMERAS, True)

    # -- what there is -------------------------------------------------------------------------------------------------

    @property
    def frame(self) -> ProxyArray:
        """Number of images that each camera has taken since its reset, shape (N,), int64."""
        self._require_clock()
        return self._frame

    @property
    def image_shape(self) -> tuple[int, int]:
        """Height and width of the images [pixel]."""
        return self.cfg.height, self.cfg.width

    @property
    def prims(self) -> list[UsdGeom.Camera]:
        """Prim of each of the N cameras; in an environment that is a copy, that of the environment which it copies."""
        self._require_clock()
        return [UsdGeom.Camera(place.prim) for place in self._mounts.places]

    # -- operations ----------------------------------------------------------------------------------------------------

    set_world_poses = aimed_sensor.set_world_poses
    set_world_poses_from_view = aimed_sensor.set_world_poses_from_view

    def set_intrinsic_matrices(
        self, matrices: torch.Tensor | wp.array, focal_length: float | None = None, env_ids: Ids = None
    ) -> None:
        """Give cameras other optics; those that have a prim of their own on the stage change there, too.

        Cameras with equal optics are drawn in one go, so that it is best if there are few different ones. It waits for
        the device.

        Args:
            matrices: Matrices ``[[f_x, 0, c_x], [0, f_y, c_y], [0, 0, 1]]`` [pixel], shape (n, 3, 3), or one for all.
            focal_length: Focal length that the prims get, in the unit of their apertures; None gives 1 / width. It
                does not change what is seen.
            env_ids: Cameras; None means all.

        Raises:
            RuntimeError: The simulation is stopped.
            ValueError: A matrix is of another shape or singular, or has skew, or the focal length is not positive.
            NotImplementedError: A camera has a fisheye lens.
        """
        self._require_clock()
        views = self._cameras.from_ids(env_ids).numpy()
        focal_length = 1.0 / self.cfg.width if focal_length is None else focal_length
        check_numbers(f"focal_length for {self._name}", focal_length, 1)
        if not focal_length > 0.0:
            raise ValueError(f"focal_length for {self._name} should be positive, not {focal_length!r}.")
        values = check_intrinsics(rows_of(matrices, len(views), (3, 3), "matrices", "cpu"), self._name)
        lenses = list(self._lenses)
        chosen = [(view, matrix) for view, matrix in zip(views.tolist(), values, strict=True) if view >= 0]
        for view, matrix in chosen:
            if lenses[view].fisheye is not None:
                raise NotImplementedError(
                    f"{self._name} has a fisheye lens, which no intrinsic matrix describes; expected a pinhole."
                )
            if lenses[view].calibrated is None:
                lenses[view] = lenses[view].with_matrix(matrix)
            else:
                logger.warning(
                    "Camera %d of %s is calibrated on the stage: its new matrix is skipped.", view, self._name
                )
        self._lenses = lenses
        for view, _ in chosen:
            place = self._mounts.places[view]
            if place.is_on_stage and lenses[view].calibrated is None:
                write_lens(place.prim, lenses[view], self.cfg.width, self.cfg.height, focal_length)
        self._renderer.set_lenses(lenses)
        self._write_matrices()

    # -- inside --------------------------------------------------------------------------------------------------------

    _lenses: list[Lens]

    def _spawn(self) -> None:
        cfg = self.cfg
        if cfg.spawn is not None:
            if cfg.spawn.vertical_aperture is None:  # square pixels
                cfg.spawn.vertical_aperture = cfg.spawn.horizontal_aperture * cfg.height / cfg.width
            given = torch.tensor(cfg.offset.rot, dtype=torch.float64, device="cpu")
            rotation = convert_camera_frame_orientation_convention(given, cfg.offset.convention, "opengl")
            cfg.spawn.func(cfg.prim_path, cfg.spawn, translation=cfg.offset.pos, orientation=tuple(rotation.tolist()))

    def _initialize_impl(self) -> None:
        super()._initialize_impl()
        scene, cfg = self._scene, self.cfg
        self._mounts = PrimPoses(scene, cfg.prim_path, self._sim.stage, "Camera")
        for place in self._mounts.places:
            _require_camera(place.prim)
        count = self._num_instances = len(self._mounts.places)
        self._cameras = Axis("env", count, wp.array(np.arange(count, dtype=np.int32), dtype=int, device=scene.device))
        lenses = {place.prim.GetPath(): read_lens(place.prim, cfg.width, cfg.height) for place in self._mounts.places}
        self._lenses = [lenses[place.prim.GetPath()] for place in self._mounts.places]
        self._frame = ProxyArray(wp.zeros(count, dtype=wp.int64, device=scene.device))
        self._mask = wp.full(count, value=True, dtype=wp.bool, device=scene.device)
        self._rows = self._find_rows()
        self._first_views = self._find_first_views()
        self._data = CameraData.allocate(cfg.data_types, cfg.height, cfg.width, count, scene.device, self._specs)
        self._data.create_buffers(count, scene.device)
        self._data.write_poses(self._mounts.poses, self._mask)
        self._write_matrices()
        views = CameraViews(
            self._sim,
            scene,
            self._mounts.env_ids,
            self._mounts.see_all,
            tuple(self._data.output or ()),
            cfg.height,
            cfg.width,
        )
        self._renderer.connect(views, self._lenses)

    def _find_rows(self) -> wp.array:
        """Environment of each camera in the sensor's clock, shape (N,), int."""
        if get_environments() is not None:
            return self._mounts.env_ids
        parents = [place.path.rpartition("/")[0] for place in self._mounts.places]
        rows = {parent: row for row, parent in enumerate(dict.fromkeys(parents))}
        return wp.array([rows[parent] for parent in parents], dtype=int, device=self._scene.device)

    def _find_first_views(self) -> wp.array:
        """First camera of each environment, and the number of cameras, shape (num_envs + 1,), int."""
        firsts = np.searchsorted(self._rows.numpy(), np.arange(self._num_envs + 1))
        return wp.array(firsts.astype(np.int32), dtype=int, device=self._scene.device)

    def _invalidate_impl(self) -> None:
        super()._invalidate_impl()
        self._renderer.close()

    def _write_matrices(self) -> None:
        matrices = np.stack([lens.matrix for lens in self._lenses])
        self._data.intrinsic_matrices.warp.assign(matrices)

    def _move(self, views: wp.array, positions: torch.Tensor | None, orientations: torch.Tensor | None) -> None:
        self._mounts.move(views, positions, orientations)
        self._mask.fill_(True)
        self._data.write_poses(self._mounts.poses, self._mask)

    def _reset_impl(self, env_ids: wp.array) -> None:
        self._mask.zero_()
        wp.launch(
            forget_frames,
            dim=env_ids.shape[0],
            inputs=[env_ids, self._first_views],
            outputs=[self._frame.warp, self._mask],
            device=self._scene.device,
        )
        self._data.write_poses(self._mounts.update(), self._mask)

    def _update_buffers_impl(self, env_mask: wp.array) -> None:
        wp.launch(
            begin_frames,
            dim=self._num_instances,
            inputs=[self._rows, env_mask],
            outputs=[self._frame.warp, self._mask],
            device=self._scene.device,
        )
        poses = self._mounts.update()
        if self.cfg.update_latest_camera_pose:
            self._data.write_poses(poses, self._mask)
        self._renderer.render(poses, self._mask, self._data)


def _require_camera(prim: Usd.Prim) -> None:
    if not prim.GetTypeName() and prim.HasAttribute("focalLength") and not prim.IsInstanceProxy():
        # What a robot's file says of a camera of a cloud's, whose file cannot be had.
        prim.SetSpecifier(Sdf.SpecifierDef)
        prim.SetTypeName("Camera")
        logger.warning("The stage says nothing of the camera '%s' but its lens: it is taken for one.", prim.GetPath())
    if not prim.IsA(UsdGeom.Camera):
        raise RuntimeError(
            f"The prim '{prim.GetPath()}' of the Camera is of type '{prim.GetTypeName()}', not 'Camera': name a camera "
            "of the stage, or give the config a 'spawn' that makes one."
        )


def settings_of(cfg: CameraCfg) -> RenderSettings:
    """Settings of a camera: those of its renderer's config, and the camera's own where they are changed."""
    values = {}
    for name in RenderSettings.__dataclass_fields__:
        of_camera = getattr(cfg, name)
        values[name] = getattr(cfg.renderer_cfg, name) if of_camera == getattr(_DEFAULTS, name) else of_camera
    return RenderSettings(**values)


_DEFAULTS = RendererCfg()
"""What a camera and its renderer do if a program says nothing."""


def _check(cfg: CameraCfg, camera: str) -> None:
    """Refuse fields that make no sense."""
    if cfg.width < 1 or cfg.height < 1:
        raise ValueError(f"{camera} needs images of 1 x 1 pixel at least, got width {cfg.width}, height {cfg.height}.")
    clipping = settings_of(cfg).depth_clipping_behavior
    if clipping not in CLIPPING:
        raise ValueError(f"depth_clipping_behavior of {camera} is {clipping!r}; there are {', '.join(CLIPPING)}.")
    offset: Any = cfg.offset
    if offset.convention not in ("opengl", "ros", "world"):
        raise ValueError(
            f"The offset of {camera} is given in the convention {offset.convention!r}; there are opengl, ros, world."
        )
    is_moved = tuple(offset.pos) != (0.0, 0.0, 0.0) or tuple(offset.rot) != (0.0, 0.0, 0.0, 1.0)
    if cfg.spawn is None and is_moved:
        logger.warning("The offset of %s has no effect: with spawn=None, cameras stay where they are.", camera)


@configclass
class CameraCfg(SensorBaseCfg):
    """Where a camera is, what it sees, and how large its images are."""

    @configclass
    class OffsetCfg(FrameOffsetCfg):
        """Pose of the camera in the frame of the prim above its own."""

        convention: Literal["opengl", "ros", "world"] = "ros"
        """Which frame ``rot`` turns: "opengl" looks along -z with y up, "ros" along z with -y up, "world" along x with
        z up."""

    class_type: type[Camera] = Camera
    """Class of the sensor."""

    offset: OffsetCfg = OffsetCfg()
    """Pose of the camera that is spawned in the frame of the prim above it."""

    spawn: PinholeCameraCfg | FisheyeCameraCfg | None = MISSING
    """Camera to spawn at ``prim_path``; None takes those that are there."""

    data_types: list[str] = ["rgb"]
    """Images to make; see :class:`Camera`."""

    width: int = MISSING
    """Width of the images [pixel]."""

    height: int = MISSING
    """Height of the images [pixel]."""

    update_latest_camera_pose: bool = False
    """Whether the poses in the data follow the camera with each image.

    Otherwise they are those of the beginning, of the last reset, or of the last call that set them.
    """

    depth_clipping_behavior: Literal["max", "zero", "none"] = "none"
    """What becomes of distances beyond the farthest one of the clipping range, and where there is nothing.

    - ``"max"``: they are the farthest one.
    - ``"zero"``: they are 0.
    - ``"none"``: they are inf.

    Deprecated, as the five fields that follow: set it on ``renderer_cfg``. Where they are changed here, they go before.
    """

    semantic_filter: str | list[str] = "*:*"
    """Which labels segmentation tells apart, or a list of their kinds; see :mod:`.semantics`."""

    colorize_semantic_segmentation: bool = True
    """Whether semantic segmentation is of colours, uint8 with 4 channels, instead of ids, int32."""

    colorize_instance_id_segmentation: bool = True
    """Whether the segmentation by prims is of colours instead of ids."""

    colorize_instance_segmentation: bool = True
    """Whether the segmentation by labelled prims is of colours instead of ids."""

    semantic_segmentation_mapping: dict[str, Rgba] = {}
    """Colours of labels in semantic segmentation, such as ``{"class:robot": (61, 178, 255, 255)}``."""

    renderer_cfg: RendererCfg = NewtonWarpRendererCfg()
    """What draws."""

    def validate_config(self) -> None:
        """Check that the renderer makes the images that are asked for, as :meth:`validate` does.

        Raises:
            ValueError: It does not make one of them.
        """
        if self.renderer_cfg is not None:
            kinds = [str(kind) for kind in self.renderer_cfg.supported_output_types()]
            check_data_types(self.data_types, kinds, f"the Camera at '{self.prim_path}'")
