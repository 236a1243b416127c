"""Draws the mean reward of training runs over the time that they took.

``python tools/training_curves.py training.png "Ant=logs/rsl_rl/ant/DATE" "Go2=logs/rsl_rl/unitree_go2_flat/DATE"``
draws one panel a run, whose folder with TensorBoard's events is named after its title.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import matplotlib.pyplot as plt
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

LINE, TEXT, GRID = "#2f6fb0", "#333333", "#dddddd"


def read(run: Path) -> tuple[list[float], list[float]]:
    """Return the seconds since a run's first iteration ended, and the mean rewards of episodes."""
    events = EventAccumulator(str(run), size_guidance={"scalars": 0}).Reload().Scalars("Train/mean_reward")
    return [event.wall_time - events[0].wall_time for event in events], [event.value for event in events]


def draw(panels: dict[str, Path], output: Path) -> None:
    """Draw the panels in a row."""
    figure, axes = plt.subplots(1, len(panels), figsize=(3.0 * len(panels), 2.6), squeeze=False)
    for axis, (title, run) in zip(axes[0], panels.items(), strict=True):
        seconds, rewards = read(run)
        axis.plot(seconds, rewards, color=LINE, linewidth=1.8)
        axis.annotate(f"{rewards[-1]:.1f}", (seconds[-1], rewards[-1]), (-3, 4), "data", "offset points", ha="right")
        axis.set_title(title, fontsize=10, color=TEXT)
        axis.set_xlabel("time [s]", fontsize=9, color=TEXT)
        axis.grid(color=GRID, linewidth=0.6)
        axis.set_ylim(top=max(rewards) * 1.15)
        axis.tick_params(labelsize=8, colors=TEXT)
        axis.spines[["top", "right"]].set_visible(False)
    axes[0][0].set_ylabel("mean reward of an episode", fontsize=9, color=TEXT)
    figure.tight_layout()
    figure.savefig(output, dpi=130)


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("output", type=Path)
    parser.add_argument("runs", nargs="+", metavar="TITLE=RUN")
    arguments = parser.parse_args()
    draw({title: Path(run) for title, _, run in (each.partition("=") for each in arguments.runs)}, arguments.output)


if __name__ == "__main__":
    main()
