"""Cameras that draw together: any number of them, in any environments, with the same optics."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

import numpy as np
import warp as wp
from newton.sensors import SensorCamera

from pippin.utils.array_views import view_of
from pippin.utils.launch import on_all_cores

from .kernels import choose_views, clip_far, distances, look_up, motions, place_cameras, travelled_distances
from .optics import FisheyeOptics, Optics
from .scene import RenderScene

OUTPUTS = ("color", "unshadowed", "plain", "albedo", "depth", "distance", "shapes", "normals", "motion")
"""Images that cameras make; see :class:`CameraBatch`."""

BACKGROUND = (219, 232, 247, 255)
"""Colour of nothing: red, green, blue and alpha of the sky."""

_FARTHEST = 1.0e6  # rays end here [m]
_PACKED = int.from_bytes(bytes(BACKGROUND), "little", signed=True)  # Warp writes constants as signed numbers
_NEEDS = {"motion": {"depth", "shapes"}}
_COLORS = {"color": (True, True), "unshadowed": (False, True), "plain": (False, False)}
"""Images of lit surfaces: whether there are shadows and textures."""


class CameraBatch:
    """Cameras with the same optics, which are drawn in one go.

    Cameras look along their own -z axis, x to the right and y up (OpenGL). Poses are in the frame that is drawn: the
    environment's, or the world's where the scene is drawn together. After :meth:`place`, :meth:`render` makes images:

    - ``color``: red, green, blue, alpha, shape (V, H, W, 4), uint8;
    - ``unshadowed``: the same without shadows;
    - ``plain``: the same without shadows and textures;
    - ``albedo``: the same without light and shadow;
    - ``depth``: distance from the image plane [m], inf where there is nothing, shape (V, H, W), float32;
    - ``distance``: distance from the camera's centre [m], else the same;
    - ``shapes``: row of the shape in the scene, 0xFFFFFFFF where there is none, shape (V, H, W), uint32;
    - ``normals``: normal of the surface in the frame that is drawn, 0 where there is none, shape (V, H, W), wp.vec3f;
    - ``motion``: by how much that which a pixel shows moved in the picture since the scene and the cameras were brought
      up to date the time before [pixel], to the right and down, shape (V, H, W), wp.vec2f.

    All but the first three are those of the ray through the middle of a pixel. What ``motion`` compares with can be
    written, too: ``previous_poses`` and ``previous_body_poses``.

    Args:
        scene: What they see.
        optics: Their optics. Fisheye cameras make no ``motion``.
        worlds: For each camera, the index of its environment among the drawn ones; 0 where all are drawn together.
        samples_x: Rays side by side for the colour of a pixel.
        samples_y: Rays one above the other for the colour of a pixel.

    Raises:
        ValueError: There are no cameras.
        IndexError: There is no such environment.

    Attributes:
        bodies: Row of the body of the scene that carries each camera, -1 for none, shape (V,), int. For writing.
        offsets: Pose of each camera in its body's frame, or in the frame that is drawn, shape (V,), wp.transformf. For
            writing.
        keeps_rotation: Whether a camera follows the position of its body alone, shape (V,), int. For writing.
        poses: Poses of the cameras, shape (V,), wp.transformf.
        previous_poses: The same before the last :meth:`place`.
        previous_body_poses: Poses of the scene's bodies before its last update, shape (num_rows,), wp.transformf.
    """

    def __init__(
        self,
        scene: RenderScene,
        optics: Optics | FisheyeOptics,
        worlds: Sequence[int],
        samples_x: int = 1,
        samples_y: int = 1,
    ) -> None:
        self.scene = scene
        self.optics = optics
        worlds_array = np.asarray(worlds, dtype=np.int32)
        if worlds_array.size == 0:
            raise ValueError("'worlds' is empty; expected the environment of one camera at least.")
        if worlds_array.min() < 0 or worlds_array.max() >= scene.num_worlds:
            raise IndexError(
                f"'worlds' is {worlds_array.tolist()}; expected environments 0 to {scene.num_worlds - 1} of the scene."
            )
        device = scene.device
        self.num_views = len(worlds_array)
        self.bodies = wp.full(self.num_views, -1, dtype=int, device=device)
        identity = np.tile(np.array([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0], np.float32), (self.num_views, 1))
        self.offsets = wp.array(identity, dtype=wp.transformf, device=device)
        self.keeps_rotation = wp.zeros(self.num_views, dtype=int, device=device)
        self.poses = wp.clone(self.offsets)
        self.previous_poses = wp.clone(self.offsets)
        self.previous_body_poses = scene.previous_body_poses
        self._is_placed = False
        self._world_of_view = worlds_array.tolist()
        self._worlds = wp.array(worlds_array, dtype=int, device=device)
        self._chosen = wp.clone(self._worlds)
        self._rays = wp.array(optics.rays(), dtype=wp.vec3f, device=device)
        self._samples: wp.array | None = None
        if samples_x * samples_y > 1:
            self._samples = wp.array(optics.rays(samples_x, samples_y), dtype=wp.vec3f, device=device)
        # Rays of a fisheye end where its cameras see no farther.
        is_fisheye = isinstance(optics, FisheyeOptics)
        self._farthest = min(optics.far - optics.near, _FARTHEST) if is_fisheye else _FARTHEST
        self._drawn_kinds: set[tuple[frozenset[str], int, bool, bool]] = set()
        self._images: dict[str, wp.array] = {}
        self._bytes: dict[str, wp.array] = {}

    @property
    def image_shape(self) -> tuple[int, int, int]:
        """Number of cameras, height and width."""
        return self.num_views, self.optics.height, self.optics.width

    def place(self) -> None:
        """Move the cameras to where their bodies are in the scene."""
        if self._is_placed:
            wp.copy(self.previous_poses, self.poses)
        wp.launch(
            place_cameras,
            dim=self.num_views,
            inputs=[self.scene.body_poses, self.bodies, self.offsets, self.keeps_rotation],
            outputs=[self.poses],
            device=self.scene.device,
        )
        if not self._is_placed:
            wp.copy(self.previous_poses, self.poses)
            self._is_placed = True

    def draw_into(self, output: str, memory: wp.array) -> None:
        """Let an image be made in given memory from now on.

        Args:
            output: Which, of :data:`OUTPUTS`.
            memory: Contiguous array of as many bytes as the image has. It is kept alive.

        Raises:
            ValueError: There is no such image, or the memory is of another size.
        """
        dtype = _DTYPES.get(output)
        size_of = wp.types.type_size_in_bytes
        if dtype is None or memory.size * size_of(memory.dtype) != math.prod(self.image_shape) * size_of(dtype):
            raise ValueError(
                f"The memory of image '{output}' has the shape {memory.shape}; expected room for {self.image_shape}."
            )
        self._take_memory(output, view_of(memory, dtype, self.image_shape))

    def render(self, outputs: Collection[str], mask: wp.array | None = None, worlds: wp.array | None = None) -> None:
        """Draw what the cameras see.

        Args:
            outputs: Images to make, of :data:`OUTPUTS`.
            mask: Cameras to draw again, shape (V,), bool; None for all. The others' images stay as they are.
            worlds: Instead of a mask: the environment that each camera sees, :data:`.kernels.LEAVE` for those whose
                images stay, shape (V,), int.

        Raises:
            ValueError: There is no such image.
            NotImplementedError: Fisheye cameras do not make it.
        """
        unknown = sorted(set(outputs) - set(OUTPUTS))
        if unknown:
            raise ValueError(f"There are no images {', '.join(unknown)}; there are: {', '.join(OUTPUTS)}.")
        if not outputs:
            return
        if "motion" in outputs and isinstance(self.optics, FisheyeOptics):
            raise NotImplementedError(
                "The image 'motion' is asked of a fisheye camera; expected a pinhole camera, which makes it."
            )
        if worlds is None:
            worlds = self._worlds if mask is None else self._choose(mask)
        wanted = set(outputs).union(*(_NEEDS.get(output, set()) for output in outputs))
        if "distance" in wanted:
            wanted.add(self._distance_source)
        if self._clips_far:
            wanted.add("depth")
        self._trace_all(wanted, worlds)
        if self._clips_far:
            self._clip_far(wanted)
        if "distance" in wanted:
            kernel = distances if self._distance_source == "depth" else travelled_distances
            self._launch(kernel, [self._image(self._distance_source), self._rays], self._image("distance"))
        if "motion" in wanted:
            self._find_motion(worlds)

    def image(self, output: str) -> wp.array:
        """An image, as it was last made.

        Args:
            output: Which, of :data:`OUTPUTS`.

        Raises:
            KeyError: It was never made.
        """
        if output not in self._images:
            raise KeyError(f"Image '{output}' was never rendered; there are: {', '.join(self._images) or 'none'}.")
        return self._bytes.get(output, self._images[output])

    def look_up(self, values: wp.array, background: int, out: wp.array) -> None:
        """Translate the image ``shapes``, for segmentation.

        Args:
            values: Value of each shape of the scene, shape (num_shapes,), int.
            background: Value where there is no shape.
            out: Image to write, shape (V, H, W), int.
        """
        self._launch(look_up, [self._image("shapes"), values, background], out)

    # -- drawing -------------------------------------------------------------------------------------------------------

    def _choose(self, mask: wp.array) -> wp.array:
        wp.launch(
            choose_views,
            dim=self.num_views,
            inputs=[self._worlds, mask],
            outputs=[self._chosen],
            device=self.scene.device,
        )
        return self._chosen

    @property
    def _clips_far(self) -> bool:
        """Whether what is beyond the far plane has to be taken out of the images."""
        return isinstance(self.optics, Optics) and bool(np.isfinite(self.optics.far))

    @property
    def _distance_source(self) -> str:
        """Image that the distances from the camera's centre follow from."""
        return "depth" if isinstance(self.optics, Optics) else "travel"

    def _trace_all(self, wanted: set[str], worlds: wp.array) -> None:
        """Draw everything that rays find, in as few goes as there are kinds of rays and light."""
        traced = wanted & {"albedo", "depth", "travel", "shapes", "normals"}
        if "color" in wanted and self._samples is None:
            traced.add("color")
        if traced:
            self._trace(traced, self._rays, worlds)
        for output in sorted(wanted & set(_COLORS) - traced):
            self._trace({output}, self._rays if self._samples is None else self._samples, worlds)

    def _trace(self, outputs: set[str], rays: wp.array, worlds: wp.array) -> None:
        """Let Newton draw."""
        images = {_NEWTON_NAMES[output]: self._image(output) for output in sorted(outputs)}
        shadows, textures = _COLORS.get(next(iter(outputs & set(_COLORS)), ""), (False, "albedo" in outputs))
        anti_aliasing = SensorCamera.AntiAliasing.SSAA if rays.shape[2] > 1 else SensorCamera.AntiAliasing.NONE
        config = SensorCamera.RenderConfig(
            enable_global_world=False,
            enable_shadows=shadows,
            enable_textures=textures,
            anti_aliasing=anti_aliasing,
            max_distance=self._farthest,
        )
        self.scene.sync_soft_bodies()
        if not (self.scene.has_carried_lights and outputs & set(_COLORS)):
            self._draw(slice(0, self.num_views), rays, worlds, config, images)
            return
        for view, world in enumerate(self._world_of_view):  # Newton's lights are the same for all that it draws at once
            self.scene.light(world)
            self._draw(slice(view, view + 1), rays, worlds, config, images)

    def _draw(
        self,
        views: slice,
        rays: wp.array,
        worlds: wp.array,
        config: SensorCamera.RenderConfig,
        images: dict[str, wp.array],
    ) -> None:
        """Let Newton draw what some cameras see; on a CPU each core draws some, or some rows of the only one."""
        poses, worlds = self.poses[views], worlds[views]
        images = {name: image[views] for name, image in images.items()}
        num_views, (_, height, width) = len(poses), self.image_shape
        is_one = num_views == 1

        def draw(first: int, end: int) -> None:
            parts = {
                name: image[0, first:end].reshape((1, end - first, width)) if is_one else image[first:end]
                for name, image in images.items()
            }
            self.scene.draw(
                camera_transforms=poses if is_one else poses[first:end],
                camera_rays=rays[first:end] if is_one else rays,
                world_indices=worlds if is_one else worlds[first:end],
                clear_data=SensorCamera.ClearData(clear_color=_PACKED, clear_depth=np.inf, clear_albedo=_PACKED),
                render_config=config,
                **parts,
            )

        rows, columns = (height, width) if is_one else (num_views, height * width)
        kind = (frozenset(images), rays.shape[2], config.enable_shadows, config.enable_textures)
        if kind in self._drawn_kinds and wp.get_device(self.scene.device).is_cpu:
            on_all_cores(draw, rows, columns * rays.shape[2], parts_per_core=4)
        else:  # the first of a kind loads its kernel, which threads must not do at once
            draw(0, rows)
            self._drawn_kinds.add(kind)

    def _clip_far(self, outputs: set[str]) -> None:
        """Take what is beyond the far plane out of the images."""

        def image_or_none(output: str, dtype: type) -> wp.array:
            if output in outputs:
                return self._image(output)
            return wp.empty((0, 0, 0), dtype=dtype, device=self.scene.device)

        wp.launch(
            clip_far,
            dim=self.image_shape,
            inputs=[self.optics.far, wp.uint32(_PACKED % 2**32)],
            outputs=[
                self._image("depth"),
                image_or_none("shapes", wp.uint32),
                image_or_none("normals", wp.vec3f),
                image_or_none("color", wp.uint32),
                image_or_none("unshadowed", wp.uint32),
                image_or_none("plain", wp.uint32),
                image_or_none("albedo", wp.uint32),
            ],
            device=self.scene.device,
        )

    def _find_motion(self, worlds: wp.array) -> None:
        scene = self.scene
        assert isinstance(self.optics, Optics)
        inputs = [
            worlds,
            self._image("depth"),
            self._image("shapes"),
            self._rays,
            scene.shape_bodies,
            scene.body_poses,
            self.previous_body_poses,
            self.poses,
            self.previous_poses,
            wp.vec2f(self.optics.focal_x, self.optics.focal_y),
        ]
        self._launch(motions, inputs, self._image("motion"))

    def _launch(self, kernel: wp.Kernel, inputs: list, out: wp.array) -> None:
        wp.launch(kernel, dim=self.image_shape, inputs=inputs, outputs=[out], device=self.scene.device)

    def _image(self, output: str) -> wp.array:
        """Memory of an image, made when it is first asked for."""
        if output not in self._images:
            self._take_memory(output, wp.zeros(self.image_shape, dtype=_DTYPES[output], device=self.scene.device))
        return self._images[output]

    def _take_memory(self, output: str, memory: wp.array) -> None:
        self._images[output] = memory
        if _DTYPES[output] is wp.uint32 and output != "shapes":
            self._bytes[output] = view_of(memory, wp.uint8, (*self.image_shape, 4))


_DTYPES = {
    "color": wp.uint32,
    "unshadowed": wp.uint32,
    "plain": wp.uint32,
    "albedo": wp.uint32,
    "depth": wp.float32,
    "travel": wp.float32,
    "distance": wp.float32,
    "shapes": wp.uint32,
    "normals": wp.vec3f,
    "motion": wp.vec2f,
}
_NEWTON_NAMES = {
    "color": "color_image",
    "unshadowed": "color_image",
    "plain": "color_image",
    "albedo": "albedo_image",
    "depth": "forward_depth_image",
    "travel": "depth_image",
    "shapes": "shape_index_image",
    "normals": "normal_image",
}
