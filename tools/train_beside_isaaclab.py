"""Trains tasks of Isaac Lab 3.0.0 on Pippin and on the real one: the release's own task and agent, the same files.

``python tools/train_beside_isaaclab.py assets FOLDER`` writes, with Pippin, the files of robots and of the ground where
the release looks for them below its server's root.
``python tools/train_beside_isaaclab.py copy WHEEL COPY`` lays the unpacked wheel of the release out as a copy of its
repository, with this program in it: there Pippin runs the release's own tasks.
``python COPY/scripts/train_beside_isaaclab.py train TASK FOLDER RUN --iterations 300 --device cuda:0`` trains with
whichever ``isaaclab`` is imported, by RSL-RL. ANYmal C has its simple motors. ``tools/learning_curve.py`` draws runs.
"""
# mypy: disable-error-code="import-untyped"

from __future__ import annotations

import argparse
import os
import shutil
import time
from pathlib import Path

GROUNDS = (
    "Isaac/Environments/Grid/default_environment.usd",
    "Isaac/IsaacLab/Environments/Grid/default_ground_plane_checker_v1/default_ground_plane.usda",
)
ROBOTS = {
    "ant": "Isaac/Robots/IsaacSim/Ant/ant_instanceable.usd",
    "anymal": "Isaac/IsaacLab/Robots/ANYbotics/ANYmal-C/anymal_c.usd",
    "g1": "Isaac/IsaacLab/Robots/Unitree/G1/g1_minimal.usd",
    "go2": "Isaac/IsaacLab/Robots/Unitree/Go2/go2.usd",
    "humanoid": "Isaac/Robots/IsaacSim/Humanoid/humanoid_instanceable.usd",
}
"""Where the release looks for what ``tasks_beside_isaaclab.py`` writes, and for the humanoid."""


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("assets").add_argument("folder", type=Path)
    copy = commands.add_parser("copy")
    copy.add_argument("wheel", type=Path, help="folder that has isaaclab, isaaclab_tasks and isaaclab_assets")
    copy.add_argument("copy", type=Path)
    train = commands.add_parser("train")
    train.add_argument("task", help="as the release names it, such as Isaac-Velocity-Flat-UnitreeGo2")
    train.add_argument("folder", type=Path, help="what 'assets' wrote")
    train.add_argument("run", type=Path, help="folder for curves and checkpoints")
    train.add_argument("--iterations", type=int, default=300)
    train.add_argument("--num-envs", type=int, default=4096)
    train.add_argument("--seed", type=int, default=1)
    train.add_argument("--device", default="cpu")
    arguments = parser.parse_args()
    if arguments.command == "assets":
        write_assets(arguments.folder)
    elif arguments.command == "copy":
        lay_out(arguments.wheel, arguments.copy)
    else:
        train_task(arguments)


def write_assets(folder: Path) -> None:
    """Write the files below a root."""
    from pxr import Usd
    from tasks_beside_isaaclab import GROUND, write_robots

    from pippin.robots import released

    write_robots(folder / "robots")
    sources = {name: folder / f"robots/{name}.usd" for name in ROBOTS} | {
        "humanoid": released.HUMANOID_CFG.spawn.usd_path
    }
    for name, place in ROBOTS.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        Usd.Stage.Open(str(sources[name])).Flatten().Export(str(folder / place))
    for place in GROUNDS:
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_text(GROUND)


def lay_out(wheel: Path, copy: Path) -> None:
    """Lay a wheel out as a repository, by links."""
    for package in ("isaaclab", "isaaclab_tasks", "isaaclab_assets"):
        (copy / "source" / package).mkdir(parents=True, exist_ok=True)
        (copy / "source" / package / package).symlink_to((wheel / package).resolve())
    (copy / "VERSION").write_text("3.0.0\n")
    (copy / "isaaclab.sh").touch()
    (copy / "scripts").mkdir(exist_ok=True)
    for program in (Path(__file__), Path(__file__).with_name("tasks_beside_isaaclab.py")):
        shutil.copy(program, copy / "scripts")


def train_task(arguments: argparse.Namespace) -> None:
    """Train with the release's agent, and print how long it took until the first step and in all."""
    start = time.perf_counter()
    os.environ["ISAACSIM_ASSET_ROOT"] = str(arguments.folder.resolve())
    import importlib.metadata

    import gymnasium
    from isaaclab_rl.rsl_rl import RslRlVecEnvWrapper, handle_deprecated_rsl_rl_cfg
    from isaaclab_tasks.utils import load_cfg_from_registry, parse_env_cfg
    from rsl_rl.runners import OnPolicyRunner
    from tasks_beside_isaaclab import give_simple_motors

    import isaaclab_tasks  # noqa: F401  (registers the tasks)

    engine = ["physics=newton_mjwarp"]  # the default of contributed tasks is Isaac Sim's
    cfg = parse_env_cfg(arguments.task, device=arguments.device, num_envs=arguments.num_envs, overrides=engine)
    agent = load_cfg_from_registry(arguments.task, "rsl_rl_cfg_entry_point")
    agent = handle_deprecated_rsl_rl_cfg(agent, importlib.metadata.version("rsl-rl-lib"))
    if "AnymalC" in arguments.task:
        give_simple_motors(cfg)
    cfg.seed = agent.seed = arguments.seed
    agent.device, agent.logger = arguments.device, "tensorboard"
    env = RslRlVecEnvWrapper(gymnasium.make(arguments.task, cfg=cfg), clip_actions=agent.clip_actions)
    runner = OnPolicyRunner(env, agent.to_dict(), log_dir=str(arguments.run), device=arguments.device)
    print(f"ready after {time.perf_counter() - start:.1f} s", flush=True)
    runner.learn(num_learning_iterations=arguments.iterations, init_at_random_ep_len=True)
    print(f"ended after {time.perf_counter() - start:.1f} s", flush=True)
    os._exit(0)  # the real one may hang in its destructors


if __name__ == "__main__":
    main()
