"""The tensor view of articulations."""

from __future__ import annotations

from .drives import DriveTensorView
from .dynamics import DynamicsTensorView
from .tendons import TendonTensorView


class ArticulationTensorView(DriveTensorView, DynamicsTensorView, TendonTensorView):
    """L links and D degrees of freedom in each of N rows: state, drives, properties, dynamics, tendons."""
