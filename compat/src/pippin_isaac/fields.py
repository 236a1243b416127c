"""The table of fields: where the older dialects have quaternions, and what becomes of each array.

A name means the same wherever it stands, so that a row serves all classes and functions with a field of that name.
Names are regular expressions that match as a whole; the first row that matches counts. A new field with
quaternions to Pippin adds a row, or finds that its name has one: the tests ``tests/compat/test_older_dialect_*.py``
compare the rows with the types of Pippin's arrays.

The functions at the top move the w of quaternions from one end to the other, in tensors, arrays and sequences.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum, auto
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import torch
import warp as wp

from pippin.utils import ProxyArray


class Layout(NamedTuple):
    """What the last dimension holds.

    Attributes:
        size: Its length.
        start: Where the quaternion begins in it.
    """

    size: int
    start: int


QUATERNION = Layout(4, 0)
POSE = Layout(7, 3)
"""Position and quaternion."""
STATE = Layout(13, 3)
"""Position, quaternion, linear and angular velocity."""


def to_wxyz(values: Any, layout: Layout) -> Any:
    """Values with the w of their quaternions first, where it is last.

    Args:
        values: Tensor, array or sequence of numbers; None is returned as it is.
        layout: What their last dimension holds. If it has another length they are returned as they are, so that what
            gets them can refuse them.

    Returns:
        New values of the same type; of a Warp array a tensor, of nested sequences an array.
    """
    return _moved(values, layout, layout.start + 3, layout.start)


def to_xyzw(values: Any, layout: Layout) -> Any:
    """Values with the w of their quaternions last, where it is first; otherwise as :func:`to_wxyz`."""
    return _moved(values, layout, layout.start, layout.start + 3)


def write_wxyz(values: torch.Tensor, layout: Layout, out: torch.Tensor) -> None:
    """Write values whose quaternions have their w last into a tensor where it is first.

    Args:
        values: Shape (..., layout.size).
        layout: What the last dimension holds.
        out: Tensor of the same shape.
    """
    start = layout.start
    out[..., :start] = values[..., :start]
    out[..., start] = values[..., start + 3]
    out[..., start + 1 : start + 4] = values[..., start : start + 3]
    out[..., start + 4 :] = values[..., start + 4 :]


def _moved(values: Any, layout: Layout, source: int, target: int) -> Any:
    """Values with the component at one place of the last dimension moved to another."""
    if isinstance(values, ProxyArray):
        values = values.torch
    elif isinstance(values, wp.array):
        values = wp.to_torch(values)
    elif isinstance(values, (list, tuple)):
        if any(not np.isscalar(value) for value in values):
            try:
                values = np.asarray(values)
            except ValueError:  # rows of different lengths, or tensors: what gets them refuses them
                return values
        elif len(values) == layout.size:
            moved = list(values)
            moved.insert(target, moved.pop(source))
            return type(values)(moved)
    if not isinstance(values, (torch.Tensor, np.ndarray)) or values.ndim == 0 or values.shape[-1] != layout.size:
        return values
    # by slices: a list of indices would be sent to the GPU, which waits for it
    first, last = min(source, target), max(source, target)
    moving = values[..., source : source + 1]
    rest = values[..., first:last] if source > target else values[..., first + 1 : last + 1]
    parts = [moving, rest] if source > target else [rest, moving]
    parts = [values[..., :first], *parts, values[..., last + 1 :]]
    return torch.cat(parts, dim=-1) if isinstance(values, torch.Tensor) else np.concatenate(parts, axis=-1)


class Life(Enum):
    """What becomes of a tensor that a program holds on to, as it does in Isaac Lab up to version 2."""

    NEW = auto()
    """It stays as it is: after each change of the state, reading gives a new tensor."""
    LIVE = auto()
    """It is the same tensor at each reading, which brings it up to date. It may be written into if it has no
    quaternions: then it is Pippin's own memory."""
    KEPT = auto()
    """It belongs to the program: it is made once, and may be written into."""


class Field(NamedTuple):
    """A row: properties of data.

    Attributes:
        names: Regular expression of their names.
        layout: Where the last dimension has a quaternion; None where it has none.
        life: What becomes of the tensors.
    """

    names: str
    layout: Layout | None
    life: Life


DATA = (
    # assets
    Field(r"default_(root|body|object)_state", STATE, Life.KEPT),
    Field(r"(root|body|object)(_link|_com)?_state_w", STATE, Life.NEW),
    Field(r"(root|body|object)(_link|_com)?_pose_w", POSE, Life.NEW),
    Field(r"(root|body|object)(_link|_com)?_quat_w", QUATERNION, Life.NEW),
    Field(r"(root|body|object)(_link|_com)?(_lin|_ang)?_(pos|vel|acc)_[wb]", None, Life.NEW),
    Field(r"(body|object)_com_pose_b", POSE, Life.LIVE),
    Field(r"((body|object)_)?com_quat_b", QUATERNION, Life.LIVE),
    Field(r"projected_gravity_b|heading_w|joint_acc|body_incoming_joint_wrench_b", None, Life.NEW),
    Field(r"(sim|collision)_element_quat_w", QUATERNION, Life.NEW),
    Field(r"((sim|collision)_element|nodal)_\w+_w", None, Life.NEW),
    # sensors
    Field(r"pose_w|(source|target)_pose_(w|source)", POSE, Life.LIVE),
    Field(r"quat_w(_world|_ros|_opengl)?|(source|target)_quat_(w|source)", QUATERNION, Life.LIVE),
    # all that have no quaternions, and that Isaac Lab updates in place
    Field(r".*", None, Life.LIVE),
)
"""Properties of data."""

OPPOSITE = ("body_incoming_joint_wrench_b",)
"""Properties with the opposite sign: PhysX measures what a link exerts on its parent, whatever documentations say."""

PARTS = {
    "default_root_pose": ("default_root_state", slice(0, 7)),
    "default_root_vel": ("default_root_state", slice(7, 13)),
    "default_body_pose": ("default_body_state", slice(0, 7)),
    "default_body_vel": ("default_body_state", slice(7, 13)),
}
"""Properties that are parts of a tensor that belongs to the program, so that writing into either is seen in both."""

PARAMETERS = {
    r"(mesh_)?orientations?(_w)?|quat|quaternions": QUATERNION,
    r"q[12]?|q0[12]|q12|source_rot": QUATERNION,
    r"root_pose|object_pose|body_poses?|coms": POSE,
    r"root_state|object_state": STATE,
}
"""Parameters of functions and methods, and entries of the states of scenes."""

SOME_PARAMETERS = {("is_identity_pose", "rot"): QUATERNION, ("convert_quat", "quat"): None}
"""Parameters, by function, whose names mean something else elsewhere."""

RESULTS: dict[str, Layout | tuple[Layout | None, ...]] = {
    r"quat_(mul|inv|conjugate|unique|slerp|box_plus|from_\w+)": QUATERNION,
    r"yaw_quat|identity_quaternion|default_orientation|random_(yaw_)?orientation": QUATERNION,
    r"convert_camera_frame_orientation_convention": QUATERNION,
    r"(combine|subtract)_frame_transforms|apply_delta_pose|compute_pose_error": (None, QUATERNION),
    r"resolve_prim_pose|convert_world_pose_to_local|obtain_world_pose_from_view": (None, QUATERNION),
}
"""Results of functions; a tuple stands for those that return several values."""

CONFIGS = {"rot": QUATERNION, "rotation": QUATERNION}
"""Fields of Pippin's configs."""

SHAPES: dict[tuple[str, str], Callable[[torch.Tensor], torch.Tensor]] = {
    ("RigidObjectData", "default_inertia"): lambda values: values.squeeze(1),
    ("RigidObjectCollectionData", "default_mass"): lambda values: values.unsqueeze(-1),
}
"""Properties, by class of data, with another shape than in Pippin: a view of its tensor."""

ENTITIES = r"articulations|rigid_objects|rigid_object_collections|deformable_objects|multirotors|sensors"
"""Dictionaries of scenes into which programs put what they made themselves."""

FIRST_SIGNATURES = {
    "set_external_force_and_torque": ("forces", "torques", "body_ids", "env_ids"),
    "RigidObjectCollection.set_external_force_and_torque": ("forces", "torques", "object_ids", "env_ids"),
}
"""Methods of ``omni.isaac.lab`` that take fewer parameters than later ones, and in another order; of one class alone
where they name it."""


@cache
def data_field(name: str) -> Field:
    """Row of a property of data."""
    return next(row for row in DATA if re.fullmatch(row.names, name))


@cache
def parameter_layout(function: str, name: str) -> Layout | None:
    """Layout of a parameter of a function or method."""
    if (function, name) in SOME_PARAMETERS:
        return SOME_PARAMETERS[function, name]
    return _first_match(PARAMETERS, name)


@cache
def result_layout(function: str) -> Layout | tuple[Layout | None, ...] | None:
    """Layout of what a function returns, or of each of several values."""
    return _first_match(RESULTS, function)


def _first_match(rows: dict, name: str) -> Any:
    return next((layout for names, layout in rows.items() if re.fullmatch(names, name)), None)
