"""Poses as tensors: quaternions (w, x, y, z) and positions."""

from .scalar_first import scalar_first

__all__ = ["tf_apply", "tf_combine", "tf_inverse", "tf_vector"]

tf_apply = scalar_first("tf_apply", "q")
tf_combine = scalar_first("tf_combine", "q1", "q2", gives_quaternions=True)
tf_inverse = scalar_first("tf_inverse", "q", gives_quaternions=True)
tf_vector = scalar_first("tf_vector", "q")
