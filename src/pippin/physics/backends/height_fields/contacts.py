"""The stage of MuJoCo Warp's step that finds contacts with height fields, over the engine's arrays."""

from __future__ import annotations

import mujoco
import mujoco_warp as mjw
import numpy as np
import warp as wp

from ...structures import filled
from .surface import Fields
from .tables import highest_blocks, hulls_of
from .warp_kernels import Contacts, Model, collide_capsules, collide_convex_shapes, collide_spheres, list_near_pairs

_SPHERE, _CAPSULE = int(mujoco.mjtGeom.mjGEOM_SPHERE), int(mujoco.mjtGeom.mjGEOM_CAPSULE)
_CONVEX = (int(mujoco.mjtGeom.mjGEOM_BOX), int(mujoco.mjtGeom.mjGEOM_CYLINDER), int(mujoco.mjtGeom.mjGEOM_MESH))
_HFIELD = int(mujoco.mjtGeom.mjGEOM_HFIELD)

_EXCLUDED = -2, -1  # the engine's numbers of pairs that it leaves alone

LANES, GROUPS = 4, 16384
"""Threads of a GPU that look at a convex shape together, and groups of them at most. The hulls of 4,096 Go2 took an
H200 690 us with one thread each, 458 with 4, 490 with 8 and 631 with 16, with as many for those that are far."""


def take_over_fields(native: mujoco.MjModel, model: mjw.Model, num_worlds: int) -> FieldContacts | None:
    """Let Pippin find the contacts of spheres, capsules, boxes, cylinders and hulls with height fields.

    The engine leaves these pairs alone from then on, and calls what is returned at the end of its collision detection.

    Args:
        native: The model.
        model: The same for MuJoCo Warp, which is changed.
        num_worlds: Number of environments.

    Returns:
        What finds the contacts, or None where there are none to find.
    """
    ours = _pairs_with_fields(native, model)
    if not ours.any():
        return None
    pairs, numbers = model.nxn_geom_pair_filtered.numpy(), model.nxn_pairid_filtered.numpy()
    fields = FieldContacts(native, pairs[ours], numbers[ours, 0], num_worlds, model.qpos0.device)
    counts = list(model.geom_pair_type_count)
    for one, other in np.sort(native.geom_type[pairs[ours]], axis=1):
        counts[_number_of_types(int(one), int(other))] -= 1
    model.geom_pair_type_count = tuple(counts)
    model.nxn_geom_pair_filtered = wp.array(pairs[~ours], dtype=wp.vec2i)
    model.nxn_pairid_filtered = wp.array(numbers[~ours], dtype=wp.vec2i)
    everything, excluded = model.nxn_geom_pair.numpy(), model.nxn_pairid.numpy()
    taken = {tuple(pair) for pair in pairs[ours].tolist()}
    excluded[[index for index, pair in enumerate(everything.tolist()) if tuple(pair) in taken]] = _EXCLUDED
    model.nxn_pairid = wp.array(excluded, dtype=wp.vec2i)
    model.callback.contactfilter = fields
    return fields


def _pairs_with_fields(native: mujoco.MjModel, model: mjw.Model) -> np.ndarray:
    """Which of the engine's pairs are taken over."""
    if not native.nhfield:
        return np.zeros(0, dtype=bool)
    types = np.sort(native.geom_type[model.nxn_geom_pair_filtered.numpy()], axis=1)
    return (types[:, 0] == _HFIELD) & np.isin(types[:, 1], (_SPHERE, _CAPSULE, *_CONVEX))


def _number_of_types(one: int, other: int) -> int:
    """Place of a pair of types in the engine's count of them."""
    return one * (2 * len(mjw.GeomType) - one - 1) // 2 + other


class FieldContacts:
    """Finds the contacts of pairs of a height field and a shape.

    Args:
        native: The model.
        pairs: Geometries of each pair, shape (P, 2).
        numbers: Of explicit pairs their number, else -1, shape (P,).
        num_worlds: Number of environments.
        device: Device of the environments.
    """

    def __init__(
        self, native: mujoco.MjModel, pairs: np.ndarray, numbers: np.ndarray, num_worlds: int, device: wp.Device
    ) -> None:
        pairs = np.where(native.geom_type[pairs[:, :1]] == _HFIELD, pairs, pairs[:, ::-1])
        types = native.geom_type[pairs[:, 1]]

        def chosen(which: np.ndarray) -> tuple[wp.array, wp.array]:
            return (
                wp.array(pairs[which], dtype=wp.vec2i, device=device),
                wp.array(numbers[which], dtype=int, device=device),
            )

        self._device = device
        self._round = [(collide_spheres, *chosen(types == _SPHERE)), (collide_capsules, *chosen(types == _CAPSULE))]
        self._convex = chosen(np.isin(types, _CONVEX))
        most = len(self._convex[0]) * num_worlds
        self._near = wp.empty(most, dtype=wp.vec2i, device=device)
        self._num_near = wp.empty(1, dtype=int, device=device)
        self._groups, self._lanes = (most, 1) if device.is_cpu else (min(most, GROUPS), LANES)
        self.block_adr, self.block_heights = highest_blocks(native, device)
        self._hulls = hulls_of(native, pairs[:, 1], device)

    def __call__(self, model: mjw.Model, data: mjw.Data) -> None:
        """Append the contacts of all environments to those that the engine found."""
        fields = filled(Fields, model, self)
        parameters, contacts = filled(Model, model), filled(Contacts, data.contact, data)
        for kernel, pairs, numbers in self._round:
            self._launch(kernel, (len(pairs), data.nworld), [pairs, numbers, parameters, fields, contacts])
        pairs, numbers = self._convex
        if len(pairs):
            near = [self._near, self._num_near]
            self._num_near.zero_()
            self._launch(
                list_near_pairs, (len(pairs), data.nworld), [pairs, numbers, parameters, fields, contacts, *near]
            )
            self._launch(
                collide_convex_shapes,
                (self._groups, self._lanes),
                [pairs, numbers, parameters, fields, self._hulls, *near, self._groups, self._lanes, contacts],
            )

    def _launch(self, kernel: wp.Kernel, dim: tuple[int, int], inputs: list) -> None:
        wp.launch(kernel, dim, inputs=inputs, device=self._device, block_dim=64)
