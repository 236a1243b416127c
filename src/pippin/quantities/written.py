"""How the quantities of an asset are written: what a row of the table says about it.

A data class is the table of an asset's quantities: each of its properties is a row with a name, a source, a shape, a
unit and a frame (:mod:`pippin.quantities.properties`). Rows that programs may write say so with a :class:`Written`. The
methods of the assets are generated from these by ``tools/asset_methods.py``, and lead to
:meth:`pippin.quantities.writing.Writer.write`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Written:
    """Who may write a quantity, and what is checked.

    Attributes:
        methods: Names of the methods, without the ending ``_index`` or ``_mask``. The first one is the quantity's own.
        argument: Keyword of the values.
        sets: What a call does, for the docstring: a sentence without its full stop.
        values: What the values are, with their unit.
        note: What else a reader should know, in sentences.
        engine: Method of the view that takes the values; "" where they are kept by the asset alone.
        options: Further arguments of that method.
        is_kept: Whether the asset keeps what it tells the engine, since the engine has it in another form.
        lowest: Smallest value that makes sense; on a GPU those below are raised to it.
        is_finite: Whether NaN and infinity are refused.
        has_rotations: Whether the values are poses, whose quaternions may not be 0.
        is_ordered: Whether the values are pairs of a lower and an upper limit.
        check: A further check of the values on the CPU; None for none.
        takes_numbers: Whether a number stands for an array that is filled with it.
        is_flat: Whether kernels take rows and columns in one row.
        is_state: Whether it is the state, so that the methods accept ``skip_forward``.
        chosen_only: Methods whose ``_index`` takes no ``full_data``.
    """

    methods: tuple[str, ...]
    argument: str
    sets: str
    values: str
    note: str = ""
    engine: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    is_kept: bool = False
    lowest: float | None = None
    is_finite: bool = False
    has_rotations: bool = False
    is_ordered: bool = False
    check: Callable[[np.ndarray | None], None] | None = None
    takes_numbers: bool = False
    is_flat: bool = False
    is_state: bool = False
    chosen_only: tuple[str, ...] = ()
