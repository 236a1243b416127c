"""Rigid transforms, and the frames of prims."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from pxr import Gf, Sdf, Tf, Usd, UsdGeom
from scipy.spatial.transform import Rotation

from pippin.sim.layers import reason_of


@dataclass(frozen=True)
class Pose:
    """Where a frame lies in another one.

    Attributes:
        position: Origin of the frame [m], shape (3,), float64.
        rotation: Axes of the frame as columns, shape (3, 3), float64.
    """

    position: np.ndarray
    rotation: np.ndarray

    @classmethod
    def identity(cls) -> Pose:
        """The frame itself."""
        return cls(np.zeros(3), np.eye(3))

    def __matmul__(self, other: Pose) -> Pose:
        """Pose of a frame that lies at ``other`` in this frame."""
        return Pose(self.position + self.rotation @ other.position, self.rotation @ other.rotation)

    def inverse(self) -> Pose:
        """Where the outer frame lies in this one."""
        return Pose(-self.rotation.T @ self.position, self.rotation.T)

    def moved(self, offset: np.ndarray) -> Pose:
        """The same frame shifted by an offset in the outer frame."""
        return Pose(self.position + offset, self.rotation)

    @property
    def quat_wxyz(self) -> np.ndarray:
        """Orientation (w, x, y, z) as MuJoCo has it, w not negative, shape (4,)."""
        return Rotation.from_matrix(self.rotation).as_quat(canonical=True, scalar_first=True)


class Frames:
    """Frames of the prims of a stage in the world, computed once for each prim."""

    def __init__(self) -> None:
        self._cache = UsdGeom.XformCache(Usd.TimeCode.Default())
        self._parts: dict[Sdf.Path, tuple[Pose, np.ndarray]] = {}
        self._inverses: dict[Sdf.Path, Pose] = {}

    def affine(self, prim: Usd.Prim) -> np.ndarray:
        """Transform from the prim's local space, scales included, to the world, shape (4, 4), for columns.

        Raises:
            ValueError: The transform is malformed, holds numbers that are not finite, or squeezes space flat.
        """
        try:
            matrix = np.array(self._cache.GetLocalToWorldTransform(prim)).T
        except Tf.ErrorException as error:
            raise ValueError(f"Prim '{prim.GetPath()}' has a malformed transform: {reason_of(error)}") from error
        if not np.isfinite(matrix).all():
            raise ValueError(
                f"The transform of prim '{prim.GetPath()}' is {matrix[:3].tolist()}; expected finite numbers."
            )
        lengths = np.linalg.norm(matrix[:3, :3], axis=0)
        if lengths.min() < 1e-12 or abs(np.linalg.det(matrix[:3, :3] / lengths)) < 1e-9:
            raise ValueError(
                f"Prim '{prim.GetPath()}' has a scale of zero; expected axes of some length in the world, not "
                f"{lengths.tolist()}."
            )
        return matrix

    def pose(self, prim: Usd.Prim) -> Pose:
        """Frame of the prim in the world, without its scale."""
        path = prim.GetPath()
        if path not in self._parts:
            self._parts[path] = split_scale(self.affine(prim))
        return self._parts[path][0]

    def stretch(self, prim: Usd.Prim) -> np.ndarray:
        """Return what takes the prim's local space to its frame without scale, shape (3, 3)."""
        path = prim.GetPath()
        if path not in self._parts:
            self._parts[path] = split_scale(self.affine(prim))
        return self._parts[path][1]

    def in_body(self, pose: Pose, prim: Usd.Prim | None) -> Pose:
        """Return a pose in the world in the frame of a body, without its scale; as it is where there is no body."""
        if prim is None:
            return pose
        path = prim.GetPath()
        if path not in self._inverses:
            self._inverses[path] = self.pose(prim).inverse()
        return self._inverses[path] @ pose

    def local_frame(self, prim: Usd.Prim, position: np.ndarray, rotation: np.ndarray) -> Pose:
        """Frame in the world of what is given in the prim's local space: scales move it, but do not distort it.

        Args:
            prim: Whose space it is.
            position: In that space, in the stage's units, shape (3,).
            rotation: From the frame to that space, shape (3, 3).
        """
        matrix = self.affine(prim)
        return Pose(matrix[:3, :3] @ position + matrix[:3, 3], self.pose(prim).rotation @ rotation)


def split_scale(matrix: np.ndarray) -> tuple[Pose, np.ndarray]:
    """Split an affine transform into a pose and the scale and shear that act before it.

    Args:
        matrix: Transform for columns, shape (4, 4).

    Returns:
        The pose, and the symmetric rest, shape (3, 3), with ``matrix[:3, :3] = pose.rotation @ rest`` (polar
        decomposition). The rest of a mirrored frame has negative scales.
    """
    linear = matrix[:3, :3]
    sign = np.sign(np.linalg.det(linear))
    left, scales, right = np.linalg.svd(sign * linear)
    rotation = left @ right
    return Pose(matrix[:3, 3].copy(), rotation), sign * (right.T * scales) @ right


def rotation_of_quat(quat: Gf.Quatf | Gf.Quatd | None, prim: Usd.Prim, name: str) -> np.ndarray:
    """Matrix of a quaternion attribute, shape (3, 3).

    Raises:
        ValueError: The quaternion is zero or not finite, or there is none, since the file blocks it.
    """
    if quat is None:
        raise ValueError(f"'{name}' of prim '{prim.GetPath()}' has no value; expected a quaternion.")
    components = np.array([*quat.GetImaginary(), quat.GetReal()], dtype=float)
    if not np.isfinite(components).all() or np.linalg.norm(components) < 1e-6:
        raise ValueError(f"'{name}' of prim '{prim.GetPath()}' is {quat}; expected a rotation.")
    return Rotation.from_quat(components).as_matrix()
