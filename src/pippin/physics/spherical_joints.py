"""Spherical joints that are three hinges of one body in the engine."""

from __future__ import annotations

import mujoco
import numpy as np

_RIGHT_ANGLES = 1e-4


def spherical_places(model: mujoco.MjModel, joints: np.ndarray) -> np.ndarray:
    """Place of each DOF in a spherical joint: 0, 1 or 2; -1 outside of any.

    Args:
        model: Compiled model of one environment.
        joints: Joint of each DOF, shape (num_dofs,).

    Returns:
        Places, shape (num_dofs,), int64.
    """
    places = np.full(len(joints), -1, dtype=np.int64)
    for first in range(len(joints) - 2):
        three = joints[first : first + 3]
        body = model.jnt_bodyid[three[0]]
        if model.body_jntnum[body] != 3 or (three != model.body_jntadr[body] + np.arange(3)).any():
            continue
        axes, anchors = model.jnt_axis[three], model.jnt_pos[three]
        are_hinges = (model.jnt_type[three] == mujoco.mjtJoint.mjJNT_HINGE).all()
        is_basis = np.abs(axes @ axes.T - np.eye(3)).max() < _RIGHT_ANGLES and np.linalg.det(axes) > 0.0
        at_zero = not model.qpos0[model.jnt_qposadr[three]].any()
        if are_hinges and is_basis and at_zero and np.abs(anchors - anchors[0]).max() < _RIGHT_ANGLES:
            places[first : first + 3] = 0, 1, 2
    return places
