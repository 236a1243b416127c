"""The tensor view of rigid bodies."""

from __future__ import annotations

import numpy as np
import warp as wp

from pippin.utils import ProxyArray

from .base import Indices, Values, as_elements
from .bodies import BodyTensorView


class RigidBodyTensorView(BodyTensorView):
    """One body in each of N rows, free, kinematic, or a link of an articulation."""

    @property
    def link_paths(self) -> list[str]:
        """Prim path of each body, in its own environment."""
        return [paths[0] for paths in self._paths("bodies")]

    @property
    def body_paths(self) -> list[str]:
        """As :attr:`link_paths`."""
        return self.link_paths

    @property
    def prim_paths(self) -> list[str]:
        """As :attr:`link_paths`."""
        return self.link_paths

    @property
    def body_names(self) -> list[str]:
        """Name of each body."""
        return [path.rsplit("/", 1)[-1] for path in self.link_paths]

    # -- state ---------------------------------------------------------------------------------------------------------

    def get_transforms(self) -> ProxyArray:
        """Poses in the world (position [m], quaternion x y z w), shape (N, 7)."""
        return self._state("poses", (self.count, 7), lambda out: self.read_link_poses(_columns(out, wp.transformf)))

    def get_velocities(self) -> ProxyArray:
        """Velocities of the centres of mass (linear [m/s], angular [rad/s]) in world axes, shape (N, 6)."""
        return self._state(
            "velocities", (self.count, 6), lambda out: self.read_com_velocities(_columns(out, wp.spatial_vectorf))
        )

    def get_accelerations(self) -> ProxyArray:
        """Mean accelerations of the centres of mass over the last step in world axes, shape (N, 6).

        (linear [m/s^2], angular [rad/s^2]).
        """
        return self._state(
            "accelerations", (self.count, 6), lambda out: self.read_com_accelerations(_columns(out, wp.spatial_vectorf))
        )

    def set_transforms(self, data: Values, indices: Indices = None) -> None:
        """Set poses in the world (position [m], quaternion x y z w), shape (N, 7).

        Raises:
            NotImplementedError: The bodies are links of articulations.
        """
        self._require_movable()
        poses = as_elements(self._given(data, "transforms", self.count, 7), wp.transformf)
        self.write_root_poses(poses, self._rows(indices), full_data=True)

    def set_velocities(self, data: Values, indices: Indices = None) -> None:
        """Set velocities of the centres of mass (linear, angular) in world axes, shape (N, 6).

        Raises:
            NotImplementedError: The bodies are links of articulations.
        """
        self._require_movable()
        velocities = as_elements(self._given(data, "velocities", self.count, 6), wp.spatial_vectorf)
        self.write_root_velocities(velocities, self._rows(indices), full_data=True)

    def _require_movable(self) -> None:
        if not self.has_movable_root:
            raise NotImplementedError(
                f"'{self.link_paths[0]}' is a link of an articulation: move it by its joints or by its root, through "
                "the view of the articulation."
            )

    # -- properties, without the dimension of the bodies ---------------------------------------------------------------

    def get_inertias(self) -> ProxyArray:
        """Inertia tensors [kg m^2] about the centres of mass along their frames' axes, row by row, shape (N, 9)."""
        return self._on_host("inertias of bodies", super().get_inertias().numpy()[:, 0])

    def get_inv_inertias(self) -> ProxyArray:
        """Inverses of the inertia tensors [1/(kg m^2)], row by row, shape (N, 9)."""
        tensors = self.get_inertias().numpy().reshape(self.count, 3, 3)
        return self._on_host("inverse inertias", np.linalg.pinv(tensors).reshape(self.count, 9))

    def get_coms(self) -> ProxyArray:
        """Centre of mass frames in the frames of the bodies (position [m], quaternion x y z w), shape (N, 7)."""
        return self._on_host("centres of mass of bodies", super().get_coms().numpy()[:, 0])


def _columns(values: wp.array, dtype: type) -> wp.array:
    """Numbers of shape (N, k) as elements of shape (N, 1)."""
    return as_elements(values.reshape((values.shape[0], 1, values.shape[1])), dtype)
