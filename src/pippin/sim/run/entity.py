"""What assets and sensors have in common: a config with a prim path, and a life from play to stop."""

from __future__ import annotations

import logging
import weakref
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from pippin.utils.callables import is_refusal

from ..expressions import explain_no_match, resolve_expression, served_expression
from ..markers.markers import VisualizationMarkers
from .context import SimulationContext
from .timeline import TimelineEvent

logger = logging.getLogger("pippin")


class SceneEntity(ABC):
    """Something in the scene that belongs to prims, in every environment.

    When the simulation plays it connects to the engine (``is_initialized``), and when the simulation stops it lets go.
    What is made while the simulation plays has to wait for the next ``reset()``, of which a warning tells.

    Args:
        cfg: Config with ``prim_path`` and ``debug_vis``. It is copied.

    Raises:
        TypeError: The config leaves fields open.
        RuntimeError: There is no simulation.
        ValueError: The prim path is malformed.
    """

    _kind = "entity"
    """What it is, for messages."""

    def __init__(self, cfg: Any) -> None:
        cfg.validate()
        simulation = SimulationContext.instance()
        if simulation is None:
            raise RuntimeError(
                f"The {self._kind} at '{cfg.prim_path}' needs a simulation: make a SimulationContext first."
            )
        if not simulation.is_stopped():
            logger.warning(
                "The %s at '%s' is made while the simulation plays: it is there after the next reset().",
                *(self._kind, cfg.prim_path),
            )
        self.cfg = cfg.copy()
        self._resolve_prim_paths()
        self._sim = simulation
        self._is_initialized = False
        self._markers: VisualizationMarkers | None = None
        self._debug_vis_name = f"debug_vis {self.cfg.prim_path} {id(self)}"
        self._spawn()
        simulation.add_entity(self.cfg.prim_path, self)
        timeline = simulation.timeline
        self._subscriptions = [
            timeline.subscribe(TimelineEvent.PLAY, self._on_play),
            timeline.subscribe(TimelineEvent.STOP, self._on_stop),
        ]
        self.set_debug_vis(self.cfg.debug_vis)

    # -- what there is -------------------------------------------------------------------------------------------------

    @property
    def is_initialized(self) -> bool:
        """Whether it is connected to the engine: True from play to stop."""
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
        """What is known of it."""

    @property
    def has_debug_vis_implementation(self) -> bool:
        """Whether it has debug markers."""
        cls, base = type(self), SceneEntity
        if cls._set_debug_vis_impl is not base._set_debug_vis_impl:
            return not is_refusal(cls._set_debug_vis_impl)
        return not is_refusal(cls._visualize)

    # -- operations ----------------------------------------------------------------------------------------------------

    def set_debug_vis(self, debug_vis: bool) -> bool:
        """Show or hide the debug markers.

        Args:
            debug_vis: Whether to show them.

        Returns:
            False if there are none.
        """
        if not self.has_debug_vis_implementation:
            return False
        self._set_debug_vis_impl(debug_vis)
        is_shown = self._sim.render_callback_exists(self._debug_vis_name)
        if debug_vis and not is_shown:
            self._sim.add_marker_callback(self._debug_vis_name, _call_while_alive(self._debug_vis_callback))
        elif not debug_vis and is_shown:
            self._sim.remove_render_callback(self._debug_vis_name)
        return True

    # -- for subclasses ------------------------------------------------------------------------------------------------

    @abstractmethod
    def _initialize_impl(self) -> None:
        """Connect to the engine, which runs."""

    @abstractmethod
    def _invalidate_impl(self) -> None:
        """Let go of the engine, which is about to end. Also called where :meth:`_initialize_impl` failed."""

    def _visualize(self, markers: VisualizationMarkers) -> None:
        """Move the debug markers to where they belong. A class that overrides this has those of ``visualizer_cfg``."""
        raise NotImplementedError(f"'{type(self).__name__}' has no debug markers: override '_visualize'.")

    def _set_debug_vis_impl(self, debug_vis: bool) -> None:
        """Make, show or hide the debug markers. A class that overrides this has debug markers of its own."""
        if debug_vis and self._markers is None:
            self._markers = VisualizationMarkers(self.cfg.visualizer_cfg)
        if self._markers is not None:
            self._markers.set_visibility(debug_vis)

    def _debug_vis_callback(self, event: Any) -> None:
        """Bring the debug markers up to date; called at each rendered frame while they are shown."""
        if self._is_initialized and self._markers is not None:
            self._visualize(self._markers)

    def _resolve_prim_paths(self) -> None:
        """Put the environments' namespace into the prim path of the config, and check its form."""
        self.cfg.prim_path = resolve_expression(self.cfg.prim_path)

    def _spawn(self) -> None:  # noqa: B027 - not every kind has prims of its own
        """Spawn prims, if there are any to spawn."""

    def _require_prims(self) -> None:
        """Make sure that the prim path matches, as it is or without what Isaac Sim's importers put links below.

        Raises:
            RuntimeError: It does not.
        """
        path = self.cfg.prim_path
        served = served_expression(path, self._sim.stage)
        if served is None:
            raise RuntimeError(f"No prim matches '{path}': {explain_no_match(path, self._sim.stage)}")
        self.cfg.prim_path = served

    # -- inside --------------------------------------------------------------------------------------------------------

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
    """Function that calls a method as long as its object is kept elsewhere."""
    reference = weakref.WeakMethod(method)

    def call(event: Any) -> None:
        alive = reference()
        if alive is not None:
            alive(event)

    return call
