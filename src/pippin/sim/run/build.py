"""A simulation for the length of a ``with`` block, with an empty stage."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from .. import stage
from ..spawners import DomeLightCfg, GroundPlaneCfg, spawn
from .cfg import SimulationCfg, default_simulation_cfg
from .context import SimulationContext

logger = logging.getLogger("pippin")


@contextmanager
def build_simulation_context(
    create_new_stage: bool = True,
    gravity_enabled: bool = True,
    device: str | None = None,
    dt: float = 0.01,
    sim_cfg: SimulationCfg | None = None,
    add_ground_plane: bool = False,
    add_lighting: bool = False,
    auto_add_lighting: bool = False,
    visualizers: list[str] | None = None,
) -> Iterator[SimulationContext]:
    """Make a simulation and clear it at the end of the ``with`` block, whatever happens in it.

    Args:
        create_new_stage: Begin with an empty stage, which ends a simulation that there is; False takes the current one.
        gravity_enabled: Whether there is gravity; without effect where ``sim_cfg`` is given.
        device: Device, which is set in ``sim_cfg`` too; None takes that of ``sim_cfg``.
        dt: Length of a physics step [s]; without effect where ``sim_cfg`` is given.
        sim_cfg: Config; None makes one of the arguments before.
        add_ground_plane: Spawn a ground at ``/World/defaultGroundPlane``.
        add_lighting: Spawn a light at ``/World/defaultDomeLight``.
        auto_add_lighting: Without effect: it asks for the light where there is a window.
        visualizers: Names of windows to open. There are none here: a warning says so.

    Yields:
        The simulation, stopped.
    """
    if create_new_stage:
        SimulationContext.clear_instance()  # its stage is about to end
        stage.create_new_stage()
    if sim_cfg is None:
        # What a dialect says of grids and of data between steps holds here, too; the engine is Pippin's.
        gravity = (0.0, 0.0, -9.81 if gravity_enabled else 0.0)
        sim_cfg = default_simulation_cfg().replace(dt=dt, gravity=gravity, physics=None)
    sim_cfg.device = device or sim_cfg.device
    if visualizers:
        logger.warning("build_simulation_context: visualizers %s are not there; cameras render images.", visualizers)
    with SimulationContext(sim_cfg) as context:
        if add_ground_plane:
            spawn("/World/defaultGroundPlane", GroundPlaneCfg())
        if add_lighting:
            spawn("/World/defaultDomeLight", DomeLightCfg(color=(0.3, 0.3, 0.3), intensity=2000.0))
        yield context
