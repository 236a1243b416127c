"""What cameras see, and where they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import warp as wp

from pippin.utils import ProxyArray

from .buffers import RenderBufferKind, RenderBufferSpec
from .kernels import write_camera_poses


class CameraData:
    """Images, poses and intrinsic matrices of N cameras. Quaternions are (x, y, z, w)."""

    image_shape: tuple[int, int] | None = None
    """Height and width of the images [pixel]."""

    info: dict[str, Any] | None = None
    """For each image, what its values mean: labels of segmentations; None for others."""

    asked: tuple[str, ...] = ()
    """Names of the images that were asked for; there may be others."""

    _output: dict[str, ProxyArray] | None = None

    @classmethod
    def allocate(
        cls,
        data_types: Sequence[str],
        height: int,
        width: int,
        num_views: int,
        device: str,
        supported_specs: Mapping[RenderBufferKind, RenderBufferSpec],
    ) -> CameraData:
        """Make the memory of images, zeros at first.

        ``rgb`` is a part of ``rgba``: where one of them is asked for, and both can be made, both are there.

        Args:
            data_types: Names of images.
            height: Height of the images [pixel].
            width: Width of the images [pixel].
            num_views: Number of cameras N.
            device: Warp device of the arrays.
            supported_specs: How the images are stored that can be made; others get no memory.

        Returns:
            Data without poses and intrinsic matrices, which :meth:`create_buffers` makes.

        Raises:
            ValueError: There is no image of a name.
        """
        unknown = sorted(set(data_types) - {str(kind) for kind in RenderBufferKind})
        if unknown:
            kinds = ", ".join(RenderBufferKind)
            raise ValueError(f"There are no images {', '.join(unknown)}; RenderBufferKind has: {kinds}.")
        data = cls()
        data.image_shape = (height, width)
        data.asked = tuple(str(name) for name in data_types)
        colors = (RenderBufferKind.RGB, RenderBufferKind.RGBA)
        has_colors = not set(colors).isdisjoint(data_types) and supported_specs.keys() >= set(colors)
        data._output = {}
        for name in dict.fromkeys(data_types):
            is_colored = has_colors and name in colors
            spec = supported_specs.get(RenderBufferKind("rgba" if is_colored else name))
            if spec is None or name in data._output:
                continue
            images = wp.zeros((num_views, height, width, spec.channels), dtype=spec.dtype, device=device)
            if is_colored:
                data._output |= {"rgba": ProxyArray(images), "rgb": ProxyArray(images[:, :, :, :3])}
            else:
                data._output[str(name)] = ProxyArray(images)
        data.info = dict.fromkeys(data._output)
        return data

    def create_buffers(self, num_views: int, device: str) -> None:
        """Make the memory of poses and intrinsic matrices.

        Args:
            num_views: Number of cameras N.
            device: Warp device of the arrays.
        """
        self._pos_w = ProxyArray(wp.zeros(num_views, dtype=wp.vec3f, device=device))
        self._quat_w_world, self._quat_w_ros, self._quat_w_opengl = (
            ProxyArray(wp.zeros(num_views, dtype=wp.quatf, device=device)) for _ in range(3)
        )
        self._intrinsic_matrices = ProxyArray(wp.zeros(num_views, dtype=wp.mat33f, device=device))

    def write_poses(self, poses: wp.array, mask: wp.array) -> None:
        """Set the poses of cameras.

        Args:
            poses: Poses in the world [m] of the frames that look along their -z axis with y up, shape (N,),
                wp.transformf.
            mask: Cameras whose poses are set, shape (N,), bool.
        """
        wp.launch(
            write_camera_poses,
            dim=poses.shape[0],
            inputs=[poses, mask],
            outputs=[self._pos_w.warp, self._quat_w_opengl.warp, self._quat_w_ros.warp, self._quat_w_world.warp],
            device=poses.device,
        )

    @property
    def output(self) -> dict[str, ProxyArray] | None:
        """Images by name, each of shape (N, H, W, C)."""
        return self._output

    @property
    def pos_w(self) -> ProxyArray:
        """Positions in the world [m], shape (N,), vec3f."""
        return self._pos_w

    @property
    def quat_w_world(self) -> ProxyArray:
        """Orientations in the world of the frames with x forward and z up, shape (N,), quatf."""
        return self._quat_w_world

    @property
    def quat_w_ros(self) -> ProxyArray:
        """Orientations in the world of the frames with z forward and y down, shape (N,), quatf."""
        return self._quat_w_ros

    @property
    def quat_w_opengl(self) -> ProxyArray:
        """Orientations in the world of the frames with -z forward and y up, shape (N,), quatf."""
        return self._quat_w_opengl

    @property
    def intrinsic_matrices(self) -> ProxyArray:
        """Matrices ``[[f_x, 0, c_x], [0, f_y, c_y], [0, 0, 1]]`` [pixel], shape (N,), mat33f.

        The upper left corner of the picture is at (0, 0), the middle of its first pixel at (0.5, 0.5).
        """
        return self._intrinsic_matrices
