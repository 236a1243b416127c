"""What all environments have in common: a simulation that they make, step, show and end."""

from __future__ import annotations

import logging
import sys
from collections.abc import Sequence
from numbers import Integral
from typing import Any

import numpy as np
import torch

from pippin.sim import SimulationContext
from pippin.utils.presets import resolve_presets
from pippin.utils.seed import configure_seed
from pippin.utils.timer import Timer

from .frames import FrameCamera
from .managers.debug_vis import draw_terms

logger = logging.getLogger("pippin")

EnvIds = Sequence[int] | torch.Tensor | slice | None


class SimulatedEnv:
    """Base of environments: makes the simulation of its config, and ends it when it is closed.

    There is one simulation at a time: close an environment before making the next. If making one fails, its
    simulation is ended.

    Args:
        cfg: Config of the environment. It is kept, not copied.
        render_mode: "rgb_array" lets :meth:`render` give pictures.

    Raises:
        TypeError: The config leaves fields open.
        ValueError: Its decimation is no whole number of at least 1.
        RuntimeError: There is a simulation already.
    """

    scene: Any
    """The scene, made by the class of the environment."""

    steps_by_masks: bool = False
    """Whether environments whose time is over are named by masks, so that no step waits for their number."""

    video_recorders: tuple[()] = ()
    """What films steps: nothing, ``render`` takes pictures. Steps that programs write after Isaac Lab's ask for it."""

    _physics_handles_decimation = False  # and for this

    def __init__(self, cfg: Any, render_mode: str | None = None) -> None:
        self._is_closed = True
        cfg = resolve_presets(cfg)  # the defaults where a program made the config by itself
        cfg.validate()
        _require_decimation(cfg)
        self.cfg = cfg
        self.render_mode = render_mode
        self.extras: dict[str, Any] = {}
        self.render_enabled = True
        """Whether steps call viewers."""
        self._sim_step_counter = 0
        self._frame_camera: FrameCamera | None = None
        self._window = None
        self.viewport_camera_controller = None
        if cfg.seed is not None:
            cfg.seed = self.seed(cfg.seed)
        else:
            logger.warning("The seed of the environment is not set: its numbers will differ from run to run.")
        if SimulationContext.instance() is not None:
            raise RuntimeError(
                f"There is a SimulationContext already; expected none, since '{type(self).__name__}' makes "
                "its own: close the earlier environment with env.close(), or end the simulation with "
                "SimulationContext.clear_instance()."
            )
        self.sim = SimulationContext(cfg.sim)
        try:
            self._begin()
        except BaseException:
            SimulationContext.clear_instance()
            raise
        self._is_closed = False

    def __del__(self) -> None:
        if not vars(self).get("_is_closed", True) and not sys.is_finalizing():
            self.close()

    # -- what there is -------------------------------------------------------------------------------------------------

    @property
    def num_envs(self) -> int:
        """Number of environments."""
        return self.scene.num_envs

    @property
    def physics_dt(self) -> float:
        """Length of a step of the physics [s]."""
        return self.cfg.sim.dt

    @property
    def step_dt(self) -> float:
        """Length of a step of the environment [s]."""
        return self.cfg.sim.dt * self.cfg.decimation

    @property
    def device(self) -> str:
        """Torch device of all data."""
        return self.sim.device

    @property
    def has_rtx_sensors(self) -> bool:
        """Whether there are cameras, under Isaac Lab's name for them."""
        return self.sim.has_rtx_sensors()

    @property
    def unwrapped(self) -> Any:
        """The environment itself, as wrappers give it."""
        return self

    # -- what it does --------------------------------------------------------------------------------------------------

    @staticmethod
    def seed(seed: int = -1) -> int:
        """Seed all generators of random numbers.

        Args:
            seed: The seed; -1 draws one.

        Returns:
            The seed that was set.
        """
        return configure_seed(seed)

    def render(self, recompute: bool = False) -> np.ndarray | None:
        """Call the viewers, and take a picture if the environment was made with ``render_mode="rgb_array"``.

        Args:
            recompute: Accepted for existing code: pictures are always of now.

        Returns:
            Picture, shape (height, width, 3), uint8; None in other modes.

        Raises:
            NotImplementedError: The render mode is unknown.
        """
        if self.render_mode not in (None, "human", "rgb_array"):
            raise NotImplementedError(
                f"The render mode '{self.render_mode}' is unknown: use 'human', 'rgb_array' or None."
            )
        self._show()
        if self.render_mode != "rgb_array":
            return None
        if self._frame_camera is None:
            self._frame_camera = FrameCamera(self)
        return self._frame_camera.take()

    def close(self) -> None:
        """End the simulation. Calling it again does nothing."""
        if self._is_closed:
            return
        self._is_closed = True
        self._frame_camera = None
        self._release()
        if SimulationContext.instance() is self.sim:
            SimulationContext.clear_instance()

    # -- for environments ----------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        """Make the scene and start the simulation, which :attr:`sim` holds.

        Raises:
            NotImplementedError: The class does not say how.
        """
        raise NotImplementedError(f"'{type(self).__name__}' does not say how it begins: define '_begin'.")

    def _release(self) -> None:
        """Let go of what belongs to the simulation, before it ends."""

    def _start_simulation(self) -> None:
        """Play, and let everything of the scene have data. Benchmarks ask :class:`Timer` how long that took."""
        if self.cfg.sim.render_interval < self.cfg.decimation and self.sim.is_rendering:
            logger.warning(
                "sim.render_interval (%d) is smaller than decimation (%d): each step of the environment renders more "
                "than once.",
                *(self.cfg.sim.render_interval, self.cfg.decimation),
            )
        with Timer(name="simulation_start"):
            self.sim.reset()
            self.scene.update(dt=self.physics_dt)

    def _step_physics(self, apply_action: Any, after_step: Any = None) -> None:
        """Step the physics as often as the config says.

        Args:
            apply_action: Called before each step of the physics.
            after_step: Called after each.
        """
        is_rendering = self.render_enabled and self.sim.is_rendering
        for _ in range(self.cfg.decimation):
            self._sim_step_counter += 1
            apply_action()
            self.scene.write_data_to_sim()
            self.sim.step(render=False)
            if after_step is not None:
                after_step()
            if is_rendering and self._sim_step_counter % self.cfg.sim.render_interval == 0:
                self._show()
            self.scene.update(dt=self.physics_dt)

    def _show(self) -> None:
        """Call the viewers, after all terms have drawn what they mean."""
        draw_terms(self.sim)
        self.sim.render()


def _require_decimation(cfg: Any) -> None:
    decimation = getattr(cfg, "decimation", None)
    if isinstance(decimation, bool) or not isinstance(decimation, Integral) or decimation < 1:
        raise ValueError(
            f"'decimation' of {type(cfg).__name__} is {decimation!r}; expected how many steps of the physics "
            "are one step of the environment, a whole number of at least 1."
        )
