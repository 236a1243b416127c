"""``pippin demo``: real robots, many at once, with a table, a picture and a video."""

from __future__ import annotations

import logging
import math
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from pippin.physics.scene.scene import playing_scene
from pippin.sim import SimulationCfg, SimulationContext
from pippin.viewers.video import require_video

from .showcase import Placement, RunReport, Showcase, display_name
from .stages import begin

ROBOTS = [
    Placement("ANYMAL_C_CFG"),
    Placement("UNITREE_GO2_CFG"),
    Placement("UNITREE_G1_CFG", sway=0.0),
    Placement("FRANKA_PANDA_CFG", sway=0.3),
    Placement("UR10_CFG", sway=0.3),
    Placement("ANT_CFG"),
    Placement("IRIS_CFG"),
]
PARADE = [
    Placement("ANYMAL_C_CFG", (0.0, 0.0, 0.0)),
    Placement("UNITREE_GO2_CFG", (1.0, -0.9, 0.0)),
    Placement("UNITREE_G1_CFG", (0.6, 1.1, 0.0), sway=0.0),
    Placement("FRANKA_PANDA_CFG", (-0.9, 0.9, 0.0), sway=0.3),
    Placement("UR10_CFG", (-0.9, -1.0, 0.0), sway=0.3),
    Placement("IRIS_CFG", (0.2, -0.1, 0.6)),
]
DT = 0.005
FRAME_RATE = 25
VIDEO_SECONDS = 2.0


def demo(
    num_envs: int = 64,
    seconds: float = 2.0,
    output: Path = Path("demo"),
    device: str | None = None,
    video: bool = True,
) -> None:
    """Simulate real robots, show how fast that is, and make pictures and a video of them.

    Args:
        num_envs: Copies of each robot.
        seconds: Simulated time of each robot [s].
        output: Folder for the pictures and the video.
        device: "cpu" or "cuda:0"; by default the GPU if there is one.
        video: Whether to make the video, which takes most of the time on a CPU.
    """
    if video:
        require_video()
    console = Console()
    logging.getLogger("pippin").setLevel(logging.ERROR)
    cfg = SimulationCfg(dt=DT) if device is None else SimulationCfg(dt=DT, device=device)
    console.print(
        f"[bold]Pippin[/bold]: {num_envs} copies of each of {len(ROBOTS)} robots on {cfg.device}. The first run on a "
        "machine also converts their descriptions and compiles kernels, which takes a minute or two."
    )
    reports = run_robots(cfg, num_envs, seconds, console)
    console.print(report_table(reports))
    files = [*film_parade(cfg, output, video, console), show_images(cfg, output), show_softness(cfg, output)]
    for path in files:
        console.print(f"Written: {path}")
    console.print(
        "Look at a robot in the browser: [bold]pippin view ANYMAL_C_CFG[/bold] (in .venv/bin after `make demo`)"
    )


def run_robots(cfg: SimulationCfg, num_envs: int, seconds: float, console: Console) -> list[RunReport]:
    """Simulate copies of each robot, one kind after the other."""
    reports = []
    with make_progress(console) as progress:
        for placement in ROBOTS:
            task = begin(progress, display_name(placement.config), total=round(seconds / cfg.dt))
            with SimulationContext(cfg) as simulation:
                showcase = Showcase(simulation, [placement], num_envs, spacing=2.5)
                reports.append(showcase.run(seconds, partial(progress.advance, task)))
    return reports


def film_parade(cfg: SimulationCfg, output: Path, video: bool, console: Console) -> list[Path]:
    """Simulate several robots together, and write a picture and, if asked, a video; returns the files."""
    from pippin.viewers.pictures import PictureCamera  # compiles its kernels: only who takes pictures pays for it
    from pippin.viewers.video import write_png, write_video

    frames = round(VIDEO_SECONDS * FRAME_RATE) if video else 0
    steps_per_frame = round(1.0 / FRAME_RATE / cfg.dt)
    with SimulationContext(cfg) as simulation, make_progress(console) as progress:
        showcase = Showcase(simulation, PARADE, num_envs=4, spacing=4.0)
        task = begin(progress, "filming", total=frames + 1)
        for i in range(round(0.5 / cfg.dt)):
            showcase.step(i * cfg.dt)
        still = PictureCamera(playing_scene(simulation), width=960, height=540)
        write_png(output / "demo.png", still.take(eye=(6.4, -5.6, 3.4), target=(0.3, 0.3, 0.2)))
        progress.advance(task)
        files = [output / "demo.png"]
        if video:
            camera = PictureCamera(playing_scene(simulation), width=480, height=270, samples_per_pixel=1)
            pictures = []
            for frame in range(frames):
                for i in range(steps_per_frame):
                    showcase.step((frame * steps_per_frame + i) * cfg.dt)
                pictures.append(camera.take(eye=orbit(frame / frames), target=(0.0, 0.0, 0.3)))
                progress.advance(task)
            write_video(output / "demo.mp4", pictures, FRAME_RATE)
            files.append(output / "demo.mp4")
    return files


def show_images(cfg: SimulationCfg, output: Path) -> Path:
    """Write a sheet of everything that a camera shows; returns the file."""
    from .contact_sheet import write_contact_sheet

    with SimulationContext(cfg) as simulation:
        return write_contact_sheet(simulation, output / "cameras.png")


def show_softness(cfg: SimulationCfg, output: Path) -> Path:
    """Write a picture of a soft body; returns the file."""
    from .soft_body import show_soft_body

    with SimulationContext(cfg) as simulation:
        return show_soft_body(simulation, output / "soft_body.png")


def orbit(share: float) -> tuple[float, float, float]:
    """Position of a camera [m] that goes a sixth of the way around the scene."""
    angle = -0.72 + share * math.pi / 3.0
    return 10.0 * math.cos(angle), 10.0 * math.sin(angle), 4.2


def report_table(reports: list[RunReport]) -> Table:
    """What ran and how fast, as a table."""
    table = Table(title="What ran")
    for heading in ("robot", "copies", "joints", "ready in", "env steps/s", "x real time", "upright"):
        table.add_column(heading, justify="left" if heading == "robot" else "right")
    for report in reports:
        table.add_row(
            report.robots,
            str(report.num_envs),
            str(report.joints),
            f"{report.build_seconds:.1f} s",
            f"{report.env_steps_per_second:,.0f}",
            f"{report.real_time_factor:,.0f}",
            "yes" if report.upright else "no",
        )
    return table


def make_progress(console: Console) -> Progress:
    """Progress bar with time spent and time left."""
    return Progress(
        SpinnerColumn(),
        *Progress.get_default_columns()[:3],
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=console,
    )
