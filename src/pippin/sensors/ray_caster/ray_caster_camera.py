"""Cameras that see distances by rays."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from dataclasses import MISSING
from typing import TYPE_CHECKING, ClassVar, Literal, cast

import numpy as np
import torch
import warp as wp

from pippin.quantities.selection import Axis, Ids
from pippin.utils import configclass
from pippin.utils.math import (
    combine_frame_transforms,
    convert_camera_frame_orientation_convention,
    quat_apply,
    quat_inv,
    quat_mul,
)
from pippin.utils.torch_view import torch_view

from ..camera import aimed_sensor
from ..camera.aiming import check_intrinsics, rows_of
from ..camera.buffers import RenderBufferKind, RenderBufferSpec
from ..camera.data import CameraData
from ..camera.renderer import CLIPPING
from .camera_kernels import cast_pixels_at_mesh, find_camera_poses, reset_counts
from .patterns import PinholeCameraPatternCfg
from .ray_caster import RayCaster, RayCasterCfg
from .ray_scene import RayScene
from .scene_kernels import cast_pixels

if TYPE_CHECKING:
    from .ray_caster import RayCasterCfg

logger = logging.getLogger("pippin")

_SPECS = {
    RenderBufferKind.DISTANCE_TO_CAMERA: RenderBufferSpec(1, wp.float32),
    RenderBufferKind.DISTANCE_TO_IMAGE_PLANE: RenderBufferSpec(1, wp.float32),
    RenderBufferKind.NORMALS: RenderBufferSpec(3, wp.float32),
}


class RayCasterCamera(RayCaster):
    """Sees distances and normals by a ray through the middle of each pixel, at geometry that stands still.

    ``data.output`` has the images of ``cfg.data_types``, each of shape (N, H, W, C), float32:

    ===========================  =========  ===========================================================================
    name                         channels   shows
    ===========================  =========  ===========================================================================
    ``distance_to_camera``       1          distance from the camera [m]
    ``distance_to_image_plane``  1          distance along the camera's axis [m]
    ``normals``                  3          outward normal of the surface in the world; 0 where there is nothing
    ===========================  =========  ===========================================================================

    What is farther than ``max_distance``, by the measure of the image, counts as nothing. A camera turns with its prim,
    whatever the ``ray_alignment``.

    Args:
        cfg: Config of the camera. It is copied.

    Raises:
        RuntimeError: As :class:`RayCaster`.
        NotImplementedError: As :class:`RayCaster`.
        ValueError: As :class:`RayCaster`, and: an image cannot be made, or has no pixels, or a focal length or aperture
            is not positive.
    """

    cfg: RayCasterCameraCfg
    _title = "Ray-Caster-Camera"
    _offset_turns_starts = True

    UNSUPPORTED_TYPES: ClassVar[set[str]] = {
        "bounding_box_2d_loose",
        "bounding_box_2d_loose_fast",
        "bounding_box_2d_tight",
        "bounding_box_2d_tight_fast",
        "bounding_box_3d",
        "bounding_box_3d_fast",
        "instance_id_segmentation",
        "instance_id_segmentation_fast",
        "instance_segmentation",
        "instance_segmentation_fast",
        "motion_vectors",
        "rgb",
        "semantic_segmentation",
        "skeleton_data",
    }
    """Images that Isaac Lab names and that need more than rays."""

    _images_class: ClassVar[type[CameraData]] = CameraData

    # -- what there is -------------------------------------------------------------------------------------------------

    @property
    def data(self) -> CameraData:  # type: ignore[override]  # a camera has images, in place of points
        """Images and poses, computed if they are due."""
        self._update_outdated_buffers()
        return self._images

    @property
    def frame(self) -> torch.Tensor:
        """Number of images that each camera has taken since its reset, shape (N,), int64."""
        self._require_clock()
        return self._counts[torch_view(self._prims.env_ids).long()]

    @property
    def image_shape(self) -> tuple[int, int]:
        """Height and width of the images [pixel]."""
        return self.cfg.pattern_cfg.height, self.cfg.pattern_cfg.width

    # -- operations ----------------------------------------------------------------------------------------------------

    set_world_poses = aimed_sensor.set_world_poses
    set_world_poses_from_view = aimed_sensor.set_world_poses_from_view

    def set_intrinsic_matrices(self, matrices: torch.Tensor, focal_length: float = 1.0, env_ids: Ids = None) -> None:
        """Give cameras other optics, which the next image shows. It waits for the device.

        Args:
            matrices: Matrices ``[[f_x, 0, c_x], [0, f_y, c_y], [0, 0, 1]]`` [pixel], shape (n, 3, 3), or one for all.
            focal_length: Focal length in the unit of apertures. Rays follow from the matrices alone.
            env_ids: Cameras; None means all.

        Raises:
            RuntimeError: The simulation is stopped.
            ValueError: A matrix is of another shape or singular, or has skew, or the focal length is not positive.
        """
        self._require_clock()
        rows = self._cameras.from_ids(env_ids).numpy()
        if not focal_length > 0.0:
            raise ValueError(f"focal_length for {self._name} should be positive, not {focal_length!r}.")
        given = rows_of(matrices, len(rows), (3, 3), "matrices", "cpu")
        check_intrinsics(given, self._name)
        kept = self._images.intrinsic_matrices.torch
        kept[torch.as_tensor(rows[rows >= 0], device=kept.device).long()] = given[rows >= 0].to(kept.device)
        is_same = bool((kept == kept[:1]).all())
        self._set_rays(*self._rays_through(kept[:1] if is_same else kept))

    def _move(self, rows: wp.array, positions: torch.Tensor | None, orientations: torch.Tensor | None) -> None:
        poses = torch_view(self._prims.update())[torch_view(rows).long()]
        offset = poses.new_tensor(list(self._offset)).expand(len(poses), 7)
        here, looking = combine_frame_transforms(poses[:, :3], poses[:, 3:], offset[:, :3], offset[:, 3:])
        if positions is not None:
            here = positions
        if orientations is not None:
            looking = convert_camera_frame_orientation_convention(orientations, "opengl", "world")
        rotation = quat_mul(looking, quat_inv(offset[:, 3:]))
        self._prims.move(rows, here - quat_apply(rotation, offset[:, :3]), rotation)
        self._place_sources(self._all_environments)

    # -- inside --------------------------------------------------------------------------------------------------------

    def _check(self, cfg: RayCasterCfg) -> None:
        super()._check(cfg)
        camera, pattern = cast("RayCasterCameraCfg", cfg), cfg.pattern_cfg
        if not isinstance(pattern, PinholeCameraPatternCfg):
            raise ValueError(f"pattern_cfg of {self._name} should be a PinholeCameraPatternCfg, not {pattern!r}.")
        if pattern.width < 1 or pattern.height < 1:
            raise ValueError(f"{self._name} needs 1 x 1 pixel at least, not {pattern.width} x {pattern.height}.")
        pattern.intrinsic_matrix()  # refuses lengths that are not positive
        _check_images(camera.data_types, self.UNSUPPORTED_TYPES, self._name)
        if camera.depth_clipping_behavior not in CLIPPING:
            raise ValueError(
                f"depth_clipping_behavior of {self._name} should be one of {', '.join(CLIPPING)}, not "
                f"{camera.depth_clipping_behavior!r}."
            )
        if cfg.ray_alignment != "base":
            logger.warning(
                "ray_alignment='%s' of %s has no effect: cameras turn with their prim.", cfg.ray_alignment, self._name
            )
            cfg.ray_alignment = "base"
        if any(cfg.ray_cast_drift_range.get("z", (0.0, 0.0))):
            logger.warning(
                "ray_cast_drift_range 'z' of %s has no effect: images have distances, no heights.", self._name
            )

    def _initialize_impl(self) -> None:
        device = self._sim.device
        super()._initialize_impl()
        count, num_envs = self._num_instances, self._scene.num_envs
        self._cameras = Axis("env", count, wp.array(np.arange(count, dtype=np.int32), dtype=int, device=device))
        self._all_environments = wp.full(num_envs, value=True, dtype=wp.bool, device=device)
        self._place_sources(self._all_environments)

    def _make_offset(self) -> wp.transformf:
        offset = self.cfg.offset
        rotation = torch.nn.functional.normalize(torch.tensor(offset.rot, dtype=torch.float64, device="cpu"), dim=0)
        rotation = convert_camera_frame_orientation_convention(rotation, offset.convention, "world")
        return wp.transformf(wp.vec3f(*offset.pos), wp.quatf(*rotation.tolist()))

    def _make_rays(self) -> tuple[torch.Tensor, torch.Tensor]:
        return self._rays_through(self.cfg.pattern_cfg.intrinsic_matrix()[None])

    def _rays_through(self, matrices: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return self.cfg.pattern_cfg.func(self.cfg.pattern_cfg, matrices, self.device)

    def _make_data(self) -> None:
        super()._make_data()
        (height, width), count, device = self.image_shape, self._num_instances, self._scene.device
        self._images = self._images_class.allocate(self.cfg.data_types, height, width, count, device, _SPECS)
        self._images.create_buffers(count, device)
        matrix = self.cfg.pattern_cfg.intrinsic_matrix().to(self.device, torch.float32)
        self._images.intrinsic_matrices.torch[:] = matrix
        self._pixels = [_pixels(self._images, str(kind), device) for kind in _SPECS]
        self._camera_poses = wp.empty(count, dtype=wp.transformf, device=device)
        self._counts = torch.zeros(self._scene.num_envs, dtype=torch.int64, device=self.device)

    def _place_sources(self, env_mask: wp.array) -> None:
        super()._place_sources(env_mask)
        wp.launch(
            find_camera_poses,
            dim=self._num_instances,
            inputs=[self._sources],
            outputs=[self._camera_poses],
            device=self._scene.device,
        )
        self._images.write_poses(self._camera_poses, self._sources.due)

    def _reset_impl(self, env_ids: wp.array) -> None:
        super()._reset_impl(env_ids)
        wp.launch(
            reset_counts,
            dim=env_ids.shape[0],
            inputs=[env_ids],
            outputs=[wp.from_torch(self._counts)],
            device=self._scene.device,
        )

    def _update_buffers_impl(self, env_mask: wp.array) -> None:
        super()._update_buffers_impl(env_mask)
        self._counts += torch_view(env_mask)

    def _cast(self, ray_scene: RayScene) -> None:
        clipping = CLIPPING[self.cfg.depth_clipping_behavior]
        limits = [self.cfg.max_distance if clipping else _UNLIMITED, clipping]
        if ray_scene.world_mesh is not None and not ray_scene.has_more:
            self._launch(cast_pixels_at_mesh, [wp.uint64(ray_scene.world_mesh.id), *limits], self._pixels)
        else:
            self._launch(cast_pixels, [ray_scene.geometry, *limits], [*self._pixels, self._mesh_ids])

    def _hit_points(self) -> torch.Tensor:
        self._update_outdated_buffers()
        assert self._ray_scene is not None
        super()._cast(self._ray_scene)
        return self._data.ray_hits_w.torch


_UNLIMITED = 1.0e6
"""How far rays are cast where distances are not clipped [m]."""


def _pixels(images: CameraData, name: str, device: str) -> wp.array:
    """Memory of an image as kernels take it, shape (N, R) of floats or vectors; empty where it is not made."""
    image = (images.output or {}).get(name)
    dtype = wp.vec3f if name == RenderBufferKind.NORMALS else wp.float32
    if image is None:
        return wp.empty((0, 0), dtype=dtype, device=device)
    pixels = image.torch.flatten(1, 2)
    return wp.from_torch(pixels if dtype is wp.vec3f else pixels.squeeze(2), dtype=dtype)


def _check_images(data_types: Sequence[str], unsupported: Collection[str], camera: str) -> None:
    """Refuse images that rays do not make."""
    there_are = ", ".join(_SPECS)
    if not data_types:
        raise ValueError(f"data_types of {camera} is empty: name what it should see, of {there_are}.")
    wrong = sorted(set(data_types) - {str(kind) for kind in _SPECS})
    if wrong:
        why = "need more than rays" if set(wrong) <= set(unsupported) else "do not exist"
        raise ValueError(f"data_types of {camera} holds {', '.join(wrong)}, which {why}; there are: {there_are}.")


@configclass
class RayCasterCameraCfg(RayCasterCfg):
    """Where a camera is, what it sees, and at what it casts its rays."""

    @configclass
    class OffsetCfg(RayCasterCfg.OffsetCfg):
        """Pose of the camera in the frame of its prim."""

        convention: Literal["opengl", "ros", "world"] = "ros"
        """Which frame ``rot`` turns: "opengl" looks along -z with y up, "ros" along z with -y up, "world" along x with
        z up."""

    class_type: type[RayCasterCamera] = RayCasterCamera
    """Class of the sensor."""

    offset: OffsetCfg = OffsetCfg()
    """Pose of the camera in the frame of its prim."""

    data_types: list[str] = ["distance_to_image_plane"]
    """Images to make; see :class:`RayCasterCamera`."""

    depth_clipping_behavior: Literal["max", "zero", "none"] = "none"
    """What becomes of distances beyond ``max_distance``, and where there is nothing.

    - ``"max"``: they are ``max_distance``.
    - ``"zero"``: they are 0.
    - ``"none"``: what is farther is shown as it is; where there is nothing, ``distance_to_camera`` is inf and
      ``distance_to_image_plane`` NaN.
    """

    pattern_cfg: PinholeCameraPatternCfg = MISSING
    """Optics and size of the images."""
