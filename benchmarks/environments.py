"""What a step of an environment costs beside the steps of the physics that it consists of.

Each task is stepped with random actions. The reference is its own scene in the same state of the same process: joint
targets are left as they are, and ``write_data_to_sim``, ``step`` and ``update`` are called as often as a step of the
environment calls them. Both are timed in turn, three times, and the best of each counts. Usage::

    python benchmarks/environments.py --tasks Isaac-Ant-v0 --num-envs 64
    python benchmarks/environments.py --device cuda:0 --num-envs 4096 \
        --tasks Isaac-Cartpole-v0 Isaac-Ant-v0 Isaac-Velocity-Flat-Anymal-C-v0
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import gymnasium
import torch

from pippin.tasks.registration import register_tasks
from pippin.tasks.utils.parse_cfg import parse_env_cfg
from timing import seconds_a_call, write_results


def measure(task: str, num_envs: int, device: str, steps: int) -> dict[str, Any]:
    """Steps per second of a task, and the share that its managers take."""
    start = time.perf_counter()
    cfg = parse_env_cfg(task, device=device, num_envs=num_envs)
    cfg.seed = 0
    env: Any = gymnasium.make(task, cfg=cfg).unwrapped
    try:
        env.reset()
        actions = 2.0 * torch.rand(16, num_envs, env.single_action_space.shape[0], device=env.device) - 1.0
        count = 0

        def step() -> None:
            nonlocal count
            count += 1
            env.step(actions[count % len(actions)])

        def step_physics() -> None:
            env._step_physics(lambda: None)

        step()
        ready = time.perf_counter() - start
        for _ in range(max(steps, 50)):
            step()
        environment, physics = [], []
        for _ in range(3):
            environment.append(seconds_a_call(step, steps, env.device))
            physics.append(seconds_a_call(step_physics, steps, env.device))
            env.reset()
            for _ in range(20):
                step()
    finally:
        env.close()
    best, bare = min(environment), min(physics)
    return {
        "task": task,
        "num_envs": num_envs,
        "ready_s": round(ready, 1),
        "env_steps_per_s": round(num_envs / best),
        "step_ms": round(1e3 * best, 3),
        "physics_ms": round(1e3 * bare, 3),
        "managers_share": round(best / bare - 1.0, 3),
    }


def main() -> None:
    """Measure, print, and write the results if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tasks", nargs="+", default=["Isaac-Cartpole-v0", "Isaac-Ant-v0"])
    parser.add_argument("--num-envs", nargs="+", type=int, default=[64])
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--steps", type=int, default=100, help="steps that are timed at a time")
    parser.add_argument("--output", type=Path)
    args = parser.parse_args()
    register_tasks()
    results = []
    for task in args.tasks:
        for num_envs in args.num_envs:
            results.append(measure(task, num_envs, args.device, args.steps))
            print(results[-1], flush=True)
    if args.output:
        write_results(args.output, results)


if __name__ == "__main__":
    main()
