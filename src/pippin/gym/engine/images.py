"""Images of cameras of one kind, in the formats of Isaac Gym."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import torch
import warp as wp

from ..types import CameraFollowMode, CameraProperties, ImageType
from .cameras import GymCamera, opengl_poses
from .image_kernels import write_color, write_depth, write_flow, write_segmentation

if TYPE_CHECKING:
    from pippin.physics.rendering import CameraBatch, Optics, RenderScene

FLOW_SCALE = 2**15
"""Optical flow over the whole width or height of the picture."""

_DRAWN = {
    ImageType.IMAGE_COLOR: "color",
    ImageType.IMAGE_DEPTH: "depth",
    ImageType.IMAGE_SEGMENTATION: "shapes",
    ImageType.IMAGE_OPTICAL_FLOW: "motion",
}
_WRITERS = {
    ImageType.IMAGE_COLOR: write_color,
    ImageType.IMAGE_DEPTH: write_depth,
    ImageType.IMAGE_SEGMENTATION: write_segmentation,
    ImageType.IMAGE_OPTICAL_FLOW: write_flow,
}
_FORMATS: dict[ImageType, tuple[tuple[int, ...], torch.dtype]] = {
    ImageType.IMAGE_COLOR: ((4,), torch.uint8),
    ImageType.IMAGE_DEPTH: ((), torch.float32),
    ImageType.IMAGE_SEGMENTATION: ((), torch.int32),
    ImageType.IMAGE_OPTICAL_FLOW: ((2,), torch.int16),
}
"""Channels and type of the pixels."""


class ImageMemory:
    """Memory for images of one kind of a growing number of cameras. What was given out never moves.

    Args:
        shape: Shape of an image.
        dtype: Type of its elements.
        device: Device.

    Attributes:
        blocks: Images of the first cameras, of those that follow, and so on, each of shape (n, *shape).
        size: Number of images that there is memory for.
    """

    def __init__(self, shape: tuple[int, ...], dtype: torch.dtype, device: str) -> None:
        self._shape, self._dtype, self._device = shape, dtype, device
        self.blocks: list[torch.Tensor] = []
        self.size = 0
        self._addresses: wp.array | None = None

    def image(self, view: int, num_cameras: int) -> torch.Tensor:
        """Memory of one camera's image.

        Args:
            view: Index of the camera.
            num_cameras: Number of cameras so far.
        """
        if view >= self.size:
            # While cameras are still created, one by one, each block is as large as all before it.
            count = max(num_cameras - self.size, self.size)
            self.blocks.append(torch.zeros((count, *self._shape), dtype=self._dtype, device=self._device))
            self.size += count
        start = 0
        for block in self.blocks:
            if view < start + len(block):
                return block[view - start]
            start += len(block)
        raise AssertionError("the blocks cover all images")

    def addresses(self, num_cameras: int) -> wp.array:
        """Address of the memory of each camera's image, shape (num_cameras,), uint64."""
        if self._addresses is None or len(self._addresses) != num_cameras:
            addresses = [self.image(view, num_cameras).data_ptr() for view in range(num_cameras)]
            self._addresses = wp.array(np.array(addresses, dtype=np.uint64), dtype=wp.uint64, device=self._device)
        return self._addresses


class CameraImages:
    """Cameras of one kind that are drawn together, and their images.

    Args:
        properties: What they have in common.
        device: Device that draws.

    Attributes:
        cameras: The cameras, in the order of the images. They can grow in number until the first image is drawn.
        eager: Kinds of images whose tensors users hold: they are drawn with every frame.
        is_drawn: Whether there is a frame to draw images of.
        moved: Indices of cameras that have another place than what draws knows.
    """

    def __init__(self, properties: CameraProperties, device: str) -> None:
        self.cameras: list[GymCamera] = []
        self.eager: set[ImageType] = set()
        self.is_drawn = False
        self.moved: set[int] = set()
        self._properties = properties
        shape = (properties.height, properties.width)
        self._memory = {
            kind: ImageMemory((*shape, *channels), dtype, device) for kind, (channels, dtype) in _FORMATS.items()
        }
        self._batch: CameraBatch | None = None
        self._current: set[ImageType] = set()
        self._segmentation: wp.array | None = None

    @property
    def is_complete(self) -> bool:
        """Whether it takes no more cameras."""
        return self._batch is not None

    def build(self, scene: RenderScene, worlds: list[int]) -> None:
        """Say what the cameras see: a scene, and of each camera the index of its world in it."""
        from pippin.physics.rendering import CameraBatch

        samples = self._properties.supersampling_horizontal, self._properties.supersampling_vertical
        self._batch = CameraBatch(scene, optics_of(self._properties), worlds, *samples)
        self._offsets = np.zeros((len(worlds), 7), dtype=np.float32)
        self._bodies = np.full(len(worlds), -1, dtype=np.int32)
        self._keeps_rotation = np.zeros(len(worlds), dtype=np.int32)

    def place(self, body_rows: dict[int, int]) -> None:
        """Say where cameras are that moved.

        Args:
            body_rows: For each of them, by its index: the row in the scene of the body that carries it, -1 for none.
        """
        views = list(body_rows)
        cameras = [self.cameras[view] for view in views]
        self._offsets[views] = opengl_poses([camera.offset for camera in cameras])
        self._bodies[views] = list(body_rows.values())
        self._keeps_rotation[views] = [camera.follows == CameraFollowMode.FOLLOW_POSITION for camera in cameras]
        batch = self._built
        batch.offsets.assign(self._offsets)
        batch.bodies.assign(self._bodies)
        batch.keeps_rotation.assign(self._keeps_rotation)
        self.moved.clear()

    def draw(self, segmentation: wp.array) -> None:
        """Begin a frame: move the cameras to where their bodies are, and draw what users hold tensors of.

        Args:
            segmentation: Segmentation id of each shape of the scene, shape (num_shapes,), int.
        """
        self._segmentation = segmentation
        self._built.place()
        self._current = set()
        self._draw(self.eager)
        self.is_drawn = True

    def image(self, view: int, kind: ImageType) -> torch.Tensor:
        """Image of one camera as of the last frame, in Isaac Gym's format.

        Returns:
            ``IMAGE_COLOR``: shape (H, W, 4), uint8. ``IMAGE_DEPTH``: (H, W), float32. ``IMAGE_SEGMENTATION``:
            (H, W), int32. ``IMAGE_OPTICAL_FLOW``: (H, W, 2), int16.
        """
        if kind not in self._current:
            self._draw({kind})
        return self.tensor(view, kind)

    def tensor(self, view: int, kind: ImageType) -> torch.Tensor:
        """Memory of an image: that of :meth:`image`, which is not drawn for that."""
        return self._memory[kind].image(view, len(self.cameras))

    @property
    def _built(self) -> CameraBatch:
        assert self._batch is not None
        return self._batch

    def _draw(self, kinds: set[ImageType]) -> None:
        if not kinds:
            return
        self._built.render({_DRAWN[kind] for kind in kinds})
        for kind in kinds:
            self._write(kind)
        self._current |= kinds

    def _write(self, kind: ImageType) -> None:
        """Write an image that was drawn to the memory that users see."""
        batch = self._built
        inputs = [batch.image(_DRAWN[kind])]
        if kind == ImageType.IMAGE_SEGMENTATION:
            inputs.append(self._segmentation)
        elif kind == ImageType.IMAGE_OPTICAL_FLOW:
            inputs.append(wp.vec2f(FLOW_SCALE / self._properties.width, FLOW_SCALE / self._properties.height))
        wp.launch(
            _WRITERS[kind],
            dim=batch.image_shape,
            inputs=inputs,
            outputs=[self._memory[kind].addresses(len(self.cameras))],
            device=batch.scene.device,
        )


def optics_of(properties: CameraProperties) -> Optics:
    """Optics of a camera.

    Raises:
        ValueError: The picture has no pixels, or no camera has such an angle or such planes.
    """
    from pippin.physics.rendering import Optics

    return Optics.of_angle(
        properties.width,
        properties.height,
        math.radians(properties.horizontal_fov),
        near=properties.near_plane,
        far=properties.far_plane if properties.far_plane < 1.0e6 else math.inf,  # farther than what is drawn
    )


def as_user_array(image: torch.Tensor, kind: ImageType) -> np.ndarray:
    """Image of one camera as ``get_camera_image`` gives it, a copy, shape (height, width * channels).

    Segmentation has one channel, of uint32.
    """
    array = np.array(image.cpu().numpy())
    if kind == ImageType.IMAGE_SEGMENTATION:
        return array.view(np.uint32)
    return array.reshape(len(array), -1)


def check_properties(properties: CameraProperties) -> None:
    """Refuse what no camera can have.

    Raises:
        ValueError: The picture has no pixels or samples, or no camera has such an angle or such planes.
    """
    samples = properties.supersampling_horizontal, properties.supersampling_vertical
    if min(samples) < 1:
        raise ValueError(f"a pixel needs 1 x 1 sample at least, got {samples[0]} x {samples[1]}.")
    optics_of(properties)
