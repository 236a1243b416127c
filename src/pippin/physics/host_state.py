"""The state of an environment on the host, in MuJoCo's own structures: for looking at, not for the step path."""

from __future__ import annotations

import copy

import mujoco
import numpy as np
import warp as wp

from .worlds import SPEED_LIMIT, Worlds

_STATE = ("qpos", "qvel", "ctrl", "qfrc_applied", "xfrc_applied", "mocap_pos", "mocap_quat")


class HostState:
    """Brings environments of one variant into a model and data of MuJoCo, which it keeps.

    Args:
        worlds: Environments of one variant.

    Attributes:
        model: Copy of their model, with the parameters of the world that was loaded last.
        data: What follows from the state of that world, with the forces that its next step begins with.
    """

    def __init__(self, worlds: Worlds) -> None:
        self._worlds = worlds
        self.model = copy.deepcopy(worlds.model)
        self.data = mujoco.MjData(self.model)
        self._states: dict[str, np.ndarray] = {}
        self._parameters: dict[str, np.ndarray] = {}

    def read(self, next_wrenches: wp.array | None = None) -> None:
        """Read the state of all worlds, which waits for the device.

        Args:
            next_wrenches: Wrenches that act in the next step beside those that stay, shape (W, nbody); None for none.
        """
        worlds = self._worlds
        self._states = {name: getattr(worlds, name).numpy() for name in _STATE}
        if next_wrenches is not None:
            self._states["xfrc_applied"] = self._states["xfrc_applied"] + next_wrenches.numpy()
        self._parameters = {
            name: worlds.parameter(name).numpy() for name in worlds.parameters_per_world - {SPEED_LIMIT}
        }

    def load(self, world: int, gravity: tuple[float, float, float]) -> None:
        """Bring the state of a world that was read into :attr:`data`.

        Args:
            world: Index of the world.
            gravity: Gravitational acceleration in it [m/s^2].
        """
        model, data = self.model, self.data
        model.opt.gravity[:] = gravity
        for name, values in self._parameters.items():
            getattr(model, name)[:] = values[world]
        if self._parameters:
            mujoco.mj_setConst(model, data)
        mujoco.mj_resetData(model, data)
        for name, values in self._states.items():
            getattr(data, name)[:] = values[world]
        if model.neq:
            data.eq_active[:], model.eq_data[:] = self._worlds.equalities(world)
        mujoco.mj_forward(model, data)
