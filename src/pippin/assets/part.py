"""Parts of an asset: its root, bodies, joints and tendons, each with the entries that programs choose and write."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
import warp as wp

from pippin.quantities.inputs import Array
from pippin.quantities.properties import ArrayData
from pippin.quantities.scatter import Scatter
from pippin.quantities.selection import Axis, Ids, Mask, Selection, select, select_masked
from pippin.quantities.writing import Writer
from pippin.utils import resolve_matching_names
from pippin.utils.arrays import convert_to_torch
from pippin.utils.checks import check_texts


class AssetPart:
    """Columns of an asset's arrays, or its roots, which have none. It exists while the simulation plays.

    Args:
        data: Data of the asset, whose class is the table of its quantities.
        view: View of the engine that takes what is written.
        instances: Rows of the arrays.
        columns: Columns of the arrays; None where they have none.
        names: Names of the columns.
    """

    def __init__(
        self, data: ArrayData, view: Any, instances: Axis, columns: Axis | None = None, names: Sequence[str] = ()
    ) -> None:
        self.data = data
        self.view = view
        self.instances = instances
        self.columns = columns
        self.names = list(names)
        """Names of the columns, in the order of all arrays."""
        self._scatter = Scatter(instances.device)
        self._writers: dict[str, Writer] = {}

    def select(self, env_ids: Ids = None, ids: Ids = None, full_data: bool = False) -> Selection:
        """Choose entries by ids.

        Args:
            env_ids: Instances; None means all.
            ids: Columns; None means all.
            full_data: Whether data covers all instances and columns, of which the ids choose.

        Raises:
            RuntimeError: The simulation is stopped.
            TypeError: The ids are of a type that is not accepted.
            IndexError: An id is out of range.
        """
        return select(self.instances, env_ids, self.columns, ids, full_data)

    def select_masked(self, env_mask: Mask = None, mask: Mask = None) -> Selection:
        """Choose entries by masks; data covers all instances and columns.

        Args:
            env_mask: Mask of the instances, shape (N,); None means all.
            mask: Mask of the columns; None means all.

        Raises:
            RuntimeError: The simulation is stopped.
            TypeError: A mask is not boolean.
            ValueError: A mask has another shape or is on another device.
        """
        return select_masked(self.instances, env_mask, self.columns, mask)

    def write(self, name: str, values: Array | float, selection: Selection) -> None:
        """Write a quantity, checked as its row of the table says. A call that is refused changes nothing.

        Args:
            name: The quantity: an attribute of the data.
            values: Values of the selection's shape.
            selection: The entries.

        Raises:
            TypeError: The values are no array, or of other elements.
            ValueError: Their shape or device are not as expected, or (on a CPU) they make no sense.
        """
        writer = self._writers.get(name)
        if writer is None:
            writer = self.writer(name)
        if name == "body_com_pose_b":
            values = _with_orientations(values, self.data.body_com_pose_b.torch, selection)  # type: ignore[attr-defined]
        writer.write(values, selection)

    def writer(self, name: str) -> Writer:
        """What checks and writes a quantity, resolved at the first call."""
        if name not in self._writers:
            self._writers[name] = Writer(self.data, name, self.view, self._scatter)
        return self._writers[name]

    def find(
        self,
        name_keys: str | Sequence[str],
        subset: Sequence[str] | None = None,
        preserve_order: bool = False,
        argument: str = "subset",
    ) -> tuple[list[int], list[str]]:
        """Columns whose names match regular expressions as a whole.

        Args:
            name_keys: Regular expression, or several. Each must match at least one name.
            subset: Names to search; None searches all.
            preserve_order: Whether the result is in the order of the expressions; otherwise in that of the names.
            argument: What the caller calls the subset, for messages.

        Returns:
            Indices (among all, also with a subset) and names.

        Raises:
            ValueError: An expression matches nothing, a name is matched by two expressions, or the subset names what
                does not exist.
        """
        if subset is not None:
            check_texts(argument, subset)
        unknown = [name for name in subset or () if name not in self.names]
        if unknown:
            what = argument.split("_")[0] + "s"
            raise ValueError(f"'{argument}' names {unknown}; expected some of the {what} {self.names}.")
        _, found = resolve_matching_names(name_keys, self.names if subset is None else list(subset), preserve_order)
        return [self.names.index(name) for name in found], found


def _with_orientations(values: Array | float, poses: torch.Tensor, selection: Selection) -> Array | float:
    """Centres of mass as poses: programs for Newton's backend give positions alone, and orientations stay."""
    is_vectors = isinstance(values, wp.array) and wp.types.types_equal(values.dtype, wp.vec3f)
    if not is_vectors and getattr(values, "shape", (0,))[-1:] != (3,):
        return values
    positions = convert_to_torch(values)
    if positions.shape != (*selection.shape, 3) or positions.dtype != poses.dtype or positions.device != poses.device:
        return values  # which is refused
    if not selection.full_data:
        for dim, choice in enumerate((selection.rows, selection.columns)):
            if choice.array is not None:
                poses = poses.index_select(dim, convert_to_torch(choice.array).long())
    return torch.cat([positions, poses[..., 3:]], dim=-1)


class StoppedPart:
    """Stands for a part of an asset while the simulation is stopped: whatever is asked of it raises RuntimeError.

    Args:
        message: Gives the text of the error.
    """

    def __init__(self, message: Callable[[], str]) -> None:
        self._message = message

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise RuntimeError(self._message())
