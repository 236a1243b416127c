"""The simulation under the arguments that Isaac Sim gives it."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

import pippin.sim
from isaacsim.core import stage
from isaacsim.core.objects import GroundPlane
from pippin import objects
from pippin.objects.world import engine_steps_within
from pippin.sim import SimulationCfg
from pippin_isaac.launcher import advance_coroutines

__all__ = [
    "Scene",
    "SimulationContext",
    "World",
]

logger = logging.getLogger("pippin")


DEFAULT_DT = 1.0 / 60.0


class SimulationContext(objects.World):
    """:class:`pippin.objects.World` with the arguments of Isaac Sim. A second one is the first one again.

    Args:
        physics_dt: Length of a physics step [s]; None means 1/60 s.
        rendering_dt: Simulated time from frame to frame [s]; None means the greater of 1/60 s and a physics step.
        stage_units_in_meters: 1 or None: stages measure in metres.
        physics_prim_path: Path of the prim that describes the physics scene.
        sim_params: Settings of PhysX, without effect and named in a warning, but for ``gravity`` [m/s^2].
        set_defaults: Without effect: there are no settings of the stage to reset.
        backend: "numpy", which arrays of objects are.
        device: Where the simulation runs; None means the CPU.

    Raises:
        NotImplementedError: The stage is to measure in other units, or arrays are to be of another kind.
        ValueError: A value is out of its range.
    """

    _made_for_the_stage = False

    @classmethod
    def for_the_stage(cls) -> SimulationContext:
        """Make a simulation of the stage as it is, for programs that play before they make a world.

        A world that is made later is this one, with the arguments that it is given then.
        """
        context = cls()
        context._made_for_the_stage = True
        return context

    def __new__(cls, *args: Any, **kwargs: Any) -> SimulationContext:
        """Return the simulation that there is already, or make one."""
        existing = pippin.sim.SimulationContext.instance()
        return existing if isinstance(existing, cls) else super().__new__(cls)

    def __init__(
        self,
        physics_dt: float | None = None,
        rendering_dt: float | None = None,
        stage_units_in_meters: float | None = None,
        physics_prim_path: str = "/physicsScene",
        sim_params: Mapping[str, Any] | None = None,
        set_defaults: bool = True,
        backend: str = "numpy",
        device: str | None = None,
    ) -> None:
        is_there = pippin.sim.SimulationContext.instance() is self
        if is_there and not self._made_for_the_stage:
            return
        if stage_units_in_meters not in (None, 1, 1.0):
            raise NotImplementedError(f"Stages measure in metres, not in units of {stage_units_in_meters} m.")
        if backend != "numpy":
            raise NotImplementedError(
                f"Arrays of objects are NumPy's, not {backend}: take the assets of isaaclab.assets."
            )
        cfg = SimulationCfg(dt=DEFAULT_DT if physics_dt is None else physics_dt, physics_prim_path=physics_prim_path)
        cfg.device = device or "cpu"
        cfg.render_interval = _steps_per_frame(cfg.dt, rendering_dt)
        others = dict(sim_params or {})
        cfg.gravity = tuple(others.pop("gravity", cfg.gravity))
        if others:
            logger.warning("These settings of PhysX have no effect: %s.", ", ".join(others))
        if is_there:
            self.stop()
            pippin.sim.SimulationContext._instance = None
        super().__init__(cfg)
        self._made_for_the_stage = False
        if stage.requested_view is not None:
            self.set_camera_view(*stage.requested_view)
            stage.requested_view = None

    def set_simulation_dt(self, physics_dt: float | None = None, rendering_dt: float | None = None) -> None:
        """Set the length of physics steps and the simulated time from frame to frame [s]; None means 1/60 s.

        Raises:
            RuntimeError: The simulation runs.
        """
        if not self.is_stopped():
            raise RuntimeError("The length of steps is fixed while the simulation runs: stop it first.")
        self.cfg.dt = DEFAULT_DT if physics_dt is None else physics_dt
        self.cfg.substeps = engine_steps_within(self.cfg.dt)
        self.cfg.render_interval = _steps_per_frame(self.cfg.dt, rendering_dt)

    def render(self) -> None:
        """Render a frame, and let coroutines that run beside the program go on."""
        super().render()
        advance_coroutines()

    def initialize_physics(self) -> None:
        """Build the physics of the stage, if it is not there."""
        if self.is_stopped():
            self.play()

    def is_simulating(self) -> bool:
        """Whether there is physics: while playing or paused."""
        return not self.is_stopped()

    async def initialize_simulation_context_async(self) -> None:
        """Do nothing: the simulation is ready when it is made."""

    async def reset_async(self, soft: bool = False) -> None:
        """The same as :meth:`reset`, for code that waits."""
        self.reset(soft)

    async def play_async(self) -> None:
        """The same as :meth:`play`, for code that waits."""
        self.play()

    async def pause_async(self) -> None:
        """The same as :meth:`pause`, for code that waits."""
        self.pause()

    async def stop_async(self) -> None:
        """The same as :meth:`stop`, for code that waits."""
        self.stop()


def _steps_per_frame(physics_dt: float, rendering_dt: float | None) -> int:
    between_frames = max(DEFAULT_DT, physics_dt) if rendering_dt is None else rendering_dt
    return max(round(between_frames / physics_dt), 1)


class Scene(objects.ObjectScene):
    """:class:`pippin.objects.ObjectScene` with the ground that Isaac Sim calls default."""

    def add_default_ground_plane(
        self,
        z_position: float = 0.0,
        name: str = "default_ground_plane",
        prim_path: str = "/World/defaultGroundPlane",
        static_friction: float = 0.5,
        dynamic_friction: float = 0.5,
        restitution: float = 0.8,
    ) -> GroundPlane:
        """Make a ground plane and keep it; see :class:`pippin.objects.GroundPlane`."""
        return self.add(
            GroundPlane(
                prim_path,
                name,
                z_position=z_position,
                static_friction=static_friction,
                dynamic_friction=dynamic_friction,
                restitution=restitution,
            )
        )


class World(SimulationContext):
    """:class:`pippin.objects.World` with the arguments of Isaac Sim; see :class:`SimulationContext`."""

    scene: Scene
    scene_type = Scene
