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
        """Open a USD file as the current stage; see :func:`isaacsim.core.utils.stage.open_stage`."""
        return stage.open_stage(url)

    async def new_stage_async(self) -> bool:
        """The same as :meth:`new_stage`, for code that waits."""
        return self.new_stage()

    async def open_stage_async(self, url: str) -> bool:
        """The same as :meth:`open_stage`, for code that waits."""
        return self.open_stage(url)

    def get_stage_loading_status(self) -> tuple[str, int, int]:
        """What is being loaded, how many files are, and how many there were: none, since loading waits for them."""
        return "", 0, 0


def get_context(name: str = "") -> UsdContext:
    """Where the current stage is to be had."""
    return UsdContext()
