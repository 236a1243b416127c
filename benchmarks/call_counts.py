"""How many Python functions of Pippin two everyday walks call: from a target to a pose, and from a file to an asset.

Calls are counted with :func:`sys.setprofile`, by the file of the function; bodies of modules and classes, which run
once, are left out. The counts of a program are the same on every machine, so they show what a time on a busy one hides.

- ``asset``: ``set_joint_position_target_index``, ``write_data_to_sim``, ``step``, ``update`` and ``body_pose_w`` of a
  Panda with one group of actuators in four environments, once all that is made in the first step is there.
- ``gym``: ``gym.load_asset`` of the Panda's URDF file, which nobody has converted before.

Usage::

    python benchmarks/call_counts.py
    python benchmarks/call_counts.py --walk gym --top 30
"""

from __future__ import annotations

import argparse
import inspect
import os
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from unittest.mock import patch

import pippin
from pippin.actuators import ImplicitActuatorCfg
from pippin.gym import gymapi
from pippin.robots import robot_factory
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sim import SimulationCfg, SimulationContext
from timing import write_results

SOURCE = str(Path(pippin.__file__).parent)
NUM_ENVS = 4


def count_calls(walk: Callable[[], object]) -> Counter[str]:
    """Calls of functions of Pippin while a walk runs, by file and name."""
    calls: Counter[str] = Counter()

    def note(frame: FrameType, event: str, argument: object) -> None:
        code = frame.f_code
        is_function = code.co_flags & inspect.CO_OPTIMIZED
        if event == "call" and is_function and code.co_filename.startswith(SOURCE):
            calls[f"{code.co_filename.removeprefix(SOURCE)[1:]}:{code.co_name}"] += 1

    sys.setprofile(note)
    try:
        walk()
    finally:
        sys.setprofile(None)
    return calls


def asset_walk() -> Counter[str]:
    """Calls from a target to the pose that follows from it."""
    with SimulationContext(SimulationCfg(dt=0.01, device="cpu")) as simulation:
        scene = InteractiveScene(InteractiveSceneCfg(num_envs=NUM_ENVS, env_spacing=2.0))
        cfg = robot_factory("FRANKA_PANDA_CFG")()
        cfg.prim_path = "/World/envs/env_.*/Robot"
        cfg.actuators = {"arm": ImplicitActuatorCfg(joint_names_expr=[".*"], stiffness=400.0, damping=40.0)}
        robot = scene.articulations["robot"] = cfg.class_type(cfg)
        simulation.reset()
        targets = robot.data.default_joint_pos.torch.clone()

        def walk() -> None:
            robot.set_joint_position_target_index(target=targets)
            scene.write_data_to_sim()
            simulation.step(render=False)
            scene.update(0.01)
            _ = robot.data.body_pose_w

        for _ in range(3):
            walk()
        return count_calls(walk)


def gym_walk() -> Counter[str]:
    """Calls of ``gym.load_asset``, with an empty cache of converted files."""
    gym = gymapi.acquire_gym()
    sim = gym.create_sim(0, -1, gymapi.SIM_PHYSX, gymapi.SimParams())
    path = Path(robot_factory("FRANKA_PANDA_CFG")().spawn.asset_path)
    with TemporaryDirectory() as cache, patch.dict(os.environ, XDG_CACHE_HOME=cache):
        calls = count_calls(lambda: gym.load_asset(sim, str(path.parent), path.name, gymapi.AssetOptions()))
    gym.destroy_sim(sim)
    return calls


WALKS = {"asset": asset_walk, "gym": gym_walk}


def main() -> None:
    """Count and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--walk", choices=WALKS, nargs="+", default=list(WALKS))
    parser.add_argument("--top", type=int, default=0, help="print as many functions, those called most often first")
    parser.add_argument("--json", type=Path, help="file to write the results to")
    args = parser.parse_args()
    results = []
    for name in args.walk:
        calls = WALKS[name]()
        results.append({"walk": name, "calls": calls.total(), "functions": len(calls)})
        files = {key.split(":")[0] for key in calls}
        print(f"{name}: {calls.total()} calls of {len(calls)} functions in {len(files)} files")
        for function, count in calls.most_common(args.top):
            print(f"    {count:6d}  {function}")
    if args.json:
        write_results(args.json, results)


if __name__ == "__main__":
    main()
