"""Cameras.

A camera looks along its own x axis, its z axis points up in the image. It sees the environment that it is in and the
ground; a viewer's camera sees all environments.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.cameras import VIEWER_CAMERAS, GymCamera, pose_in_world, projection_matrix, view_matrix
from ..engine.checks import require_index, require_kind
from ..engine.image_files import colored, write_png
from ..engine.images import as_user_array, check_properties
from ..engine.pictures import drawn_pictures_of, pictures_of
from ..engine.sim import GymEnv, GymSim
from ..engine.state_records import pose_numbers, transform_of
from ..engine.viewer import looking_at
from ..types import CameraFollowMode, CameraProperties, ImageType, Tensor, Transform, Vec3
from .handles import as_env, as_prepared, as_sim, body_at


def create_camera_sensor(env: GymEnv, properties: CameraProperties) -> int:
    """Make a camera at the origin of an environment, and return its handle, counted from 0 in each of them.

    Raises:
        ValueError: The picture has no pixels, or no camera has such an angle or such planes.
    """
    env = as_env(env)
    properties = require_kind(properties, CameraProperties, "CameraProperties")
    check_properties(properties)
    return pictures_of(env.sim).add(GymCamera(env, properties.__copy__(), Transform()))


def destroy_camera_sensor(sim: GymSim, env: GymEnv, camera_handle: int) -> None:
    """Destroy a camera. Tensors of its images keep their memory."""
    _camera(env, camera_handle, sim).is_destroyed = True


def set_camera_location(camera_handle: int, env: GymEnv, position: Vec3, target: Vec3) -> None:
    """Let a camera look from a position at a target, in the environment's frame. It leaves the body it was at."""
    camera = _camera(env, camera_handle)
    points = [require_kind(point, Vec3, "Vec3") for point in (position, target)]
    eye, aim = (np.array([point.x, point.y, point.z]) for point in points)
    camera.body = None
    camera.offset = looking_at(eye, aim, env.sim.y_is_up)
    _moved(camera, env)


def set_camera_transform(camera_handle: int, env: GymEnv, transform: Transform) -> None:
    """Set the pose of a camera: in the frame of the environment, or of the body that it is attached to."""
    camera = _camera(env, camera_handle)
    camera.offset = _pose(transform)
    _moved(camera, env)


def attach_camera_to_body(
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
    camera = _camera(env, camera_handle)
    body = body_at(env, body_handle)
    offset, follows = _pose(local_transform), _member(follow_mode, CameraFollowMode)
    camera.body, camera.offset, camera.follows = body, offset, follows
    pictures_of(env.sim).moved(camera)


def get_camera_transform(sim: GymSim, env: GymEnv, camera_handle: int) -> Transform:
    """Return the pose that a camera has now, in the frame of the environment."""
    pose = pose_in_world(_camera(env, camera_handle, sim))
    pose[:3] -= env.origin
    return transform_of(pose)


def get_camera_view_matrix(sim: GymSim, env: GymEnv, camera_handle: int) -> np.ndarray:
    """Return the matrix that takes points of the world to the camera's frame as OpenGL has it, as of now.

    Points are rows: ``[x, y, z, 1] @ matrix``. In OpenGL's frame a camera looks along -z, and y is up.

    Returns:
        Matrix, shape (4, 4), float32.
    """
    return view_matrix(_camera(env, camera_handle, sim))


def get_camera_proj_matrix(sim: GymSim, env: GymEnv, camera_handle: int) -> np.ndarray:
    """Return OpenGL's projection, for points that are rows in the camera's frame.

    Returns:
        Matrix, shape (4, 4), float32.
    """
    return projection_matrix(_camera(env, camera_handle, sim).properties)


# -- images --------------------------------------------------------------------------------------------------------


def step_graphics(sim: GymSim) -> None:
    """Bring what is drawn up to date. What draws reads the state itself, so there is nothing to bring."""
    as_sim(sim)


def render_all_camera_sensors(sim: GymSim) -> None:
    """Draw what all cameras see now. Images are made as they are asked for; those that tensors show, at once."""
    sim = as_sim(sim)
    pictures = drawn_pictures_of(sim)
    if pictures is None:
        return
    with sim.timers.measure("graphics_sensor_rendering"):
        pictures.draw_all(as_prepared(sim))


def get_camera_image(sim: GymSim, env: GymEnv, camera_handle: int, image_type: ImageType) -> np.ndarray:
    """Return an image that a camera saw when ``render_all_camera_sensors`` was called last.

    Returns:
        ``IMAGE_COLOR``: red, green, blue and alpha, shape (height, 4 * width), uint8. ``IMAGE_DEPTH``: distance
        from the image plane [m], negative, -inf where there is nothing, shape (height, width), float32.
        ``IMAGE_SEGMENTATION``: segmentation ids, 0 for ground and where there is nothing, shape (height, width),
        uint32. ``IMAGE_OPTICAL_FLOW``: motion since the image before to the right and down, in parts of the
        picture's width and height times 2^15, shape (height, 2 * width), int16.

    Raises:
        RuntimeError: Nothing was drawn yet.
    """
    camera, kind = _camera(env, camera_handle, sim), _member(image_type, ImageType)
    pictures = pictures_of(sim)
    if not pictures.is_drawn(camera) and camera.env is None:
        pictures.draw_viewer(as_prepared(sim), camera)  # drawn with every frame only once it is looked at
    if not pictures.is_drawn(camera):
        raise RuntimeError("call gym.render_all_camera_sensors(sim) first; this camera saw nothing yet.")
    with sim.timers.measure("graphics_image_retrieval"):
        return as_user_array(pictures.image(camera, kind), kind)


def get_camera_image_gpu_tensor(sim: GymSim, env: GymEnv, camera_handle: int, image_type: ImageType) -> Tensor:
    """Return the memory that an image is drawn to whenever ``render_all_camera_sensors`` is called.

    Returns:
        Descriptor of a tensor on the device that simulates. ``IMAGE_COLOR``: shape (height, width, 4), uint8.
        ``IMAGE_DEPTH``: (height, width), float32. ``IMAGE_SEGMENTATION``: (height, width), int32.
        ``IMAGE_OPTICAL_FLOW``: (height, width, 2), int16. Values as :meth:`get_camera_image` has them.

    Raises:
        RuntimeError: The camera was created without ``CameraProperties.enable_tensors``.
    """
    camera, kind = _camera(env, camera_handle, sim), _member(image_type, ImageType)
    if not camera.properties.enable_tensors:
        raise RuntimeError("set CameraProperties.enable_tensors = True before create_camera_sensor.")
    return Tensor.of_torch(pictures_of(sim).tensor(camera, kind), own_data=True)


def start_access_image_tensors(sim: GymSim) -> None:
    """Begin to read tensors of images: wait until they are drawn."""
    engine = as_sim(sim).engine
    if engine is not None:
        engine.wait()


def end_access_image_tensors(sim: GymSim) -> None:
    """End reading tensors of images. Nothing keeps them from being drawn again, so there is nothing to free."""
    as_sim(sim)


def write_camera_image_to_file(
    sim: GymSim, env: GymEnv, camera_handle: int, image_type: ImageType, filename: str
) -> None:
    """Write an image to a PNG file; see :func:`~pippin.gym.engine.image_files.colored` for how it shows numbers.

    Raises:
        RuntimeError: Nothing was drawn yet.
    """
    image = get_camera_image(sim, env, camera_handle, image_type)
    write_png(filename, colored(image, ImageType(image_type)))


def _camera(env: Any, handle: Any, sim: Any = None) -> GymCamera:
    """A camera that is there: of a sensor in an environment, or of a viewer.

    Raises:
        IndexError: There is no camera of that handle.
        RuntimeError: It was destroyed.
    """
    env = as_env(env)
    if sim is not None and as_sim(sim) is not env.sim:
        raise ValueError(
            "the environment belongs to another simulation; expected one that gym.create_env made in this one."
        )
    pictures = pictures_of(env.sim)
    if isinstance(handle, (int, np.integer)) and handle >= VIEWER_CAMERAS:
        cameras = pictures.viewer_cameras
        camera = cameras[require_index(int(handle) - VIEWER_CAMERAS, len(cameras), "camera of a viewer")]
    else:
        cameras = pictures.cameras_of(env)
        camera = cameras[require_index(handle, len(cameras), "camera in this environment")]
    if camera.is_destroyed:
        raise RuntimeError(
            f"camera {handle} was destroyed; expected one that is there: create another with gym.create_camera_sensor."
        )
    return camera


def _pose(transform: Any) -> Transform:
    """A pose with a rotation of length 1.

    Raises:
        ValueError: Its rotation is no quaternion.
    """
    return transform_of(pose_numbers(require_kind(transform, Transform, "Transform")))


def _moved(camera: GymCamera, env: GymEnv) -> None:
    """Note where a camera is now; poses of viewers' cameras are kept in the world."""
    if camera.env is None and camera.body is None:
        camera.offset.p = camera.offset.p + Vec3(*env.origin)
    pictures_of(env.sim).moved(camera)


def _member(value: Any, kind: Any) -> Any:
    try:
        return kind(value)
    except ValueError as error:
        names = ", ".join(member.name for member in kind)
        raise ValueError(f"expected one of {names}, got {value!r}.") from error
