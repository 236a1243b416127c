"""Writing mass properties of bodies."""

from __future__ import annotations

import numpy as np
import warp as wp

from pippin.quantities.array_views import as_components
from pippin.quantities.inputs import (
    Array,
    input_array,
    kernel_array,
    require_at_least,
    require_finite,
    require_rotations,
)
from pippin.quantities.selection import Ids, Mask, Selection, select, select_masked

from .body_asset import BodyAsset


class BodyWrites(BodyAsset):
    """Methods that set masses, centres of mass and inertia tensors at once.

    Arguments and errors are those of :mod:`pippin.quantities.inputs` and :mod:`pippin.quantities.selection`. A call
    that is refused changes nothing.
    """

    # -- by ids --------------------------------------------------------------------------------------------------------

    def set_masses_index(
        self, *, masses: Array, body_ids: Ids = None, env_ids: Ids = None, full_data: bool = False
    ) -> None:
        """Set masses. The inertia tensors stay as they are.

        Args:
            masses: Masses [kg], not negative, shape (n, m), float32.
            body_ids: The m bodies; None means all.
            env_ids: The n instances; None means all.
            full_data: Whether ``masses`` covers all instances and bodies, of which the ids choose.
        """
        self._set_masses(masses, self._select_bodies(env_ids, body_ids, full_data))

    def set_coms_index(
        self, *, coms: Array, body_ids: Ids = None, env_ids: Ids = None, full_data: bool = False
    ) -> None:
        """Set centre of mass frames. The inertia tensors go with them: their components stay as they are.

        Args:
            coms: Poses in the link frames (position [m], quaternion x y z w), shape (n, m, 7), or (n, m) of
                wp.transformf.
            body_ids: The m bodies; None means all.
            env_ids: The n instances; None means all.
            full_data: Whether ``coms`` covers all instances and bodies, of which the ids choose.
        """
        self._set_coms(coms, self._select_bodies(env_ids, body_ids, full_data))

    def set_inertias_index(
        self, *, inertias: Array, body_ids: Ids = None, env_ids: Ids = None, full_data: bool = False
    ) -> None:
        """Set inertia tensors about the centres of mass, along the axes of the centre of mass frames.

        Args:
            inertias: Tensors [kg m^2], row by row, symmetric and not negative, shape (n, m, 9), float32.
            body_ids: The m bodies; None means all.
            env_ids: The n instances; None means all.
            full_data: Whether ``inertias`` covers all instances and bodies, of which the ids choose.
        """
        self._set_inertias(inertias, self._select_bodies(env_ids, body_ids, full_data))

    # -- by masks ------------------------------------------------------------------------------------------------------

    def set_masses_mask(self, *, masses: Array, body_mask: Mask = None, env_mask: Mask = None) -> None:
        """Set masses where masks hold. The inertia tensors stay as they are.

        Args:
            masses: Masses [kg], not negative, shape (N, L), float32.
            body_mask: Mask of the bodies, shape (L,); None means all.
            env_mask: Mask of the instances, shape (N,); None means all.
        """
        self._set_masses(masses, select_masked(self._instances, env_mask, self._bodies, body_mask))

    def set_coms_mask(self, *, coms: Array, body_mask: Mask = None, env_mask: Mask = None) -> None:
        """Set centre of mass frames where masks hold. The components of the inertia tensors stay as they are.

        Args:
            coms: Poses in the link frames (position [m], quaternion x y z w), shape (N, L, 7), or (N, L) of
                wp.transformf.
            body_mask: Mask of the bodies, shape (L,); None means all.
            env_mask: Mask of the instances, shape (N,); None means all.
        """
        self._set_coms(coms, select_masked(self._instances, env_mask, self._bodies, body_mask))

    def set_inertias_mask(self, *, inertias: Array, body_mask: Mask = None, env_mask: Mask = None) -> None:
        """Set inertia tensors about the centres of mass, along the axes of their frames, where masks hold.

        Args:
            inertias: Tensors [kg m^2], row by row, symmetric and not negative, shape (N, L, 9), float32.
            body_mask: Mask of the bodies, shape (L,); None means all.
            env_mask: Mask of the instances, shape (N,); None means all.
        """
        self._set_inertias(inertias, select_masked(self._instances, env_mask, self._bodies, body_mask))

    # -- inside --------------------------------------------------------------------------------------------------------

    def _select_bodies(self, env_ids: Ids, body_ids: Ids, full_data: bool) -> Selection:
        return select(self._instances, env_ids, self._bodies, body_ids, full_data)

    def _set_masses(self, masses: Array, selection: Selection) -> None:
        values = kernel_array(masses, "masses", selection.shape, wp.float32, self._device)
        on_host = selection.values_on_host(values)
        require_at_least(on_host, "masses", 0.0)
        require_finite(on_host, "masses")
        if selection.is_empty:
            return
        self._data.default_of("body_mass")
        view, kept = self._require_handles(), self._data.body_mass.warp
        view.write_masses(values, selection.rows, selection.columns, selection.full_data, kept)

    def _set_coms(self, coms: Array, selection: Selection) -> None:
        values = input_array(coms, "coms", selection.shape, wp.transformf, self._device)
        on_host = selection.values_on_host(values)
        require_finite(on_host, "coms")
        require_rotations(on_host, "coms")
        if selection.is_empty:
            return
        view, kept = self._require_handles(), as_components(self._data.body_com_pose_b.warp)
        view.write_coms(as_components(values), selection.rows, selection.columns, selection.full_data, kept)

    def _set_inertias(self, inertias: Array, selection: Selection) -> None:
        values = input_array(inertias, "inertias", (*selection.shape, 9), wp.float32, self._device)
        _require_inertias(selection.values_on_host(values))
        if selection.is_empty:
            return
        self._data.default_of("body_inertia")
        view, kept = self._require_handles(), self._data.body_inertia.warp
        view.write_inertias(values, selection.rows, selection.columns, selection.full_data, kept)


def _require_inertias(values: np.ndarray | None) -> None:
    """Refuse tensors that are not finite, not symmetric, or negative in a direction.

    Args:
        values: Tensors, shape (n, m, 9); None where they cannot be looked at.

    Raises:
        ValueError: There is one.
    """
    require_finite(values, "inertias")
    if values is None or not values.size:
        return
    tensors = values.reshape(-1, 3, 3)
    largest = np.abs(tensors).max(axis=(1, 2), keepdims=True)
    if (np.abs(tensors - tensors.transpose(0, 2, 1)) > 1e-4 * largest).any():
        raise ValueError("'inertias' holds tensors that are not symmetric; nothing was written.")
    if (np.linalg.eigvalsh(tensors) < -1e-4 * largest[:, 0]).any():
        raise ValueError("'inertias' holds tensors with a negative principal moment; nothing was written.")
