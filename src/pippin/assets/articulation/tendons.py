"""Tendons of articulations: fixed ones, which couple joints, and spatial ones, which run from link to link."""

from __future__ import annotations

from typing import Any, Literal, Protocol

from pippin.quantities.selection import Axis, Selection

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


class HasTendons(Protocol):
    """An asset with tendons."""

    fixed_tendons: Tendons
    spatial_tendons: Tendons
