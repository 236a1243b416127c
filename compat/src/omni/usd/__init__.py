"""Names of omni.usd that programs find their stage with."""

from __future__ import annotations

from pxr import Usd

from isaacsim.core.utils import stage
from pippin.sim import get_current_stage

__all__ = ["UsdContext", "get_context"]


class UsdContext:
    """Where the current stage is to be had."""

    def get_stage(self) -> Usd.Stage:
        """The current stage."""
        return get_current_stage()

    def new_stage(self) -> bool:
        """Begin with an empty stage; see :func:`isaacsim.core.utils.stage.create_new_stage`."""
        stage.create_new_stage()
        return True

    def open_stage(self, url: str) -> bool:
        """Open a USD file as the current stage; see :func:`pippin.sim.open_stage`."""
        stage.open_stage(url)
        return True


def get_context(name: str = "") -> UsdContext:
    """Where the current stage is to be had."""
    return UsdContext()
