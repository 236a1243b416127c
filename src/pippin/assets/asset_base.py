"""What all assets have in common: their prims, and their life from play to stop."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pippin.quantities.selection import Ids
from pippin.sim.expressions import find_matching_prims
from pippin.sim.prims import set_prim_visibility
from pippin.sim.run.entity import SceneEntity

if TYPE_CHECKING:
    from .asset_base_cfg import AssetBaseCfg


class AssetBase(SceneEntity):
    """Something physical in the scene, in every environment.

    An asset spawns its prims when it is made. When the simulation plays it connects to the engine (``is_initialized``),
    and when the simulation stops it lets go. Its methods follow one rule of naming:

    * ``set_*`` keeps what should happen; :meth:`write_data_to_sim`, called before each step, hands it to the engine;
    * ``write_*_to_sim`` changes the engine's state or model at once;
    * :meth:`update`, called after each step, lets the asset's data know that time has passed.

    Args:
        cfg: Config of the asset. It is copied.

    Raises:
        TypeError: The config leaves fields open.
        RuntimeError: There is no simulation, it runs already, or no prim matches the config's prim path.
        ValueError: The prim path is malformed.
    """

    _kind = "asset"

    def __init__(self, cfg: AssetBaseCfg) -> None:
        super().__init__(cfg)

    # -- operations ----------------------------------------------------------------------------------------------------

    def set_visibility(self, visible: bool, env_ids: Sequence[int] | None = None) -> None:
        """Show or hide the asset in pictures. Physics does not change.

        Args:
            visible: Whether the asset is to be seen.
            env_ids: Instances; None means all. Environments share their prims, so that it has to be all of them.

        Raises:
            NotImplementedError: Some instances are to differ from the others.
        """
        if env_ids is not None and len(set(env_ids)) < self.num_instances:
            raise NotImplementedError(
                f"The instances of '{self.cfg.prim_path}' share their prims, so they are shown or hidden together: "
                "pass env_ids=None. To take single instances out of sight, move them with write_root_pose_to_sim_index."
            )
        for prim in find_matching_prims(self.cfg.prim_path, self._sim.stage):
            set_prim_visibility(prim, visible)

    @abstractmethod
    def reset(self, env_ids: Ids = None) -> None:
        """Forget what the asset keeps between steps (not its state), in some environments.

        Args:
            env_ids: Instances; None means all.
        """

    @abstractmethod
    def write_data_to_sim(self) -> None:
        """Hand what was set to the engine; to be called before each step."""

    @abstractmethod
    def update(self, dt: float) -> None:
        """Let time pass; to be called after each step.

        Args:
            dt: Time since the last call [s].
        """

    # -- inside --------------------------------------------------------------------------------------------------------

    def _spawn(self) -> None:
        """Spawn the prims, if the config says what, and make sure that there are some."""
        cfg = self.cfg
        if cfg.spawn is not None:
            cfg.spawn.func(cfg.prim_path, cfg.spawn, translation=cfg.init_state.pos, orientation=cfg.init_state.rot)
        self._require_prims()
