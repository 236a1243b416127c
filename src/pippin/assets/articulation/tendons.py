"""Tendons of articulations: fixed ones, which couple joints, and spatial ones, which run from link to link."""

from __future__ import annotations

from typing import Any, Literal, Protocol

import torch

from pippin.quantities.inputs import Array
from pippin.quantities.selection import Axis, Selection
from pippin.utils.arrays import convert_to_torch

from ..part import AssetPart
from .data import ArticulationData


class Tendons(AssetPart):
    """The tendons of one kind: their properties are set in the data, and take effect with :meth:`write_to_engine`.

    Their rows are those of :class:`~pippin.assets.ArticulationData`.

    Args:
        kind: "fixed" or "spatial".
        data: Data of the articulation.
        view: View of the articulation.
        instances: Rows of the arrays.
    """

    def __init__(self, kind: Literal["fixed", "spatial"], data: ArticulationData, view: Any, instances: Axis) -> None:
        tendons = getattr(view, f"{kind}_tendons")
        axis = Axis(f"{kind}_tendon", tendons.num_tendons, tendons.all_tendons)
        super().__init__(data, view, instances, axis, tendons.names)
        self._tendons = tendons
        self._targets_wait = False
        prefix = f"{kind}_tendon_"
        rows = {name.removeprefix(prefix): name for name in dir(type(data)) if name.startswith(prefix)}
        # The view calls the position limits of a length its limits.
        self._written = {
            short.removeprefix("pos_"): name for short, name in rows.items() if getattr(type(data), name).written
        }

    def write_to_engine(self, selection: Selection) -> None:
        """Hand the engine all properties of some tendons.

        Args:
            selection: Instances and tendons.
        """
        arrays = {short: getattr(self.data, name).warp for short, name in self._written.items()}
        self._tendons.write(arrays, selection.rows, selection.columns)

    def set_position_targets(self, target: Array, selection: Selection) -> None:
        """Let fixed tendons rest at lengths, by their offsets, which :meth:`write_targets` hands the engine.

        Args:
            target: Lengths [m, rad], of the selection's shape, float32.
            selection: Instances and tendons.

        Raises:
            TypeError: The target is no array of float32.
            ValueError: Its shape or device are not as expected.
        """
        lengths = convert_to_torch(target) if hasattr(target, "shape") else target
        if not isinstance(lengths, torch.Tensor) or lengths.shape != selection.shape:
            self.write("fixed_tendon_offset", target, selection)  # which refuses it
            return
        rest = self.data.fixed_tendon_rest_length.torch  # type: ignore[attr-defined]
        if not selection.full_data:
            for dim, choice in enumerate((selection.rows, selection.columns)):
                if choice.array is not None:
                    rest = rest.index_select(dim, convert_to_torch(choice.array).long())
        self.write("fixed_tendon_offset", rest - lengths, selection)
        self._targets_wait = True

    def write_targets(self) -> None:
        """Hand the engine the lengths that were set since the last time, if there are any."""
        if self._targets_wait:
            self._targets_wait = False
            self.write_to_engine(self.select(full_data=True))


class HasTendons(Protocol):
    """An asset with tendons."""

    fixed_tendons: Tendons
    spatial_tendons: Tendons
