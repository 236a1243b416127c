"""Methods of Gym for cameras and their images."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import imageio.v3 as iio
import numpy as np

from ..engine.actor import GymEnv
from ..engine.cameras import VIEWER_CAMERAS, GymCamera, pose_in_world, projection_matrix, view_matrix
from ..engine.checks import require_index, require_kind
from ..engine.engine import Engine
from ..engine.image_files import colored
from ..engine.images import as_user_array, optics_of
from ..engine.pictures import pictures_of
from ..engine.sim import GymSim
from ..engine.state_records import pose_numbers, transform_of
from ..engine.viewer import looking_at
from ..types import CameraFollowMode, CameraProperties, ImageType, Tensor, Transform, Vec3
from .handles import as_env, as_sim, body_at


class CameraCalls:
    """Cameras.

    A camera looks along its own x axis, its z axis points up in the picture. It sees the environment that it is in and
    the ground; a viewer's camera sees all environments.
    """

    def create_camera_sensor(self, env: GymEnv, properties: CameraProperties) -> int:
        """Make a camera at the origin of an environment, and return its handle, counted from 0 in each of them.

        Raises:
            ValueError: The picture has no pixels, or no camera has such an angle or such planes.
        """
        call = "create_camera_sensor"
        env = as_env(env, call)
        properties = require_kind(properties, CameraProperties, call, "CameraProperties")
        check_properties(properties, call)
        return pictures_of(env.sim).add(GymCamera(env, properties.__copy__(), Transform()))

    def destroy_camera_sensor(self, sim: GymSim, env: GymEnv, camera_handle: int) -> None:
        """Destroy a camera. Tensors of its images keep their memory."""
        _camera(env, camera_handle, "destroy_camera_sensor", sim).is_destroyed = True

    def set_camera_location(self, camera_handle: int, env: GymEnv, position: Vec3, target: Vec3) -> None:
        """Let a camera look from a position at a target, in the environment's frame. It leaves the body it was at."""
        call = "set_camera_location"
        camera = _camera(env, camera_handle, call)
        points = [require_kind(point, Vec3, call, "Vec3") for point in (position, target)]
        eye, aim = (np.array([point.x, point.y, point.z]) for point in points)
        camera.body = None
        camera.offset = looking_at(eye, aim, env.sim.y_is_up)
        _moved(camera, env)

    def set_camera_transform(self, camera_handle: int, env: GymEnv, transform: Transform) -> None:
        """Set the pose of a camera: in the frame of the environment, or of the body that it is attached to."""
        call = "set_camera_transform"
        camera = _camera(env, camera_handle, call)
        camera.offset = _pose(transform, call)
        _moved(camera, env)

    def attach_camera_to_body(
        self,
        camera_handle: int,
        env: GymEnv,
        body_handle: int,
        local_transform: Transform,
        follow_mode: CameraFollowMode,
    ) -> None:
        """Let a camera follow a body.

        Args:
            camera_handle: Handle of the camera.
            env: Environment of the camera and the body.
            body_handle: Index of the body in the environment.
            local_transform: Pose of the camera in the body's frame; with FOLLOW_POSITION in a frame at the body's
                origin whose axes are those of the environment.
            follow_mode: What of the body's motion it takes part in.
        """
        call = "attach_camera_to_body"
        camera = _camera(env, camera_handle, call)
        body = body_at(env, body_handle, call)
        offset, follows = _pose(local_transform, call), _member(follow_mode, CameraFollowMode, call)
        camera.body, camera.offset, camera.follows = body, offset, follows
        pictures_of(env.sim).moved(camera)

    def get_camera_transform(self, sim: GymSim, env: GymEnv, camera_handle: int) -> Transform:
        """Give the pose that a camera has now, in the frame of the environment."""
        pose = pose_in_world(_camera(env, camera_handle, "get_camera_transform", sim))
        pose[:3] -= env.origin
        return transform_of(pose)

    def get_camera_view_matrix(self, sim: GymSim, env: GymEnv, camera_handle: int) -> np.ndarray:
        """Give the matrix that takes points of the world to the camera's frame as OpenGL has it, as of now.

        Points are rows: ``[x, y, z, 1] @ matrix``. In OpenGL's frame a camera looks along -z, and y is up.

        Returns:
            Matrix, shape (4, 4), float32.
        """
        return view_matrix(_camera(env, camera_handle, "get_camera_view_matrix", sim))

    def get_camera_proj_matrix(self, sim: GymSim, env: GymEnv, camera_handle: int) -> np.ndarray:
        """Give OpenGL's projection, for points that are rows in the camera's frame.

        Returns:
            Matrix, shape (4, 4), float32.
        """
        return projection_matrix(_camera(env, camera_handle, "get_camera_proj_matrix", sim).properties)

    # -- images --------------------------------------------------------------------------------------------------------

    def step_graphics(self, sim: GymSim) -> None:
        """Bring what is drawn up to date. What draws reads the state itself, so there is nothing to bring."""
        as_sim(sim, "step_graphics")

    def render_all_camera_sensors(self, sim: GymSim) -> None:
        """Draw what all cameras see now. Images are made as they are asked for; those that tensors show, at once."""
        sim = as_sim(sim, "render_all_camera_sensors")
        if sim.pictures is None:
            return
        with sim.timers.measure("graphics_sensor_rendering"):
            sim.pictures.draw_all(engine_of(sim))

    def get_camera_image(self, sim: GymSim, env: GymEnv, camera_handle: int, image_type: ImageType) -> np.ndarray:
        """Give an image that a camera saw when ``render_all_camera_sensors`` was called last.

        Returns:
            ``IMAGE_COLOR``: red, green, blue and alpha, shape (height, 4 * width), uint8. ``IMAGE_DEPTH``: distance
            from the image plane [m], negative, -inf where there is nothing, shape (height, width), float32.
            ``IMAGE_SEGMENTATION``: segmentation ids, 0 for ground and where there is nothing, shape (height, width),
            uint32. ``IMAGE_OPTICAL_FLOW``: motion since the image before to the right and down, in parts of the
            picture's width and height times 2^15, shape (height, 2 * width), int16.

        Raises:
            RuntimeError: Nothing was drawn yet.
        """
        call = "get_camera_image"
        camera, kind = _camera(env, camera_handle, call, sim), _member(image_type, ImageType, call)
        pictures = pictures_of(sim)
        if not pictures.is_drawn(camera) and camera.env is None:
            pictures.draw_viewer(engine_of(sim), camera)  # drawn with every frame only once somebody looks
        if not pictures.is_drawn(camera):
            raise RuntimeError(
                f"gym.{call}: call gym.render_all_camera_sensors(sim) first; this camera saw nothing yet."
            )
        with sim.timers.measure("graphics_image_retrieval"):
            return as_user_array(pictures.image(camera, kind), kind)

    def get_camera_image_gpu_tensor(
        self, sim: GymSim, env: GymEnv, camera_handle: int, image_type: ImageType
    ) -> Tensor:
        """Give the memory that an image is drawn to whenever ``render_all_camera_sensors`` is called.

        Returns:
            Descriptor of a tensor on the device that simulates. ``IMAGE_COLOR``: shape (height, width, 4), uint8.
            ``IMAGE_DEPTH``: (height, width), float32. ``IMAGE_SEGMENTATION``: (height, width), int32.
            ``IMAGE_OPTICAL_FLOW``: (height, width, 2), int16. Values as :meth:`get_camera_image` has them.

        Raises:
            RuntimeError: The camera was created without ``CameraProperties.enable_tensors``.
        """
        call = "get_camera_image_gpu_tensor"
        camera, kind = _camera(env, camera_handle, call, sim), _member(image_type, ImageType, call)
        if not camera.properties.enable_tensors:
            raise RuntimeError(f"gym.{call}: set CameraProperties.enable_tensors = True before create_camera_sensor.")
        return Tensor.of_torch(pictures_of(sim).tensor(camera, kind), own_data=True)

    def start_access_image_tensors(self, sim: GymSim) -> None:
        """Begin to read tensors of images: wait until they are drawn."""
        engine = as_sim(sim, "start_access_image_tensors").engine
        if engine is not None:
            engine.wait()

    def end_access_image_tensors(self, sim: GymSim) -> None:
        """End reading tensors of images. Nothing keeps them from being drawn anew, so there is nothing to free."""
        as_sim(sim, "end_access_image_tensors")

    def write_camera_image_to_file(
        self, sim: GymSim, env: GymEnv, camera_handle: int, image_type: ImageType, filename: str
    ) -> None:
        """Write an image to a PNG file; see :func:`~pippin.gym.engine.image_files.colored` for how it shows numbers.

        Raises:
            RuntimeError: Nothing was drawn yet.
        """
        image = self.get_camera_image(sim, env, camera_handle, image_type)
        write_png(filename, colored(image, ImageType(image_type)), "write_camera_image_to_file")


def check_properties(properties: CameraProperties, call: str) -> None:
    """Refuse what no camera can have.

    Raises:
        ValueError: The picture has no pixels or samples, or no camera has such an angle or such planes.
    """
    samples = properties.supersampling_horizontal, properties.supersampling_vertical
    if min(samples) < 1:
        raise ValueError(f"gym.{call}: a pixel needs 1 x 1 sample at least, got {samples[0]} x {samples[1]}.")
    try:
        optics_of(properties)
    except ValueError as error:
        raise ValueError(f"gym.{call}: {error}") from error


def engine_of(sim: GymSim) -> Engine:
    """The engine, which is made if there is none."""
    if sim.engine is None:
        sim.engine = Engine(sim)
    return sim.engine


def write_png(filename: str, picture: np.ndarray, call: str) -> None:
    """Write a picture to a PNG file.

    Raises:
        FileNotFoundError: Its folder is not there.
    """
    folder = Path(filename).absolute().parent
    if not folder.is_dir():
        raise FileNotFoundError(f"gym.{call}: there is no folder '{folder}' to write '{Path(filename).name}' to.")
    iio.imwrite(filename, picture, extension=".png")


def _camera(env: Any, handle: Any, call: str, sim: Any = None) -> GymCamera:
    """A camera that is there: of a sensor in an environment, or of a viewer.

    Raises:
        IndexError: There is no camera of that handle.
        RuntimeError: It was destroyed.
    """
    env = as_env(env, call)
    if sim is not None and as_sim(sim, call) is not env.sim:
        raise ValueError(f"gym.{call}: the environment belongs to another simulation.")
    pictures = pictures_of(env.sim)
    if isinstance(handle, (int, np.integer)) and handle >= VIEWER_CAMERAS:
        cameras = pictures.viewer_cameras
        camera = cameras[require_index(int(handle) - VIEWER_CAMERAS, len(cameras), call, "camera of a viewer")]
    else:
        cameras = pictures.cameras_of(env)
        camera = cameras[require_index(handle, len(cameras), call, "camera in this environment")]
    if camera.is_destroyed:
        raise RuntimeError(f"gym.{call}: camera {handle} was destroyed.")
    return camera


def _pose(transform: Any, call: str) -> Transform:
    """A pose with a rotation of length 1.

    Raises:
        ValueError: Its rotation is no quaternion.
    """
    return transform_of(pose_numbers(require_kind(transform, Transform, call, "Transform")))


def _moved(camera: GymCamera, env: GymEnv) -> None:
    """Note where a camera is now; poses of viewers' cameras are kept in the world."""
    if camera.env is None and camera.body is None:
        camera.offset.p = camera.offset.p + Vec3(*env.origin)
    pictures_of(env.sim).moved(camera)


def _member(value: Any, kind: Any, call: str) -> Any:
    try:
        return kind(value)
    except ValueError as error:
        names = ", ".join(member.name for member in kind)
        raise ValueError(f"gym.{call}: expected one of {names}, got {value!r}.") from error
