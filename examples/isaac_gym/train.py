"""Learn one of the tasks, and see how it goes.

python examples/isaac_gym/train.py --task ant
python examples/isaac_gym/train.py --task ant --resume runs/ant/ant.pt --seconds 600
python examples/isaac_gym/train.py --task ant --play runs/ant/ant.pt --video ant.mp4
"""

from __future__ import annotations

import argparse
import math
import time
from collections import defaultdict
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import torch
import warp as wp

from isaacgym import gymutil
from tasks import TASKS, Task, make_task

if TYPE_CHECKING:
    from rsl_rl.algorithms import PPO

    from learning import Progress

PARAMETERS = [
    {"name": "--task", "type": str, "choices": list(TASKS), "default": "cartpole", "help": "what to learn"},
    {"name": "--num_envs", "type": int, "help": "number of environments (default: as many as the task asks for)"},
    {"name": "--iterations", "type": int, "help": "iterations of learning (default: as many as the task asks for)"},
    {"name": "--seconds", "type": float, "default": math.inf, "help": "time after which this run of learning ends"},
    {"name": "--resume", "type": Path, "help": "go on learning from here: the file that learning wrote"},
    {"name": "--seed", "type": int, "default": 1, "help": "seed of all random numbers"},
    {"name": "--output", "type": Path, "help": "folder for curve and policy (default: runs/TASK)"},
    {"name": "--play", "type": Path, "help": "play a learned policy instead: the file that learning wrote"},
    {"name": "--video", "type": Path, "help": "film the policy that is played into this file"},
    {"name": "--steps", "type": int, "help": "steps to play (default: an episode)"},
]
SECONDS_BETWEEN_LINES = 5.0


def main() -> None:
    """Learn or play."""
    args = gymutil.parse_arguments("Learn a task.", custom_parameters=PARAMETERS)
    wp.config.log_level = wp.LOG_WARNING  # no word of each kernel that is loaded
    torch.manual_seed(args.seed)
    np.random.seed(args.seed)
    device = args.sim_device if args.use_gpu_pipeline else "cpu"
    if args.play:
        play(args, device)
    else:
        train(args, device)


def train(args: argparse.Namespace, device: str) -> None:
    """Learn the task; write curve and policy."""
    from curves import CurveFile, draw_curve, read_curve

    from learning import RslRlEnv, learn, make_ppo

    output = args.output or Path("runs") / args.task
    output.mkdir(parents=True, exist_ok=True)
    start = time.perf_counter()
    task = make(args, device, 0)
    built = time.perf_counter()
    for _ in range(2):
        task.step(task.actions)  # the first steps on a machine compile kernels
    task.reset()
    print(
        f"{args.task}: {task.num_envs} environments on {device}, built in {built - start:.1f} s, "
        f"ready after {time.perf_counter() - start:.1f} s",
        flush=True,
    )
    iterations = args.iterations or task.learning.iterations
    env = RslRlEnv(task)
    algorithm = make_ppo(env, task.learning)
    curve = resume(args.resume, task, algorithm) if args.resume else []
    end = args.seconds + (curve[-1].seconds if curve else 0.0)
    best = max((progress.episode_return for progress in curve if progress.episode_length > 0.0), default=-math.inf)
    last_line = -math.inf
    with CurveFile(output / f"{args.task}.csv") as file:
        for progress in curve:
            file.add(progress)
        for progress in learn(task, algorithm, env, iterations, args.seconds, curve[-1] if curve else None):
            curve.append(progress)
            file.add(progress)
            if progress.seconds > last_line + SECONDS_BETWEEN_LINES or progress.iteration == iterations:
                last_line = progress.seconds
                print(describe(progress, iterations, end), flush=True)
                if progress.episode_return > best:
                    best = progress.episode_return
                    save(output / f"{args.task}_best.pt", task, algorithm, curve)
    save(output / f"{args.task}.pt", task, algorithm, curve)
    columns = ("return", *task.metrics)
    draw_curve(read_curve(output / f"{args.task}.csv"), args.task, output / f"{args.task}.png", columns)
    print(f"Curve and policies (the last and the best) are in {output}/")


def describe(progress: Progress, iterations: int, end: float) -> str:
    """A line on how far learning is, and how long it will take: until all iterations are done, or until ``end`` [s]."""
    left = min(progress.seconds / progress.iteration * iterations, end) - progress.seconds
    metrics = "".join(f", {name} {value:.3g}" for name, value in progress.metrics.items())
    return (
        f"{progress.iteration:5d}/{iterations}: return {progress.episode_return:8.1f}, "
        f"length {progress.episode_length:6.1f}{metrics}; {progress.rate:,.0f} steps/s, "
        f"{progress.seconds:.0f} s, {max(left, 0.0):.0f} s left"
    )


def save(path: Path, task: Task, algorithm: PPO, curve: list[Progress]) -> None:
    """Write all that learning needs to go on: networks, optimiser, curriculum, and the curve so far."""
    state = algorithm.save() | {"curriculum": task.curriculum(), "curve": [asdict(progress) for progress in curve]}
    torch.save(state, path)


def resume(path: Path, task: Task, algorithm: PPO) -> list[Progress]:
    """Take up what :func:`save` wrote; give the curve so far."""
    from learning import Progress

    state = torch.load(path, map_location=task.device, weights_only=True)
    algorithm.load(state, None, strict=True)
    task.take_up(state["curriculum"])
    return [Progress(**line) for line in state["curve"]]


def play(args: argparse.Namespace, device: str) -> None:
    """Play a policy and tell its return; film it if asked."""
    from learning import Episodes, RslRlEnv, make_ppo, policy_of

    task = make(args, device, 1 if args.video else 64)
    algorithm = make_ppo(RslRlEnv(task), task.learning)
    state = torch.load(args.play, map_location=device, weights_only=True)
    algorithm.load(state, {"actor": True}, strict=True)
    task.take_up(state["curriculum"])
    act = policy_of(algorithm)
    film = Film(task) if args.video else None
    episodes = Episodes(task)
    episodes.is_whole[:] = True
    steps = args.steps or task.max_episode_length
    sums: dict[str, float] = defaultdict(float)
    for _ in range(steps):
        task.step(act(task.observations))
        episodes.add_step()
        for name, value in task.metrics.items():
            sums[name] += float(value)
        if film:
            film.take()
    episode_return, episode_length = episodes.end_iteration()
    metrics = "".join(f", mean {name} {total / steps:.3g}" for name, total in sums.items())
    print(f"Episodes that ended: return {episode_return:.1f}, length {episode_length:.1f}{metrics}")
    if film:
        film.write(args.video)


def make(args: argparse.Namespace, device: str, num_envs: int) -> Task:
    """Make the task with as many environments as asked for; ``num_envs`` says how many otherwise, 0 the task itself."""
    from importlib import import_module

    kind = getattr(import_module(f"tasks.{args.task}"), TASKS[args.task])
    return make_task(args.task, args.num_envs or num_envs or kind.learning.num_envs, device)


class Film:
    """Pictures of environment 0, 25 in a second.

    Args:
        task: Task that is filmed.
    """

    frame_rate = 25.0

    def __init__(self, task: Task) -> None:
        from pippin.viewers.pictures import PictureCamera

        self.task = task
        self.camera = PictureCamera(task.sim.engine.scene, env_ids=[0], width=640, height=360)
        self.pictures: list = []
        self.time = self.next_picture = 0.0

    def take(self) -> None:
        """Take a picture if it is time for one."""
        if self.time >= self.next_picture:
            self.next_picture += 1.0 / self.frame_rate
            target = self.task.subject()
            self.pictures.append(self.camera.take((target + torch.tensor(self.task.camera)).tolist(), target.tolist()))
        self.time += self.task.dt

    def write(self, path: Path) -> None:
        """Write the video."""
        from pippin.viewers.video import write_video

        write_video(path, self.pictures, self.frame_rate)


if __name__ == "__main__":
    main()
