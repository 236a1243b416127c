"""``pippin view``: a robot in the browser."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Annotated

import torch
import tyro
from rich.console import Console

from pippin.sim import SimulationCfg, SimulationContext

from .showcase import Placement, Showcase
from .stages import stage

if TYPE_CHECKING:
    from pippin.viewers.browser import BrowserViewer

DT = 0.005
PUSH_SPEED = 1.5
"""Spread of the velocity that a push adds along each axis of the plane [m/s]."""


def view(
    robot: Annotated[str, tyro.conf.Positional] = "ANYMAL_C_CFG",
    num_envs: int = 16,
    device: str | None = None,
    host: str = "127.0.0.1",
    port: int = 8080,
    seconds: float = math.inf,
) -> None:
    """Simulate copies of a robot and show them in the browser, with buttons to pause, step, reset and push.

    Args:
        robot: Name of its config; ``pippin robots`` lists them.
        num_envs: Number of copies.
        device: "cpu" or "cuda:0"; by default the GPU if there is one.
        host: Address of the page: by default only this machine can open it; at another one the link has a token.
        port: Port of the page, or the next one that is free.
        seconds: Wall-clock time after which to stop [s]; by default when "Quit" or Ctrl-C is pressed.
    """
    from pippin.viewers.browser import BrowserViewer  # loads a web server, which other commands need not wait for

    console = Console()
    cfg = SimulationCfg(dt=DT) if device is None else SimulationCfg(dt=DT, device=device)
    with SimulationContext(cfg) as simulation:
        with stage(console, f"Building {num_envs} x {robot} on {cfg.device} ..."):
            showcase = Showcase(simulation, [Placement(robot)], num_envs, spacing=2.5)
        wishes: list[str] = []  # what buttons ask for, done between steps
        viewer = BrowserViewer(simulation, host=host, port=port, on_reset=lambda: wishes.append("reset"))
        viewer.add_button("Push the robots", lambda: wishes.append("push"))
        root = next(iter(showcase.scene.articulations.values())).data
        viewer.add_plot("height of the first base [m]", lambda: float(root.root_link_pose_w.torch[0, 2]))
        viewer.add_data_plot()
        console.print(f"Open [bold]{viewer.url}[/bold] in a browser. Ctrl-C or the button Quit ends it.")
        try:
            _run(showcase, viewer, wishes, seconds)
        except KeyboardInterrupt:
            console.print("Stopped.")
        finally:
            viewer.close()


def _run(showcase: Showcase, viewer: BrowserViewer, wishes: list[str], seconds: float) -> None:
    """Step no faster than real time, and do what buttons ask for."""
    articulation = next(iter(showcase.scene.articulations.values()))
    initial_state = showcase.scene.get_state()
    begin, simulated = time.perf_counter(), 0.0
    while viewer.is_open and time.perf_counter() - begin < seconds:
        if "reset" in wishes:
            showcase.scene.reset_to(initial_state)
        if "push" in wishes:
            velocity = articulation.data.root_com_vel_w.torch.clone()
            velocity[:, :2] += PUSH_SPEED * torch.randn_like(velocity[:, :2])
            articulation.write_root_com_velocity_to_sim_index(root_velocity=velocity)
        wishes.clear()
        if viewer.wants_step():
            simulated += DT
            showcase.step(simulated)
            ahead = simulated - (time.perf_counter() - begin)
            if 0.0 < ahead < 1.0:
                time.sleep(ahead)
        viewer.update()
