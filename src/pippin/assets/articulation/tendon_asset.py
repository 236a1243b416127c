"""What concerns the tendons of an articulation: finding them, and the way to write."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
import warp as wp

from pippin.quantities.inputs import Array, filled_array, require_at_least, require_finite
from pippin.quantities.selection import Axis, Ids, Mask, Selection, select, select_masked
from pippin.utils import resolve_matching_names

from .joint_asset import JointAsset

Kind = Literal["fixed", "spatial"]

WRITTEN = {
    "fixed": {
        "stiffness": "fixed_tendon_stiffness",
        "damping": "fixed_tendon_damping",
        "limit_stiffness": "fixed_tendon_limit_stiffness",
        "limits": "fixed_tendon_pos_limits",
        "rest_length": "fixed_tendon_rest_length",
        "offset": "fixed_tendon_offset",
    },
    "spatial": {
        "stiffness": "spatial_tendon_stiffness",
        "damping": "spatial_tendon_damping",
        "limit_stiffness": "spatial_tendon_limit_stiffness",
        "offset": "spatial_tendon_offset",
    },
}
"""Attribute of :class:`ArticulationData` of each property that the engine is told."""


class TendonAsset(JointAsset):
    """Base of the classes that set properties of tendons."""

    def _find_tendons(
        self, names: list[str], name_keys: str | Sequence[str], subset: list[str] | None, preserve_order: bool
    ) -> tuple[list[int], list[str]]:
        unknown = [name for name in subset or () if name not in names]
        if unknown:
            raise ValueError(f"'tendon_subsets' names {unknown}, but the tendons are {names}.")
        _, found = resolve_matching_names(name_keys, names if subset is None else subset, preserve_order)
        return [names.index(name) for name in found], found

    def _tendons(self, kind: Kind) -> Axis:
        self._require_handles()
        name = f"{kind}_tendon"
        if name not in self._axes:
            view = getattr(self.root_view, f"{kind}_tendons")
            self._axes[name] = Axis(name, view.num_tendons, view.all_tendons)
        return self._axes[name]

    def _select_tendons(self, kind: Kind, env_ids: Ids, tendon_ids: Ids, full_data: bool) -> Selection:
        return select(self._instances, env_ids, self._tendons(kind), tendon_ids, full_data)

    def _mask_tendons(self, kind: Kind, env_mask: Mask, tendon_mask: Mask) -> Selection:
        return select_masked(self._instances, env_mask, self._tendons(kind), tendon_mask)

    def _set_tendons(self, name: str, argument: str, values: Array | float, selection: Selection) -> None:
        """Write a property of tendons into the data.

        Args:
            name: Attribute of the data.
            argument: Name of the parameter, for messages.
            values: What the user gave.
            selection: Instances and tendons.
        """
        is_limit, is_signed = argument == "limit", argument in ("limit", "rest_length", "offset")
        dtype = wp.vec2f if is_limit else wp.float32
        array = filled_array(values, argument, selection.shape, dtype, self._device)
        given = selection.values_on_host(array)
        lowest = -float("inf") if is_signed else 0.0
        require_at_least(given, argument, lowest)
        if is_limit:
            _require_order(given)
        else:
            require_finite(given, argument)
        if selection.is_empty:
            return
        self._data.default_of(name)
        self._scatter(array, selection, getattr(self._data, name), lowest)

    def _write_tendons(self, kind: Kind, selection: Selection) -> None:
        """Hand the engine all properties of some tendons."""
        arrays = {name: getattr(self._data, attribute).warp for name, attribute in WRITTEN[kind].items()}
        getattr(self.root_view, f"{kind}_tendons").write(arrays, selection.rows, selection.columns)


def _require_order(limits: np.ndarray | None) -> None:
    """Refuse limits of which the lower is above the upper one.

    Raises:
        ValueError: There is such a pair.
    """
    if limits is not None and (limits[..., 0] > limits[..., 1]).any():
        worst = limits[limits[..., 0] > limits[..., 1]][0].tolist()
        raise ValueError(f"'limit' holds a lower limit above its upper one, {worst}; nothing was written.")
