"""``pippin spheres``: describe a new robot for motion generation."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from .stages import begin

if TYPE_CHECKING:
    from pippin.robots.authoring import RobotDraft


def spheres(
    urdf: Path,
    /,
    end_effector: str | None = None,
    name: str | None = None,
    output: Path = Path("motion_configs"),
    max_protrusion: float = 15.0,
    max_gap: float = 10.0,
    num_spheres: int | None = None,
    base: bool = True,
    hold: dict[str, float] | None = None,
    default_q: tuple[float, ...] | None = None,
) -> None:
    """Fit collision spheres to a robot, and write what motion generation needs: a robot description and configurations.

    The folder then serves RMPflow, kinematics and RRT like the robots that Pippin ships. A picture shows the spheres
    over the meshes.

    Args:
        urdf: URDF of the robot, with its meshes.
        end_effector: Link that targets are for; the joints that move it are controlled. By default, the link that most
            joints move.
        name: Name of the robot; by default that in the URDF.
        output: Folder to write to.
        max_protrusion: How far spheres may stand out of links that move [mm].
        max_gap: How far their surfaces may be from the nearest sphere [mm].
        num_spheres: Number of spheres, for which both bounds are scaled.
        base: Whether links that do not move get spheres.
        hold: Positions at which other joints are held [m or rad], such as those of a gripper.
        default_q: Default configuration [m or rad]; by default one is chosen.
    """
    import imageio.v3 as imageio

    from pippin.robots.authoring import SphereBounds, draft_robot, draw_spheres, write_motion_configs

    console = Console()
    logging.getLogger("warp").setLevel(logging.ERROR)
    columns = (TextColumn("{task.description:32}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console) as progress:
        task = begin(progress, "reading the robot", total=None)

        def show(stage: str, done: int, total: int) -> None:
            progress.update(task, description=stage, completed=done, total=total)

        draft = draft_robot(
            urdf,
            end_effector,
            default_q=default_q,
            held=hold,
            bounds=SphereBounds(max_protrusion / 1000.0, max_gap / 1000.0, num_spheres, base),
            on_progress=show,
        )
        progress.update(task, description="writing", completed=1, total=1)
        robot = name or draft.urdf.name
        description = write_motion_configs(draft, output, robot)
        picture = output / f"{description.parent.parent.name}_spheres.png"
        imageio.imwrite(picture, draw_spheres(draft))
    console.print(_table(draft))
    _tell(console, draft)
    console.print(f"Robot description: {description}\nPicture: {picture}")


def _table(draft: RobotDraft) -> Table:
    table = Table(title=f"{draft.urdf.name}: {draft.model.num_spheres} spheres")
    table.add_column("link", style="bold")
    for column in ("spheres", "inside [%]", "near [%]", "largest gap [mm]", "protrusion [mm]"):
        table.add_column(column, justify="right")
    for report in draft.reports:
        table.add_row(
            report.link,
            str(report.num_spheres),
            f"{100.0 * report.inside:.1f}",
            f"{100.0 * report.near:.1f}",
            f"{1000.0 * report.gap:.1f}",
            f"{1000.0 * report.protrusion:.1f}",
        )
    return table


def _tell(console: Console, draft: RobotDraft) -> None:
    held = ", ".join(draft.description.fixed_joints) or "none"
    console.print(
        f"Controlled: {', '.join(draft.description.cspace)}. Held: {held}. End effector: {draft.end_effector}."
    )
    if draft.touching:
        pairs = ", ".join(f"{first} and {second}" for first, second in draft.touching)
        console.print(f"These links always touch by their spheres, so planners do not keep them apart: {pairs}.")
    if draft.touching_by_default:
        pairs = ", ".join(f"{first} and {second}" for first, second in draft.touching_by_default)
        console.print(
            f"[yellow]These links touch in the default configuration, so planners will not keep them apart at all: "
            f"{pairs}. Give another one, or lessen max_protrusion.[/yellow]"
        )
