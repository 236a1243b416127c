"""Draws the rewards of trainings over their iterations and over time, for the page of a task in the documentation.

``python tools/learning_curve.py logs/rsl_rl/ant/DATE ... docs/_static/curves/Isaac-Ant-v0.png``, one run for each seed.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

REWARD = "Train/mean_reward"


def main() -> None:
    """Read the runs and write the picture."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("runs", type=Path, nargs="+", help="folders of runs, or their files for TensorBoard")
    parser.add_argument("picture", type=Path)
    parser.add_argument(
        "--without-time", action="store_true", help="over iterations alone: others used the machine, too"
    )
    given = parser.parse_args()
    columns = 1 if given.without_time else 2
    figure, axes = pyplot.subplots(
        1, columns, figsize=(4.5 * columns, 3.2), sharey=True, squeeze=False, layout="constrained"
    )
    by_iteration, *by_time = axes[0]
    for run in given.runs:
        events = EventAccumulator(str(run), size_guidance={"scalars": 0}).Reload().Scalars(REWARD)
        values = [event.value for event in events]
        by_iteration.plot([event.step for event in events], values)
        for each in by_time:
            each.plot([event.wall_time - events[0].wall_time for event in events], values)
    by_iteration.set(xlabel="iteration", ylabel="mean return of an episode")
    for each in by_time:
        each.set(xlabel="time after the first iteration [s]")
    for each in axes[0]:
        each.grid(alpha=0.3)
    figure.savefig(given.picture, dpi=110)


if __name__ == "__main__":
    main()
