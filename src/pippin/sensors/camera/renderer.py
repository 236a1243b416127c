"""What draws for cameras: the contract, and what a camera asks of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import warp as wp

from pippin.physics.scene.scene import PhysicsScene
from pippin.sim import SimulationContext

from .buffers import RenderBufferKind, RenderBufferSpec
from .data import CameraData
from .lens import Lens

Rgba = tuple[int, int, int, int]
"""Red, green, blue and alpha, 0 to 255."""

CLIPPING = {"none": 0, "max": 1, "zero": 2}
"""What becomes of distances beyond the farthest one, as :func:`.kernels.clipped_depth` takes it."""


@dataclass(frozen=True)
class RenderSettings:
    """How images are to be made; see the fields of the same names of :class:`.camera.CameraCfg`.

    Attributes:
        depth_clipping_behavior: Key of :data:`CLIPPING`.
        semantic_filter: Filter of labels.
        colorize_semantic_segmentation: Whether semantic segmentation is of colours.
        colorize_instance_id_segmentation: Whether the segmentation by prims is of colours.
        colorize_instance_segmentation: Whether the segmentation by labelled prims is of colours.
        semantic_segmentation_mapping: Colours of labels, each as "kind:label".
    """

    depth_clipping_behavior: str
    semantic_filter: str | list[str]
    colorize_semantic_segmentation: bool
    colorize_instance_id_segmentation: bool
    colorize_instance_segmentation: bool
    semantic_segmentation_mapping: Mapping[str, Rgba]


@dataclass(frozen=True)
class CameraViews:
    """The cameras that a renderer draws for.

    Attributes:
        simulation: The simulation, with the stage.
        scene: The scene that plays.
        env_ids: Environment of each camera, shape (N,), int32.
        see_all: Whether the cameras see all environments beside each other in the world, instead of their own one.
        data_types: Images to make.
        height: Height of the images [pixel].
        width: Width of the images [pixel].
    """

    simulation: SimulationContext
    scene: PhysicsScene
    env_ids: wp.array
    see_all: bool
    data_types: tuple[str, ...]
    height: int
    width: int


class Renderer(ABC):
    """Draws what the cameras of one sensor see. Another renderer extends this class, and a config names it.

    Args:
        settings: How images are to be made.
    """

    def __init__(self, settings: RenderSettings) -> None:
        self.settings = settings

    @abstractmethod
    def supported_specs(self) -> dict[RenderBufferKind, RenderBufferSpec]:
        """Images that it makes, and how it stores them."""

    @abstractmethod
    def connect(self, views: CameraViews, lenses: Sequence[Lens]) -> None:
        """Begin to draw a scene, which plays. It should cost nothing until :meth:`render` is called.

        Args:
            views: The cameras.
            lenses: Their optics, N of them.
        """

    @abstractmethod
    def set_lenses(self, lenses: Sequence[Lens]) -> None:
        """Give the cameras other optics, N of them."""

    @abstractmethod
    def render(self, poses: wp.array, mask: wp.array, data: CameraData) -> None:
        """Draw the scene as it is now.

        Args:
            poses: Poses in the world [m] of the frames that look along their -z axis with y up, shape (N,),
                wp.transformf.
            mask: Cameras to draw for, shape (N,), bool; the images of others stay.
            data: Where the images go, and what their values mean (``info``).
        """

    @abstractmethod
    def close(self) -> None:
        """Let go of the scene, which is about to end."""
