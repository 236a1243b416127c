"""What a scene holds without a class of its own: lights, tables and other surroundings that nothing moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pxr import Usd

from pippin.assets import AssetBaseCfg
from pippin.sim import SimulationContext
from pippin.sim.expressions import matching_paths
from pippin.sim.prims import get_prim, is_prim_path_valid, set_prim_visibility
from pippin.sim.spawners.placement import spawn_asset


class StaticAsset(list[str]):
    """Prims that are only spawned: a list of their paths, also of those in environments that the stage leaves out.

    Args:
        cfg: What to spawn, and where.

    Attributes:
        cfg: A copy of the config.
        make_view: Makes an object with more members (poses), which are this one's then; None for none.

    Raises:
        ValueError: No prim matches the path, and there is nothing to spawn.
    """

    make_view: Callable[[], Any] | None = None

    def __init__(self, cfg: AssetBaseCfg) -> None:
        self.cfg = cfg.copy()
        spawn_asset(cfg)
        simulation = SimulationContext.instance()
        super().__init__(matching_paths(cfg.prim_path, None if simulation is None else simulation.environments))
        if not self:
            raise ValueError(f"No prim matches '{cfg.prim_path}', and there is nothing to spawn.")

    def __getattr__(self, name: str) -> Any:
        if self.make_view is None or name == "_view" or name.startswith("__"):
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        if "_view" not in vars(self):  # since it changes how the places of prims are written
            self._view = self.make_view()
        return getattr(self._view, name)

    @property
    def prim(self) -> Usd.Prim:
        """The first of the prims."""
        return get_prim(self[0])

    @property
    def prims(self) -> list[Usd.Prim]:
        """The prims that are on the stage, without those in environments that it leaves out."""
        return [get_prim(path) for path in self if is_prim_path_valid(path)]

    def set_visibility(self, visible: bool, env_ids: Sequence[int] | None = None) -> None:
        """Show or hide prims.

        Args:
            visible: Whether they are to be seen.
            env_ids: Numbers of the prims; None for all. Those that the stage leaves out look as those that are on it.
        """
        chosen = self if env_ids is None else [self[int(index)] for index in env_ids]
        for path in filter(is_prim_path_valid, chosen):
            set_prim_visibility(get_prim(path), visible)
