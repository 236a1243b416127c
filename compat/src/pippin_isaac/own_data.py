"""Data of a program's own that it puts in the place of a sensor's."""

from __future__ import annotations

import functools
from typing import Any


class OwnData:
    """What the facade of a sensor does for a container that a program assigns to ``_data``.

    Isaac Lab's sensors write their measurements into whatever is there, so that a changed copy of their data class,
    with fields of its own beside the released ones, has them. So does this, each time that Pippin's sensor begins or
    measures. What the program has put into a field itself stays.
    """

    _newer: Any
    _dialect: Any

    def _initialize_impl(self) -> None:
        super()._initialize_impl()  # type: ignore[misc]
        self._fill_own_data()

    def _fill_own_data(self) -> None:
        own = vars(self).get("_data")
        if own is None or hasattr(type(own), "_newer_class"):  # Pippin's, seen in the program's dialect
            return
        filled = vars(self).setdefault("_filled", {})
        measured = self._dialect.present(self._newer._data)
        for name in _fields_of(type(measured)):
            if hasattr(own, name) and getattr(own, name) is filled.get(name):
                filled[name] = getattr(measured, name)
                setattr(own, name, filled[name])


@functools.cache
def _fields_of(data: type) -> tuple[str, ...]:
    """Names of what a class of data measures."""
    return tuple(name for name in dir(data) if name[0] != "_" and isinstance(getattr(data, name), property))
