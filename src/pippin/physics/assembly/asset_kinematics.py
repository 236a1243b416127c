"""Kinematics of one asset by itself, on the host: for when there is no engine yet, or one actor matters."""

from __future__ import annotations

import mujoco
import numpy as np

from ..quaternion_order import wxyz_of_xyzw, xyzw_of_wxyz
from .asset import AssetDescription, compile_alone

_ITERATIONS = 20
_TOLERANCE = 1e-9


class AssetKinematics:
    """Where the bodies of an asset are.

    Bodies, degrees of freedom and joints are in the order of the description. A state of a body has 13 numbers:
    position [m], quaternion (x, y, z, w), velocity of the centre of mass [m/s], angular velocity [rad/s].

    Args:
        asset: The asset.
    """

    def __init__(self, asset: AssetDescription) -> None:
        self._model = compile_alone(asset.spec, asset.name)
        self._data = mujoco.MjData(self._model)
        model = self._model
        joints = [model.joint(dof.key).id for dof in asset.dofs]
        self._joints = np.array(joints, dtype=np.int64)
        self._coordinates = model.jnt_qposadr[self._joints]
        self._dofs = model.jnt_dofadr[self._joints]
        self._bodies = np.arange(1, model.nbody)

    def body_states(self, root: np.ndarray, dofs: np.ndarray) -> np.ndarray:
        """States of all bodies.

        Args:
            root: State of the root body, shape (13,).
            dofs: Positions and velocities of the degrees of freedom, shape (num_dofs, 2).

        Returns:
            Shape (num_bodies, 13), float32.
        """
        self._set(root, dofs)
        model, data = self._model, self._data
        states = np.empty((len(self._bodies), 13), np.float32)
        states[:, :3] = data.xpos[self._bodies]
        states[:, 3:7] = xyzw_of_wxyz(data.xquat[self._bodies])
        twist = np.zeros(6)
        for row, body in enumerate(self._bodies):
            mujoco.mj_objectVelocity(model, data, mujoco.mjtObj.mjOBJ_BODY, body, twist, 0)
            states[row, 7:10], states[row, 10:] = twist[3:], twist[:3]
        return states

    def dof_frames(self, root: np.ndarray, dofs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Points on the axes of the degrees of freedom, and directions of the axes, each of shape (num_dofs, 3)."""
        self._set(root, dofs)
        return self._data.xanchor[self._joints].copy(), self._data.xaxis[self._joints].copy()

    def dof_states(self, states: np.ndarray, start: np.ndarray) -> np.ndarray:
        """Positions and velocities of the degrees of freedom that bring the bodies to states.

        Solved by Gauss and Newton's method: the joints' best fit where the states are not those of the mechanism.

        Args:
            states: States of all bodies, shape (num_bodies, 13).
            start: Positions and velocities to begin with, shape (num_dofs, 2).

        Returns:
            Shape (num_dofs, 2), float32.
        """
        dofs = np.asarray(start, dtype=float).copy()
        if not len(dofs):
            return dofs.astype(np.float32)
        dofs[:, 1] = 0.0
        for _ in range(_ITERATIONS):
            self._set(states[0], dofs)
            change = np.linalg.lstsq(self._jacobian(), self._errors(states), rcond=None)[0]
            dofs[:, 0] += change
            if np.abs(change).max() < _TOLERANCE:
                break
        self._set(states[0], dofs)
        at_rest = self.body_states(states[0], dofs)[:, 7:]  # as the velocity of the root alone has it
        missing = (states[:, 7:] - at_rest).ravel()
        dofs[:, 1] = np.linalg.lstsq(self._jacobian(), missing, rcond=None)[0]
        return dofs.astype(np.float32)

    def _set(self, root: np.ndarray, dofs: np.ndarray) -> None:
        """Bring the data to a state."""
        model, data = self._model, self._data
        position, quat_wxyz = root[:3], wxyz_of_xyzw(root[3:7])
        free = model.body_jntadr[1]
        data.qvel[:] = 0.0
        if free >= 0 and model.jnt_type[free] == mujoco.mjtJoint.mjJNT_FREE:
            data.qpos[:3], data.qpos[3:7] = position, quat_wxyz
            rotation = np.zeros(9)
            mujoco.mju_quat2Mat(rotation, quat_wxyz)
            axes = rotation.reshape(3, 3)
            data.qvel[:3] = root[7:10] - np.cross(root[10:13], axes @ model.body_ipos[1])
            data.qvel[3:6] = axes.T @ root[10:13]
        elif model.body_mocapid[1] >= 0:
            data.mocap_pos[model.body_mocapid[1]] = position
            data.mocap_quat[model.body_mocapid[1]] = quat_wxyz
        data.qpos[self._coordinates] = dofs[:, 0]
        data.qvel[self._dofs] = dofs[:, 1]
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        mujoco.mj_comVel(model, data)

    def _jacobian(self) -> np.ndarray:
        """Velocities of all bodies for those of the degrees of freedom, shape (num_bodies * 6, num_dofs)."""
        rows = np.zeros((len(self._bodies), 6, self._model.nv))
        for row, body in zip(rows, self._bodies, strict=True):
            mujoco.mj_jacBodyCom(self._model, self._data, row[:3], row[3:], body)
        return rows[:, :, self._dofs].reshape(-1, len(self._dofs))

    def _errors(self, states: np.ndarray) -> np.ndarray:
        """What is missing to the poses of states, as small motions of the centres of mass, shape (num_bodies * 6,)."""
        errors = np.zeros((len(self._bodies), 6))
        for error, state, body in zip(errors, states, self._bodies, strict=True):
            wanted, rotation = wxyz_of_xyzw(state[3:7]).astype(float), np.zeros(9)
            mujoco.mju_quat2Mat(rotation, wanted)
            center = state[:3] + rotation.reshape(3, 3) @ self._model.body_ipos[body]
            error[:3] = center - self._data.xipos[body]
            mujoco.mju_subQuat(error[3:], wanted, self._data.xquat[body])
            error[3:] = self._data.xmat[body].reshape(3, 3) @ error[3:]
        return errors.ravel()
