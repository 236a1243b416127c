"""``pippin bench``: how fast robots simulate on this machine."""

from __future__ import annotations

import logging
from functools import partial

from rich.console import Console

from pippin.sim import SimulationCfg, SimulationContext

from .demo import DT, make_progress, report_table
from .showcase import Placement, Showcase
from .stages import begin


def bench(
    robot: str = "ANT_CFG",
    num_envs: tuple[int, ...] = (64, 512, 4096),
    seconds: float = 1.0,
    device: str | None = None,
    backend: str | None = None,
) -> None:
    """Measure environment steps per second of a robot whose joint targets are set in every step.

    Args:
        robot: Config of the robot; ``pippin robots`` lists them.
        num_envs: Numbers of copies to measure.
        seconds: Simulated time of each measurement [s].
        device: "cpu" or "cuda:0"; by default the GPU if there is one.
        backend: "mujoco" or "newton"; by default the one that suits the device.
    """
    console = Console()
    logging.getLogger("pippin").setLevel(logging.ERROR)
    cfg = SimulationCfg(dt=DT, backend=backend)
    cfg.device = cfg.device if device is None else device
    reports = []
    with make_progress(console) as progress:
        for count in num_envs:
            task = begin(progress, f"{count} x {robot}", total=round(seconds / cfg.dt))
            with SimulationContext(cfg) as simulation:
                showcase = Showcase(simulation, [Placement(robot)], count, spacing=2.5)
                reports.append(showcase.run(seconds, partial(progress.advance, task)))
    console.print(report_table(reports))
