"""A camera that one program looks through: images in NumPy, and where points of the world are in them."""

from __future__ import annotations

import copy
from typing import Any, ClassVar, Literal, NamedTuple

import numpy as np
import torch
import warp as wp
from numpy.typing import ArrayLike
from pxr import UsdGeom
from scipy.spatial.transform import Rotation

from pippin.physics.scene.scene import PhysicsScene
from pippin.sensors.camera.camera import CameraCfg, settings_of
from pippin.sensors.camera.data import CameraData
from pippin.sensors.camera.lens import read_lens
from pippin.sensors.camera.renderer import CameraViews, Renderer
from pippin.sim import SimulationContext
from pippin.utils.checks import check_numbers
from pippin.utils.math import convert_camera_frame_orientation_convention

from .arguments import checked_array
from .sensor import PeriodicPrim

Axes = Literal["world", "ros", "usd"]
"""Frame of a camera: "world" looks along x with z up, "ros" along z with -y up, "usd" along -z with y up."""

CONVENTIONS = {"world": "world", "ros": "ros", "usd": "opengl"}
"""These frames under the names of :func:`~pippin.utils.math.convert_camera_frame_orientation_convention`."""

SEGMENTATIONS = ("semantic_segmentation", "instance_segmentation_fast", "instance_id_segmentation_fast")
"""Images that have either colours or ids."""

PER_USD = 10.0
"""Lengths of a lens are a tenth of what USD counts, as in Isaac Sim."""


class Camera(PeriodicPrim):
    """Takes images of the one environment of a :class:`~pippin.objects.World`.

    An image is drawn when it is asked for, of the scene as it is then, and at most once a period. There are none while
    the simulation is stopped. The pose of one below a link goes with the link.

    Args:
        prim_path: Path of the camera; it is made if there is none.
        name: Name of the object.
        frequency: Images a second at most [1/s]; None for one whenever time has passed.
        dt: The same as a period [s].
        resolution: Width and height of the images [pixel]; None for 128 x 128.
        position: Position in the world [m], shape (3,); None leaves it.
        orientation: Orientation of the axes "world" (x, y, z, w), shape (4,); None leaves it.
        translation: Position in the frame of the parent [m], shape (3,), in place of that in the world.

    Raises:
        ValueError: A value has another shape or is not positive, or both a frequency and a period are given.
    """

    UNLIMITED: ClassVar[float] = 0.0
    """Frequency that stands for an image whenever time has passed [1/s]."""

    def __init__(
        self,
        prim_path: str,
        name: str = "camera",
        frequency: float | None = None,
        dt: float | None = None,
        resolution: tuple[int, int] | None = None,
        position: ArrayLike | None = None,
        orientation: ArrayLike | None = None,
        translation: ArrayLike | None = None,
    ) -> None:
        super().__init__(prim_path, name, "Camera", frequency, dt)
        self._types: dict[str, None] = {"rgba": None}
        self._colorized: set[str] = set()
        self._drawing: _Drawing | None = None
        self._seen: tuple[float, ...] = ()
        self.set_resolution(resolution or (128, 128))
        if translation is not None:
            Camera.set_local_pose(self, translation, orientation)
        elif position is not None or orientation is not None:
            Camera.set_world_pose(self, position, orientation)

    # -- images --

    def initialize(self, physics_sim_view: Any = None, attach_rgb_annotator: bool = True) -> None:
        """Begin to take images.

        Args:
            physics_sim_view: Has no effect.
            attach_rgb_annotator: Whether images have colours.
        """
        if not attach_rgb_annotator:
            self._types.pop("rgba", None)

    def post_reset(self) -> None:
        """Return to the default pose, and forget the last image."""
        super().post_reset()
        self._frame = {}

    def get_current_frame(self, clone: bool = False) -> dict[str, Any]:
        """What the camera sees: images by their kind, and when.

        Args:
            clone: Whether the images are copies, which later ones leave as they are.

        Returns:
            ``rendering_time`` [s], ``rendering_frame``, the number of steps until then, and one entry for each kind of
            image: see the ``get`` methods, and :class:`pippin.sensors.Camera` for others, shape (H, W) or (H, W, C). A
            segmentation is ``{"data": image, "info": what its values mean}``. Without a simulation that plays, only
            what there was last.
        """
        frame = self._take()
        return copy.deepcopy(frame) if clone else dict(frame)

    def get_rgba(self) -> np.ndarray | None:
        """Colours and opacity, shape (H, W, 4), uint8; None where there is no image yet."""
        return self._image("rgba")

    def get_rgb(self) -> np.ndarray | None:
        """Colours, shape (H, W, 3), uint8; None where there is no image yet."""
        image = self._image("rgba")
        return None if image is None else image[..., :3]

    def get_depth(self) -> np.ndarray | None:
        """Distances from the image plane [m], shape (H, W), float32; None where there is no image yet."""
        return self._image("distance_to_image_plane")

    def get_pointcloud(self) -> np.ndarray | None:
        """Points of the world that the pixels see [m], row by row, shape (n, 3); None where there is no image yet."""
        depth = self.get_depth()
        if depth is None:
            return None
        rows, columns = np.nonzero(np.isfinite(depth))
        return self.get_world_points_from_image_coords(np.stack([columns, rows], axis=1) + 0.5, depth[rows, columns])

    def add_image(self, kind: str, colorize: bool = False) -> None:
        """Take images of a further kind.

        Args:
            kind: Its name; see :class:`pippin.sensors.Camera`.
            colorize: Whether a segmentation has colours instead of ids.

        Raises:
            ValueError: There is no such kind.
        """
        known = [str(each) for each in self._new_renderer().supported_specs()]
        if kind not in known:
            raise ValueError(f"The camera '{self.prim_path}' has no images '{kind}'; there are: {', '.join(known)}.")
        self._types[kind] = None
        (self._colorized.add if colorize else self._colorized.discard)(kind)
        self._frame.pop(kind, None)

    def remove_image(self, kind: str) -> None:
        """Take no more images of a kind."""
        self._types.pop(kind, None)
        self._frame.pop(kind, None)

    # -- size --

    def get_resolution(self) -> tuple[int, int]:
        """Width and height of the images [pixel]."""
        return self._resolution

    def set_resolution(self, value: tuple[int, int]) -> None:
        """Set width and height of the images [pixel].

        Raises:
            ValueError: They are not two positive numbers.
        """
        width, height = (int(number) for number in check_numbers("resolution", value, 2))
        if min(width, height) < 1:
            raise ValueError(f"The resolution of the camera '{self.prim_path}' is {value!r}; expected 1 x 1 at least.")
        self._resolution = width, height
        self._frame = {}

    # -- pose --

    def get_world_pose(self, camera_axes: Axes = "world") -> tuple[np.ndarray, np.ndarray]:
        """Position in the world [m], shape (3,), and orientation of the axes (x, y, z, w), shape (4,)."""
        position, orientation = super().get_world_pose()
        return position, _turned(orientation, "usd", camera_axes)

    def set_world_pose(
        self, position: ArrayLike | None = None, orientation: ArrayLike | None = None, camera_axes: Axes = "world"
    ) -> None:
        """Move the camera.

        Args:
            position: Position in the world [m], shape (3,); None leaves it.
            orientation: Orientation of the axes in the world (x, y, z, w), shape (4,); None leaves it.
            camera_axes: Which axes the orientation is of.
        """
        super().set_world_pose(position, _turned(orientation, camera_axes, "usd"))

    def get_local_pose(self, camera_axes: Axes = "world") -> tuple[np.ndarray, np.ndarray]:
        """Translation in the frame of the parent [m] and orientation of the axes there (x, y, z, w)."""
        translation, orientation = super().get_local_pose()
        return translation, _turned(orientation, "usd", camera_axes)

    def set_local_pose(
        self, translation: ArrayLike | None = None, orientation: ArrayLike | None = None, camera_axes: Axes = "world"
    ) -> None:
        """Move the camera in the frame of its parent; see :meth:`set_world_pose`."""
        super().set_local_pose(translation, _turned(orientation, camera_axes, "usd"))

    # -- lens --

    def get_focal_length(self) -> float:
        """Focal length, a tenth of USD's."""
        return self._lens_attribute("focalLength").Get() / PER_USD

    def set_focal_length(self, value: float) -> None:
        """Set the focal length, a tenth of USD's."""
        self._lens_attribute("focalLength").Set(float(value) * PER_USD)

    def get_horizontal_aperture(self) -> float:
        """Width of the film, a tenth of USD's."""
        return self._lens_attribute("horizontalAperture").Get() / PER_USD

    def set_horizontal_aperture(self, value: float, maintain_square_pixels: bool = True) -> None:
        """Set the width of the film, a tenth of USD's; its height follows where pixels are to be square."""
        self._lens_attribute("horizontalAperture").Set(float(value) * PER_USD)
        if maintain_square_pixels:
            self._lens_attribute("verticalAperture").Clear()

    def get_vertical_aperture(self) -> float:
        """Height of the film, a tenth of USD's: that of square pixels where the prim says nothing."""
        attribute, (width, height) = self._lens_attribute("verticalAperture"), self._resolution
        return attribute.Get() / PER_USD if attribute.IsAuthored() else self.get_horizontal_aperture() * height / width

    def set_vertical_aperture(self, value: float, maintain_square_pixels: bool = True) -> None:
        """Set the height of the film, a tenth of USD's; its width follows where pixels are to be square."""
        self._lens_attribute("verticalAperture").Set(float(value) * PER_USD)
        if maintain_square_pixels:
            width, height = self._resolution
            self.set_horizontal_aperture(float(value) * width / height)

    def get_clipping_range(self) -> tuple[float, float]:
        """Nearest and farthest distance that is seen [m]."""
        near, far = self._lens_attribute("clippingRange").Get()
        return near, far

    def set_clipping_range(self, near_distance: float | None = None, far_distance: float | None = None) -> None:
        """Set the nearest and the farthest distance that is seen [m]; None leaves one."""
        near, far = self.get_clipping_range()
        given = near if near_distance is None else near_distance, far if far_distance is None else far_distance
        self._lens_attribute("clippingRange").Set(given)

    def get_horizontal_fov(self) -> float:
        """Angle that the image's width sees [rad]."""
        return 2.0 * float(np.arctan(self.get_horizontal_aperture() / (2.0 * self.get_focal_length())))

    def get_vertical_fov(self) -> float:
        """Angle that the image's height sees [rad]."""
        return 2.0 * float(np.arctan(self.get_vertical_aperture() / (2.0 * self.get_focal_length())))

    def get_aspect_ratio(self) -> float:
        """Width of the image by its height."""
        width, height = self._resolution
        return width / height

    def get_intrinsics_matrix(self) -> np.ndarray:
        """Matrix ``[[f_x, 0, c_x], [0, f_y, c_y], [0, 0, 1]]`` [pixel], shape (3, 3), float64.

        Pixels have whole numbers at their corners.
        """
        return read_lens(self.prim, *self._resolution).matrix.astype(float)

    def get_view_matrix_ros(self) -> np.ndarray:
        """Matrix that takes points of the world into the frame "ros", homogeneous, shape (4, 4)."""
        position, orientation = Camera.get_world_pose(self, "ros")  # also where a dialect has other quaternions
        turn = Rotation.from_quat(orientation).as_matrix()
        matrix = np.eye(4)
        matrix[:3, :3], matrix[:3, 3] = turn.T, -turn.T @ position
        return matrix

    def get_image_coords_from_world_points(self, points_3d: ArrayLike) -> np.ndarray:
        """Return where points of the world are in the image.

        Args:
            points_3d: Points [m], shape (n, 3).

        Returns:
            Column and row [pixel], shape (n, 2).
        """
        points = checked_array("points_3d", points_3d, (len(points_3d), 3))  # type: ignore[arg-type]
        view = self.get_view_matrix_ros()
        seen = (points @ view[:3, :3].T + view[:3, 3]) @ self.get_intrinsics_matrix().T
        return seen[:, :2] / seen[:, 2:]

    def get_world_points_from_image_coords(self, points_2d: ArrayLike, depth: ArrayLike) -> np.ndarray:
        """Return the points of the world that places of the image show.

        Args:
            points_2d: Column and row [pixel], shape (n, 2).
            depth: Distances from the image plane [m], shape (n,).

        Returns:
            Points [m], shape (n, 3).
        """
        places = checked_array("points_2d", points_2d, (len(points_2d), 2))  # type: ignore[arg-type]
        depths = checked_array("depth", depth, (len(places),))
        rays = np.column_stack([places, np.ones(len(places))]) @ np.linalg.inv(self.get_intrinsics_matrix()).T
        view = self.get_view_matrix_ros()
        return (rays * depths[:, None] - view[:3, 3]) @ view[:3, :3]

    # -- inside --

    def _image(self, kind: str) -> np.ndarray | None:
        if kind not in self._types:
            self.add_image(kind)
        return self._take().get(kind)

    def _take(self) -> dict[str, Any]:
        """The last frame, or a new one if it is due."""
        simulation = SimulationContext.instance()
        if simulation is None or self._is_paused:
            return self._frame
        scene = simulation.physics
        if isinstance(scene, PhysicsScene):
            step, time = simulation.current_time_step_index, simulation.current_time
            last = self._frame.get("rendering_time", -np.inf)
            seen = step, scene.state_version, *np.concatenate(Camera.get_world_pose(self, "usd"))
            is_due = seen != self._seen and (time - last >= self._dt - 1e-9 or time <= last)
            if is_due or not self._types.keys() <= self._frame.keys():
                self._seen = seen
                self._frame = self._draw(simulation, scene) | {"rendering_time": time, "rendering_frame": step}
        return self._frame

    def _lens_attribute(self, name: str) -> Any:
        return UsdGeom.Camera(self.prim).GetPrim().GetAttribute(name)

    def _new_renderer(self) -> Renderer:
        cfg = CameraCfg(prim_path=self.prim_path, spawn=None, width=1, height=1)
        for kind in SEGMENTATIONS:
            setattr(cfg, f"colorize_{kind.removesuffix('_fast')}", kind in self._colorized)
        return cfg.renderer_cfg.class_type(settings_of(cfg))

    def _draw(self, simulation: SimulationContext, scene: PhysicsScene) -> dict[str, Any]:
        """Images of the scene as it is."""
        lens = read_lens(self.prim, *self._resolution)
        width, height = self._resolution
        plan = (scene, lens, tuple(self._types), self._resolution, frozenset(self._colorized))
        if self._drawing is None or self._drawing.plan != plan:
            if self._drawing is not None:
                self._drawing.renderer.close()
            renderer = self._new_renderer()
            environment = wp.zeros(1, dtype=int, device=scene.device)
            views = CameraViews(simulation, scene, environment, False, tuple(self._types), height, width)
            renderer.connect(views, [lens])
            specs = renderer.supported_specs()
            data = CameraData.allocate([*self._types], height, width, 1, scene.device, specs)
            data.create_buffers(1, scene.device)
            self._drawing = _Drawing(plan, renderer, data)
        data = self._drawing.data
        for frames in scene.frames:
            frames.kinematics.update(scene.state_version)
        pose = np.concatenate(Camera.get_world_pose(self, "usd"))
        mask = wp.full(1, value=True, dtype=wp.bool, device=scene.device)
        self._drawing.renderer.render(wp.array([pose], dtype=wp.transformf, device=scene.device), mask, data)
        return {kind: _entry(image.torch, (data.info or {}).get(kind)) for kind, image in (data.output or {}).items()}


class _Drawing(NamedTuple):
    """What draws a camera's images, as long as what they are of and how they are made stays: the plan."""

    plan: tuple[Any, ...]
    renderer: Renderer
    data: CameraData


def _entry(images: torch.Tensor, info: Any) -> Any:
    """One camera's image as NumPy, without a dimension of one channel, and with what its values mean if they do."""
    image = images[0].cpu().numpy().copy()
    image = image[..., 0] if image.shape[-1] == 1 else image
    return image if info is None else {"data": image, "info": info}


def _turned(orientation: ArrayLike | None, origin: Axes, target: Axes) -> Any:
    """Orientation of a camera by other axes."""
    if orientation is None:
        return None
    for axes in (origin, target):
        if axes not in CONVENTIONS:
            raise ValueError(f"'camera_axes' is {axes!r}; expected one of {', '.join(CONVENTIONS)}.")
    given = torch.tensor(checked_array("orientation", orientation, (4,)), device="cpu")
    return convert_camera_frame_orientation_convention(given, CONVENTIONS[origin], CONVENTIONS[target]).numpy()  # type: ignore[arg-type]
