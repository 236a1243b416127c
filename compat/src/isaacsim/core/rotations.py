"""Rotations of one thing and of many, as quaternions (w, x, y, z), matrices, Euler angles and rotation vectors.

Arguments named ``device`` are accepted for existing code: arrays are NumPy's, but those of functions whose name begins
with ``tensor_``, which are torch's, in the precision of the arguments. Distances are between translations or
rotation matrices, shape (3, 3); of a homogeneous matrix, shape (4, 4), the part that counts is taken. Matrices of USD
(``Gf.Matrix3d``, ``Gf.Matrix4d``) multiply rows, so they are transposed.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from numpy.typing import ArrayLike
from pxr import Gf, Usd, UsdGeom
from scipy.spatial.transform import Rotation

from isaacsim.core.objects import to_wxyz, to_xyzw
from pippin.gym import torch_utils
from pippin.utils import math as math_utils
from pippin.utils.math.torchscript import call_from_torchscript
from pippin_isaac.fields import QUATERNION
from pippin_isaac.fields import to_wxyz as tensor_to_wxyz
from pippin_isaac.fields import to_xyzw as tensor_to_xyzw

__all__ = [
    "compute_heading_and_up",
    "compute_rot",
    "deg2rad",
    "euler_angles_to_quat",
    "euler_angles_to_quats",
    "euler_to_rot_matrix",
    "get_basis_vector",
    "get_euler_xyz",
    "get_relative_transform",
    "gf_quat_to_np_array",
    "gf_quat_to_tensor",
    "gf_rotation_to_np_array",
    "lookat_to_quatf",
    "matrix_to_euler_angles",
    "pose_from_tf_matrix",
    "quat_apply",
    "quat_axis",
    "quat_conjugate",
    "quat_diff_rad",
    "quat_from_angle_axis",
    "quat_from_euler_xyz",
    "quat_mul",
    "quat_rotate",
    "quat_rotate_inverse",
    "quat_to_euler_angles",
    "quat_to_rot_matrix",
    "quat_unit",
    "quats_to_euler_angles",
    "quats_to_rot_matrices",
    "quats_to_rotvecs",
    "rad2deg",
    "rot_matrices_to_quats",
    "rot_matrix_to_quat",
    "rotational_distance_angle",
    "rotational_distance_identity_matrix_deviation",
    "rotational_distance_single_axis",
    "rotvecs_to_quats",
    "scalar_first",
    "tensor_deg2rad",
    "tensor_euler_angles_to_quats",
    "tensor_quats_to_rot_matrices",
    "tensor_rad2deg",
    "tensor_rot_matrices_to_quats",
    "tensor_wxyz2xyzw",
    "tensor_xyzw2wxyz",
    "tf_apply",
    "tf_combine",
    "tf_inverse",
    "tf_matrices_from_poses",
    "tf_matrix_from_pose",
    "tf_vector",
    "weighted_translational_distance",
    "wxyz2xyzw",
    "xyzw2wxyz",
]


def euler_angles_to_quats(
    euler_angles: ArrayLike, degrees: bool = False, extrinsic: bool = True, device: Any = None
) -> np.ndarray:
    """Return Euler angles about x, y and z, shape (..., 3), as quaternions, shape (..., 4).

    Args:
        euler_angles: Angles [rad, or degrees].
        degrees: Whether they are in degrees.
        extrinsic: Whether the axes are fixed, or turn with the earlier angles.
        device: Accepted for existing code.
    """
    return to_wxyz(Rotation.from_euler(_order(extrinsic), np.asarray(euler_angles, dtype=float), degrees).as_quat())


def quats_to_euler_angles(
    quaternions: ArrayLike, degrees: bool = False, extrinsic: bool = True, device: Any = None
) -> np.ndarray:
    """Return quaternions, shape (..., 4), as Euler angles about x, y and z; see :func:`euler_angles_to_quats`."""
    return _rotation(quaternions).as_euler(_order(extrinsic), degrees)


def quats_to_rot_matrices(quaternions: ArrayLike, device: Any = None) -> np.ndarray:
    """Return quaternions, shape (..., 4), as rotation matrices, shape (..., 3, 3)."""
    return _rotation(quaternions).as_matrix()


def rot_matrices_to_quats(rotation_matrices: ArrayLike, device: Any = None) -> np.ndarray:
    """Return rotation matrices, shape (..., 3, 3), as quaternions, shape (..., 4)."""
    return to_wxyz(Rotation.from_matrix(np.asarray(rotation_matrices, dtype=float)).as_quat())


def quats_to_rotvecs(quaternions: ArrayLike, device: Any = None) -> np.ndarray:
    """Return quaternions, shape (..., 4), as axes times angles [rad], shape (..., 3)."""
    return _rotation(quaternions).as_rotvec()


def rotvecs_to_quats(rotation_vectors: ArrayLike, degrees: bool = False, device: Any = None) -> np.ndarray:
    """Return axes times angles [rad, or degrees], shape (..., 3), as quaternions, shape (..., 4)."""
    return to_wxyz(Rotation.from_rotvec(np.asarray(rotation_vectors, dtype=float), degrees).as_quat())


def xyzw2wxyz(quaternions: ArrayLike, ret_torch: bool = False) -> np.ndarray:
    """Return quaternions (x, y, z, w) as (w, x, y, z)."""
    return to_wxyz(np.asarray(quaternions, dtype=float))


def wxyz2xyzw(quaternions: ArrayLike, ret_torch: bool = False) -> np.ndarray:
    """Return quaternions (w, x, y, z) as (x, y, z, w)."""
    return np.asarray(to_xyzw(quaternions))


def gf_quat_to_tensor(orientation: Any, device: Any = None) -> np.ndarray:
    """Return a quaternion of USD as an array (w, x, y, z)."""
    return np.array([orientation.GetReal(), *orientation.GetImaginary()])


def deg2rad(degree_value: ArrayLike, device: Any = None) -> np.ndarray:
    """Return degrees as radians."""
    return np.deg2rad(degree_value)


def rad2deg(radian_value: ArrayLike, device: Any = None) -> np.ndarray:
    """Return radians as degrees."""
    return np.rad2deg(radian_value)


def _rotation(quaternions: ArrayLike) -> Rotation:
    return Rotation.from_quat(np.asarray(to_xyzw(quaternions)))


def _order(extrinsic: bool) -> str:
    """Order of the axes as SciPy writes it."""
    return "xyz" if extrinsic else "XYZ"


def euler_angles_to_quat(euler_angles: ArrayLike, degrees: bool = False, extrinsic: bool = True) -> np.ndarray:
    """Return Euler angles about x, y and z, shape (3,), as a quaternion, shape (4,).

    Args:
        euler_angles: Angles [rad, or degrees].
        degrees: Whether they are in degrees.
        extrinsic: Whether the axes are fixed, or turn with the earlier angles.
    """
    return euler_angles_to_quats(euler_angles, degrees, extrinsic)


def quat_to_euler_angles(quat: ArrayLike, degrees: bool = False, extrinsic: bool = True) -> np.ndarray:
    """Return a quaternion, shape (4,), as Euler angles about x, y and z; see :func:`euler_angles_to_quat`."""
    return quats_to_euler_angles(quat, degrees, extrinsic)


def quat_to_rot_matrix(quat: ArrayLike) -> np.ndarray:
    """Return a quaternion, shape (4,), as a rotation matrix, shape (3, 3)."""
    return quats_to_rot_matrices(quat)


def rot_matrix_to_quat(mat: ArrayLike) -> np.ndarray:
    """Return a rotation matrix, shape (3, 3), as a quaternion, shape (4,)."""
    return rot_matrices_to_quats(mat)


def matrix_to_euler_angles(mat: ArrayLike, degrees: bool = False, extrinsic: bool = True) -> np.ndarray:
    """Return a rotation matrix, shape (3, 3), as Euler angles about x, y and z; see :func:`euler_angles_to_quat`."""
    return quats_to_euler_angles(rot_matrices_to_quats(mat), degrees, extrinsic)


def euler_to_rot_matrix(euler_angles: ArrayLike, degrees: bool = False, extrinsic: bool = True) -> np.ndarray:
    """Return Euler angles about x, y and z as a rotation matrix, shape (3, 3); see :func:`euler_angles_to_quat`."""
    return quats_to_rot_matrices(euler_angles_to_quats(euler_angles, degrees, extrinsic))


def gf_quat_to_np_array(orientation: Any) -> np.ndarray:
    """Return a quaternion of USD as an array (w, x, y, z)."""
    return gf_quat_to_tensor(orientation)


def gf_rotation_to_np_array(orientation: Gf.Rotation) -> np.ndarray:
    """Return a rotation of USD as an array (w, x, y, z)."""
    return gf_quat_to_tensor(orientation.GetQuat())


def lookat_to_quatf(camera: Gf.Vec3f, target: Gf.Vec3f, up: Gf.Vec3f) -> Gf.Quatf:
    """Orientation of a camera that looks along its -z axis at a point, with a direction up in its picture."""
    view = Gf.Matrix4d().SetLookAt(Gf.Vec3d(camera), Gf.Vec3d(target), Gf.Vec3d(up))
    return Gf.Quatf(view.GetInverse().ExtractRotationQuat())


def weighted_translational_distance(t1: Any, t2: Any, weight_matrix: Any = None) -> float:
    """Compute ``sqrt(d^T W d)`` with the difference d of two translations [m].

    Args:
        t1: Translation, shape (3,), or homogeneous matrix.
        t2: The other.
        weight_matrix: W, shape (3, 3); None means the identity.
    """
    difference = _translation(t1) - _translation(t2)
    weights = np.eye(3) if weight_matrix is None else np.asarray(weight_matrix, dtype=float)
    return float(np.sqrt(difference @ weights @ difference))


def rotational_distance_angle(r1: Any, r2: Any) -> float:
    """Compute the angle [rad] of the rotation from one orientation to another, in [0, pi]."""
    cosine = (np.trace(_rotation_matrix(r1) @ _rotation_matrix(r2).T) - 1.0) / 2.0
    return float(np.arccos(np.clip(cosine, -1.0, 1.0)))


def rotational_distance_identity_matrix_deviation(r1: Any, r2: Any) -> float:
    """Compute the Frobenius norm of ``I - R1 R2^T``: ``2 sqrt(2) sin(a / 2)`` with the angle a between the two."""
    return float(np.linalg.norm(np.eye(3) - _rotation_matrix(r1) @ _rotation_matrix(r2).T))


def rotational_distance_single_axis(r1: Any, r2: Any, axis: Any) -> float:
    """Compute the angle [rad] between where two rotations take an axis, shape (3,)."""
    vector = np.asarray(axis, dtype=float)
    vector = vector / np.linalg.norm(vector)
    return float(np.arccos(np.clip((_rotation_matrix(r1) @ vector) @ (_rotation_matrix(r2) @ vector), -1.0, 1.0)))


def tf_matrix_from_pose(translation: ArrayLike, orientation: ArrayLike) -> np.ndarray:
    """Transformation of a place and an orientation (w, x, y, z), shape (4, 4), with the place in its last column."""
    return tf_matrices_from_poses(np.asarray(translation)[None], np.asarray(orientation)[None])[0]


def tf_matrices_from_poses(translations: ArrayLike, orientations: ArrayLike) -> np.ndarray:
    """Transformations of places, shape (n, 3), and orientations (w, x, y, z), shape (n, 4): shape (n, 4, 4)."""
    translations = np.asarray(translations, dtype=np.float64)
    matrices = np.tile(np.eye(4), (len(translations), 1, 1))
    matrices[:, :3, :3] = _rotation(orientations).as_matrix()
    matrices[:, :3, 3] = translations
    return matrices


def pose_from_tf_matrix(transformation: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    """Place, shape (3,), and orientation (w, x, y, z), shape (4,), of a transformation, shape (4, 4), also scaled."""
    matrix = np.asarray(transformation, dtype=np.float64)
    return matrix[:3, 3].copy(), rot_matrix_to_quat(matrix[:3, :3] / np.linalg.norm(matrix[:3, :3], axis=0))


def get_relative_transform(source_prim: Usd.Prim, target_prim: Usd.Prim) -> np.ndarray:
    """Transformation that takes points of one prim's frame to another's, shape (4, 4), as the stage has them."""
    cache = UsdGeom.XformCache()
    source, target = (np.array(cache.GetLocalToWorldTransform(prim)).T for prim in (source_prim, target_prim))
    return np.linalg.solve(target, source)


def _array(value: Any) -> np.ndarray:
    array = np.asarray(value, dtype=float)
    return array.T if isinstance(value, (Gf.Matrix3d, Gf.Matrix4d)) else array


def _translation(value: Any) -> np.ndarray:
    array = _array(value)
    if array.shape not in ((3,), (4, 4)):
        raise ValueError(f"A translation should have the shape (3,) or (4, 4), it has {array.shape}.")
    return array[:3, 3] if array.ndim == 2 else array


def _rotation_matrix(value: Any) -> np.ndarray:
    array = _array(value)
    if array.shape not in ((3, 3), (4, 4)):
        raise ValueError(f"A rotation should have the shape (3, 3) or (4, 4), it has {array.shape}.")
    return array[:3, :3]


def tensor_euler_angles_to_quats(
    euler_angles: torch.Tensor, degrees: bool = False, extrinsic: bool = True, device: Any = None
) -> torch.Tensor:
    """Return Euler angles about x, y and z, shape (N, 3), as quaternions, shape (N, 4).

    Args:
        euler_angles: Angles [rad, or degrees].
        degrees: Whether they are in degrees.
        extrinsic: Whether the axes are fixed, or turn with the earlier angles.
        device: Where the result is; None means where the angles are.
    """
    angles = _tensor(euler_angles, device)
    roll, pitch, yaw = (torch.deg2rad(angles) if degrees else angles).unbind(-1)
    if extrinsic:
        return math_utils.convert_quat(math_utils.quat_from_euler_xyz(roll, pitch, yaw), to="wxyz")
    # Angles about axes that turn with the earlier ones undo those about fixed axes of opposite sign.
    turned_back = math_utils.convert_quat(math_utils.quat_from_euler_xyz(-roll, -pitch, -yaw), to="wxyz")
    return torch.cat([turned_back[..., :1], -turned_back[..., 1:]], dim=-1)


def tensor_quats_to_rot_matrices(quaternions: torch.Tensor, device: Any = None) -> torch.Tensor:
    """Return quaternions, shape (N, 4), as rotation matrices, shape (N, 3, 3)."""
    return math_utils.matrix_from_quat(math_utils.convert_quat(_tensor(quaternions, device), to="xyzw"))


def tensor_rot_matrices_to_quats(rotation_matrices: torch.Tensor, device: Any = None) -> torch.Tensor:
    """Return rotation matrices, shape (N, 3, 3), as quaternions, shape (N, 4)."""
    return math_utils.convert_quat(math_utils.quat_from_matrix(_tensor(rotation_matrices, device)), to="wxyz")


def tensor_xyzw2wxyz(quaternions: torch.Tensor) -> torch.Tensor:
    """Return quaternions (x, y, z, w) as (w, x, y, z)."""
    return math_utils.convert_quat(quaternions, to="wxyz")


def tensor_wxyz2xyzw(quaternions: torch.Tensor) -> torch.Tensor:
    """Return quaternions (w, x, y, z) as (x, y, z, w)."""
    return math_utils.convert_quat(quaternions, to="xyzw")


def tensor_deg2rad(degree_value: Any, device: Any = None) -> torch.Tensor:
    """Return degrees as radians."""
    return torch.deg2rad(_tensor(degree_value, device))


def tensor_rad2deg(radian_value: Any, device: Any = None) -> torch.Tensor:
    """Return radians as degrees."""
    return torch.rad2deg(_tensor(radian_value, device))


def _tensor(values: Any, device: Any) -> torch.Tensor:
    return torch.as_tensor(values, dtype=None if isinstance(values, torch.Tensor) else torch.float32, device=device)


def scalar_first(name: str, *parameters: str, gives_quaternions: bool = False) -> Callable[..., Any]:
    """Function of that name with quaternions (w, x, y, z).

    Args:
        name: Name of the function.
        *parameters: Its parameters that are quaternions.
        gives_quaternions: Whether it returns quaternions, of several results in the first one.
    """
    function = getattr(torch_utils, name)
    signature = inspect.signature(function)
    assert signature.parameters.keys() >= set(parameters), f"{name} takes {list(signature.parameters)}"

    @functools.wraps(function)
    def converted(*args: Any, **kwargs: Any) -> Any:
        given = signature.bind(*args, **kwargs).arguments
        result = function(
            **{key: tensor_to_xyzw(value, QUATERNION) if key in parameters else value for key, value in given.items()}
        )
        if not gives_quaternions:
            return result
        if isinstance(result, tuple):
            return tensor_to_wxyz(result[0], QUATERNION), *result[1:]
        return tensor_to_wxyz(result, QUATERNION)

    call_from_torchscript(converted, without_settings=True)
    return converted


compute_heading_and_up = scalar_first(
    "compute_heading_and_up", "torso_rotation", "inv_start_rot", gives_quaternions=True
)
compute_rot = scalar_first("compute_rot", "torso_quat")
get_basis_vector = scalar_first("get_basis_vector", "q")
get_euler_xyz = scalar_first("get_euler_xyz", "q")
quat_apply = scalar_first("quat_apply", "a")
quat_axis = scalar_first("quat_axis", "q")
quat_conjugate = scalar_first("quat_conjugate", "q", gives_quaternions=True)
quat_diff_rad = scalar_first("quat_diff_rad", "a", "b")
quat_from_angle_axis = scalar_first("quat_from_angle_axis", gives_quaternions=True)
quat_from_euler_xyz = scalar_first("quat_from_euler_xyz", gives_quaternions=True)
quat_mul = scalar_first("quat_mul", "a", "b", gives_quaternions=True)
quat_rotate = scalar_first("quat_rotate", "q")
quat_rotate_inverse = scalar_first("quat_rotate_inverse", "q")
quat_unit = scalar_first("quat_unit", "a", gives_quaternions=True)

tf_apply = scalar_first("tf_apply", "q")
tf_combine = scalar_first("tf_combine", "q1", "q2", gives_quaternions=True)
tf_inverse = scalar_first("tf_inverse", "q", gives_quaternions=True)
tf_vector = scalar_first("tf_vector", "q")
