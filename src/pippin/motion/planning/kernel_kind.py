"""What kernels of searches are compiled for."""

from __future__ import annotations

from typing import NamedTuple


class KernelKind(NamedTuple):
    """What kernels of searches are compiled for.

    Attributes:
        scalar: Type of numbers, ``wp.float32`` or ``wp.float64``.
        num_coordinates: Number of coordinates of the robot.
        num_joints: Number of its joints, at least 1.
        num_bodies: Number of its bodies that have spheres, at least 1.
        num_lanes: Number of threads that share a search.
        num_extensions: Number of extensions of a tree that a search makes at once.
        has_meshes: Whether an obstacle is a mesh. Kernels without are smaller: a GPU runs more of them at once.
    """

    scalar: type
    num_coordinates: int
    num_joints: int
    num_bodies: int
    num_lanes: int
    num_extensions: int
    has_meshes: bool
