"""The simulation as Isaac Lab up to version 2 has it."""

from __future__ import annotations

import enum
import logging
from typing import Any

import pippin.sim
from omni.timeline import Timeline, get_timeline_interface
from pippin.sim import SimulationCfg

from .lab_utils import get_isaac_sim_version

logger = logging.getLogger("pippin")


class RenderMode(enum.IntEnum):
    """What a frame brings up to date in Isaac Sim."""

    NO_GUI_OR_RENDERING = -1
    NO_RENDERING = 0
    PARTIAL_RENDERING = 1
    FULL_RENDERING = 2


class SimulationContext(pippin.sim.SimulationContext):
    """:class:`pippin.sim.SimulationContext` with the members of version 2. A second one is the first one again."""

    RenderMode = RenderMode

    def __new__(cls, cfg: SimulationCfg | None = None) -> SimulationContext:
        """Give the simulation that there is already, or make one."""
        existing = pippin.sim.SimulationContext.instance()
        return existing if isinstance(existing, SimulationContext) else super().__new__(cls)

    def __init__(self, cfg: SimulationCfg | None = None) -> None:
        if pippin.sim.SimulationContext.instance() is not self:
            super().__init__(cfg)
        elif cfg is not None:
            logger.warning("There is a SimulationContext already: it stays as it is, and the config given is not used.")

    @property
    def render_mode(self) -> RenderMode:
        """What frames bring up to date: everything if anybody is called for them, else nothing."""
        return RenderMode.FULL_RENDERING if self.is_rendering else RenderMode.NO_GUI_OR_RENDERING

    @property
    def _timeline(self) -> Timeline:
        """The timeline, which programs take from here too in order to stop it."""
        return get_timeline_interface()

    def set_render_mode(self, mode: RenderMode) -> None:
        """Check a mode; there is no window whose parts could rest, so that nothing changes and a warning says so.

        Raises:
            ValueError: There is no such mode.
        """
        if RenderMode(mode) != self.render_mode:
            logger.warning("There is no window: the render mode stays %s.", self.render_mode.name)

    def step(self, render: bool = True) -> None:
        """Advance the physics by one step, if playing; before the first reset only render, with a warning.

        Args:
            render: Call the subscribers of rendering afterwards.
        """
        if not self.is_stopped():
            super().step(render)
            return
        logger.warning("The simulation is stopped: step() moves nothing before reset() or play().")
        if render:
            self.render()

    def render(self, mode: RenderMode | None = None) -> None:
        """Call the subscribers of rendering.

        Args:
            mode: Mode to set before; see :meth:`set_render_mode`.
        """
        if mode is not None:
            self.set_render_mode(mode)
        super().render()

    def has_gui(self) -> bool:  # type: ignore[override]
        """Whether somebody watches, that is whether rendering calls anybody."""
        return self.is_rendering

    def is_fabric_enabled(self) -> bool:
        """Whether state goes past the stage, as the config says."""
        return self.cfg.use_fabric

    def get_version(self) -> tuple[int, int, int]:
        """Version of Isaac Sim that Isaac Lab of the served version is for."""
        version = get_isaac_sim_version()
        return version.major, version.minor, version.micro

    def get_physics_context(self) -> PhysicsContext:
        """What describes the physics scene."""
        return PhysicsContext(self)

    def clear(self) -> None:
        """Stop the simulation and take all prims off the stage but ``/World`` and the physics scene."""
        self.stop()
        self.clear_stage()


class PhysicsContext:
    """The physics scene of a simulation.

    Args:
        simulation: The simulation.
    """

    def __init__(self, simulation: pippin.sim.SimulationContext) -> None:
        self._simulation = simulation

    @property
    def prim_path(self) -> str:
        """Path of the prim that describes the physics scene."""
        return self._simulation.cfg.physics_prim_path

    def get_gravity(self) -> tuple[tuple[float, ...], float]:
        """Direction of gravity, shape (3,), and its magnitude [m/s^2]."""
        scene = self._simulation.stage.GetPrimAtPath(self.prim_path)
        attributes: list[Any] = [
            scene.GetAttribute(f"physics:gravity{part}").Get() for part in ("Direction", "Magnitude")
        ]
        return tuple(attributes[0]), float(attributes[1])

    def get_physics_dt(self) -> float:
        """Length of a physics step [s]."""
        return self._simulation.cfg.dt
