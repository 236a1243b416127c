"""The tensor view of articulations."""

from __future__ import annotations

from .dynamics import DynamicsTensorView
from .tendons import TendonTensorView


class ArticulationTensorView(DynamicsTensorView, TendonTensorView):
    """L links and D degrees of freedom in each of N rows: state, properties, dynamics, and tendons."""
