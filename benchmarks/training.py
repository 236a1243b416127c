"""What training makes of an environment's speed: steps per second with learning, the networks' own time left out.

An environment is stepped with random actions first, as training steps it. Then PPO trains in it, and the time that its
networks take (acting, returns, updates) is measured and subtracted; what is left are the environment's steps and all
that the library and Pippin do around them. Usage::

    python benchmarks/training.py --tasks Isaac-Ant-v0 --num-envs 4096 --device cuda:0
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from pippin.learning.rsl_rl.training import make_trainer
from pippin.tasks.registration import register_tasks
from timing import seconds_a_call, write_results

NETWORKS = ("act", "compute_returns", "update")
"""Methods of RSL-RL's PPO in which its networks work."""


def measure(task: str, num_envs: int, device: str, iterations: int) -> dict[str, Any]:
    """Steps per second of a task, alone and in training."""
    register_tasks()
    trainer = make_trainer(task, num_envs, seed=0, device=device)
    env, runner = trainer.env, trainer.runner
    steps = runner.cfg["num_steps_per_env"]
    actions = 2.0 * torch.rand(16, num_envs, env.num_actions, device=env.device) - 1.0
    count = 0

    def step() -> None:
        nonlocal count
        count += 1
        env.step(actions[count % len(actions)])

    for _ in range(50):
        step()
    bare = min(seconds_a_call(step, 100, env.device) for _ in range(3))
    trainer.train(2, lambda progress: None)  # warms the networks up
    spent = dict.fromkeys(NETWORKS, 0.0)
    for name in NETWORKS:
        setattr(runner.alg, name, timed(getattr(runner.alg, name), name, spent, device))
    start = waited(device)
    runner.learn(iterations)
    whole = waited(device) - start
    networks = sum(spent.values())
    env.close()
    frames = iterations * steps * num_envs
    return {
        "task": task,
        "num_envs": num_envs,
        "device": device,
        "stepping_per_s": round(num_envs / bare),
        "training_per_s": round(frames / whole),
        "training_without_networks_per_s": round(frames / (whole - networks)),
        "ratio": round(bare * iterations * steps / (whole - networks), 3),
        "networks_share": round(networks / whole, 3),
    }


def timed(function: Callable[..., Any], name: str, spent: dict[str, float], device: str) -> Callable[..., Any]:
    """Return a function that adds its time to what was spent, the device's work included."""

    def call(*args: Any, **kwargs: Any) -> Any:
        start = waited(device)
        result = function(*args, **kwargs)
        spent[name] += waited(device) - start
        return result

    return call


def waited(device: str) -> float:
    """Time [s], once the device has done all that it was told."""
    if device != "cpu":
        torch.cuda.synchronize()
    return time.perf_counter()


def main() -> None:
    """Measure, print, and write the results if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tasks", nargs="+", default=["Isaac-Cartpole-v0", "Isaac-Ant-v0"])
    parser.add_argument("--num-envs", type=int, default=64)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--iterations", type=int, default=20)
    parser.add_argument("--output", type=Path)
    args = parser.parse_args()
    results = []
    for task in args.tasks:
        results.append(measure(task, args.num_envs, args.device, args.iterations))
        print(results[-1], flush=True)
    if args.output:
        write_results(args.output, results)


if __name__ == "__main__":
    main()
