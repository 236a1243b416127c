"""Arrays of data as tensors of the older dialects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from pippin.quantities.properties import ArrayProperty, Shorthand

from .fields import PARTS, SHAPES, Life, data_field
from .older_names import OlderDialect
from .quaternions import to_wxyz, write_wxyz

if TYPE_CHECKING:
    from .facades import Facade


class ArrayField(property):
    """Property whose value is a tensor with quaternions (w, x, y, z), as the row of its name says.

    Args:
        name: Its name.
        newer: Property of Pippin's class.
    """

    def __init__(self, name: str, newer: ArrayProperty) -> None:
        row = data_field(name)
        self._layout, self._life = row.layout, row.life
        self._name = newer._source if isinstance(newer, Shorthand) else name  # two names of one tensor
        self._part = PARTS.get(name)
        self._reshape = {cls: reshape for (cls, field), reshape in SHAPES.items() if field == name}
        is_pippins_memory = row.layout is None and row.life is Life.LIVE
        is_writable = is_pippins_memory or row.life is Life.KEPT
        super().__init__(self._read, self._write if is_writable else None, doc=newer.__doc__)

    def _read(self, facade: Facade) -> torch.Tensor | None:
        if self._part is not None:
            whole, part = self._part
            return getattr(facade, whole)[..., part]
        with OlderDialect():
            array = getattr(facade._newer, self._name)
        if array is None:
            return None
        if self._layout is None and self._life is Life.LIVE:
            reshape = self._reshape.get(facade._newer_class.__name__)
            return reshape(array.torch) if reshape else array.torch
        tensors = vars(facade).setdefault("_tensors", {})
        version, tensor = tensors.get(self._name, (None, None))
        if self._life is Life.NEW:
            current = _state_version(facade._newer)
            if tensor is None or current is None or current != version:
                version, tensor = current, self._converted(array.torch)
        elif tensor is None:
            tensor = self._converted(array.torch)
        elif self._life is Life.LIVE:
            write_wxyz(array.torch, self._layout, tensor)
        tensors[self._name] = (version, tensor)
        return tensor

    def _write(self, facade: Facade, values: Any) -> None:
        self._read(facade)[...] = values

    def _converted(self, values: torch.Tensor) -> torch.Tensor:
        return values.clone() if self._layout is None else to_wxyz(values, self._layout)


def _state_version(data: Any) -> int | None:
    """Version of the state that data of assets are read from; None for others."""
    return None if data._root_view is None else data._root_view.scene.state_version
