"""A simulation with named objects."""

from __future__ import annotations

from pippin.sim import SimulationCfg, SimulationContext

from .object_scene import ObjectScene


class World(SimulationContext):
    """A :class:`~pippin.sim.SimulationContext` with a scene of named objects, one environment.

    Args:
        cfg: Config, which is copied; None takes the defaults.

    Attributes:
        scene: The objects, an :class:`ObjectScene`.

    Raises:
        RuntimeError: There is a simulation already.
        ValueError: The config holds a value outside its range, or names a device that does not exist.
    """

    scene_type: type[ObjectScene] = ObjectScene
    """Class of the scene."""

    def __init__(self, cfg: SimulationCfg | None = None) -> None:
        super().__init__(cfg)
        self.scene = self.scene_type()

    def reset(self, soft: bool = False) -> None:
        """Start from the beginning, with all objects in their default states.

        Args:
            soft: Keep the physics if it is there; objects that are not part of the scene keep their state.
        """
        super().reset(soft)
        self.scene.initialize()
        self.scene.post_reset()

    def step(self, render: bool = True) -> None:
        """Let time pass, if playing: to the next frame where one is rendered, else by one step.

        Args:
            render: Advance by :meth:`get_rendering_dt` and render, also where the simulation is stopped.

        Raises:
            RuntimeError: The simulation is stopped, and nothing is to be rendered.
        """
        if not render:
            super().step(render=False)
            return
        if self.is_playing():
            for _ in range(self.cfg.render_interval):
                super().step(render=False)
        self.render()
