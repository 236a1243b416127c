"""What all assets have in common: their prims, and their life from play to stop."""

from __future__ import annotations

import weakref
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from pippin.sim import SimulationContext, TimelineEvent
from pippin.sim.expressions import explain_no_match, find_matching_prims, resolve_expression
from pippin.sim.prims import set_prim_visibility

from .selection import Ids

if TYPE_CHECKING:
    from .asset_base_cfg import AssetBaseCfg


class AssetBase(ABC):
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

    def __init__(self, cfg: AssetBaseCfg) -> None:
        cfg.validate()
        simulation = SimulationContext.instance()
        if simulation is None:
            raise RuntimeError(f"The asset at '{cfg.prim_path}' needs a simulation: make a SimulationContext first.")
        if not simulation.is_stopped():
            raise RuntimeError(
                f"The asset at '{cfg.prim_path}' comes too late: the simulation has started. Call stop() before."
            )
        self.cfg = cfg.copy()
        self.cfg.prim_path = resolve_expression(cfg.prim_path)
        self._sim = simulation
        self._is_initialized = False
        self._debug_vis_name = f"debug_vis {self.cfg.prim_path} {id(self)}"
        self._spawn()
        timeline = simulation.timeline
        self._subscriptions = [
            timeline.subscribe(TimelineEvent.PLAY, self._on_play),
            timeline.subscribe(TimelineEvent.STOP, self._on_stop),
        ]
        self.set_debug_vis(self.cfg.debug_vis)

    # -- what there is -------------------------------------------------------------------------------------------------

    @property
    def is_initialized(self) -> bool:
        """Whether the asset is connected to the engine: True from play to stop."""
        return self._is_initialized

    @property
    @abstractmethod
    def num_instances(self) -> int:
        """Number of instances in all environments together."""

    @property
    def device(self) -> str:
        """Device of the simulation and of all arrays."""
        return self._sim.device

    @property
    @abstractmethod
    def data(self) -> Any:
        """State and properties of the asset."""

    @property
    def has_debug_vis_implementation(self) -> bool:
        """Whether the asset has debug markers."""
        return type(self)._set_debug_vis_impl is not AssetBase._set_debug_vis_impl

    # -- operations ----------------------------------------------------------------------------------------------------

    def set_debug_vis(self, debug_vis: bool) -> bool:
        """Show or hide the asset's debug markers.

        Args:
            debug_vis: Whether to show them.

        Returns:
            False if the asset has none.
        """
        if not self.has_debug_vis_implementation:
            return False
        self._set_debug_vis_impl(debug_vis)
        is_shown = self._sim.render_callback_exists(self._debug_vis_name)
        if debug_vis and not is_shown:
            self._sim.add_render_callback(self._debug_vis_name, _call_while_alive(self._debug_vis_callback))
        elif not debug_vis and is_shown:
            self._sim.remove_render_callback(self._debug_vis_name)
        return True

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

    # -- for classes of assets -----------------------------------------------------------------------------------------

    @abstractmethod
    def _initialize_impl(self) -> None:
        """Connect to the engine, which runs."""

    @abstractmethod
    def _invalidate_impl(self) -> None:
        """Let go of the engine, which is about to end. Also called where :meth:`_initialize_impl` failed."""

    def _set_debug_vis_impl(self, debug_vis: bool) -> None:
        """Make, show or hide the debug markers. A class that overrides this has debug markers."""
        raise NotImplementedError(f"{type(self).__name__} has no debug markers.")

    def _debug_vis_callback(self, event: Any) -> None:
        """Move the debug markers to where they belong; called at each rendered frame while they are shown."""
        raise NotImplementedError(f"{type(self).__name__} has no debug markers.")

    # -- inside --------------------------------------------------------------------------------------------------------

    def _spawn(self) -> None:
        """Spawn the prims, if the config says what, and make sure that there are some."""
        cfg = self.cfg
        if cfg.spawn is not None:
            cfg.spawn.func(cfg.prim_path, cfg.spawn, translation=cfg.init_state.pos, orientation=cfg.init_state.rot)
        if not find_matching_prims(cfg.prim_path, self._sim.stage):
            raise RuntimeError(f"No prim matches '{cfg.prim_path}': {explain_no_match(cfg.prim_path, self._sim.stage)}")

    def _on_play(self, event: TimelineEvent) -> None:
        """Connect to the engine, unless this is the end of a pause."""
        if not self._is_initialized:
            self._initialize_impl()
            self._is_initialized = True

    def _on_stop(self, event: TimelineEvent) -> None:
        """Let go of the engine."""
        self._is_initialized = False
        self._invalidate_impl()


def _call_while_alive(method: Callable[[Any], object]) -> Callable[[Any], None]:
    """Function that calls a method as long as somebody else keeps its object."""
    reference = weakref.WeakMethod(method)

    def call(event: Any) -> None:
        alive = reference()
        if alive is not None:
            alive(event)

    return call
