"""Cameras as they are recorded: what they see is drawn by :mod:`.pictures`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.spatial.transform import Rotation

from ..types import CameraFollowMode, CameraProperties, Transform
from .sim import Actor, GymEnv
from .single_states import body_states
from .state_records import pose_numbers, transform_of

VIEWER_CAMERAS = 1 << 30
"""Handle of the camera of the first viewer; those of sensors count from 0 in each environment."""

_OPENGL_AXES = Rotation.from_matrix([[0.0, 0.0, -1.0], [-1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
"""From the frame of OpenGL (x to the right, y up, looking along -z) to that of Isaac Gym (looking along x, z up)."""


@dataclass(eq=False)
class GymCamera:
    """A camera, which looks along its own x axis; its z axis points up in the picture, its y axis to the left.

    Attributes:
        env: Environment that it is in and sees; None for a viewer's camera, which sees all.
        properties: Its picture.
        offset: Its pose: in the frame of its environment (of the world where it has none), or of the body.
        body: Actor and index of the body that carries it; None without.
        follows: What of the body's motion it takes part in.
        is_destroyed: Whether it was destroyed.
    """

    env: GymEnv | None
    properties: CameraProperties
    offset: Transform
    body: tuple[Actor, int] | None = None
    follows: CameraFollowMode = CameraFollowMode.FOLLOW_TRANSFORM
    is_destroyed: bool = False

    @property
    def origin(self) -> np.ndarray:
        """Where the frame that its pose is given in is in the world [m], shape (3,)."""
        return np.zeros(3) if self.env is None else self.env.origin

    @property
    def kind(self) -> tuple:
        """What has to be equal for cameras to be drawn together."""
        shown = self.properties
        return (
            self.env is None,
            shown.width,
            shown.height,
            shown.horizontal_fov,
            shown.near_plane,
            shown.far_plane,
            shown.supersampling_horizontal,
            shown.supersampling_vertical,
            shown.use_collision_geometry,
        )


def pose_in_world(camera: GymCamera) -> np.ndarray:
    """Pose of a camera in the world now: position [m] and (x, y, z, w), shape (7,)."""
    origin, pose = camera.origin, camera.offset
    if camera.body is not None:
        actor, index = camera.body
        body = transform_of(body_states(actor)[index])
        if camera.follows == CameraFollowMode.FOLLOW_POSITION:
            body = Transform(body.p)
        pose, origin = body * camera.offset, actor.env.origin
    numbers = pose_numbers(pose).astype(float)
    numbers[:3] += origin
    return numbers


def opengl_poses(offsets: Sequence[Transform]) -> np.ndarray:
    """Poses ([m], x, y, z, w) whose frames look along -z with y up, from Isaac Gym's axes, shape (n, 7), float32."""
    numbers = np.array([pose_numbers(offset) for offset in offsets], dtype=np.float32)
    numbers[:, 3:] = (Rotation.from_quat(numbers[:, 3:]) * _OPENGL_AXES).as_quat()
    return numbers


def view_matrix(camera: GymCamera) -> np.ndarray:
    """Matrix that takes points of the world to the camera's OpenGL frame, shape (4, 4), float32.

    Points are rows, as in ``[x, y, z, 1] @ matrix``: the translation is in the last row.
    """
    pose = pose_in_world(camera)
    axes = (Rotation.from_quat(pose[3:]) * _OPENGL_AXES).as_matrix()
    matrix = np.eye(4, dtype=np.float32)
    matrix[:3, :3] = axes
    matrix[3, :3] = -pose[:3] @ axes
    return matrix


def projection_matrix(properties: CameraProperties) -> np.ndarray:
    """OpenGL's perspective projection, for points that are rows, shape (4, 4), float32.

    ``[x, y, z, 1] @ matrix``, divided by its last number, is in [-1, 1] within the picture, x to the right and y up.
    """
    near, far = properties.near_plane, properties.far_plane
    scale = 1.0 / math.tan(0.5 * math.radians(properties.horizontal_fov))
    matrix = np.zeros((4, 4), dtype=np.float32)
    matrix[0, 0] = scale
    matrix[1, 1] = scale * properties.width / properties.height
    matrix[2, 2] = -(far + near) / (far - near)
    matrix[2, 3] = -1.0
    matrix[3, 2] = -2.0 * far * near / (far - near)
    return matrix
