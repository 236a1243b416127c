r"""Build tasks of public Isaac Gym code bases as they are, step them, and print what happened.

.. code-block:: console

    $ python -m pippin_isaac.run tools/isaacgym_programs.py isaacgymenvs ~/IsaacGymEnvs Ant --envs 64
    $ python -m pippin_isaac.run tools/isaacgym_programs.py legged_gym ~/unitree_rl_gym go2
    $ python -m pippin_isaac.run tools/isaacgym_programs.py legged_gym ~/unitree_rl_gym g1 \
          --policy deploy/pre_train/g1/motion.pt
    $ python -m pippin_isaac.run tools/isaacgym_programs.py bidexhands ~/DexterousHands ShadowHandOver
    $ python -m pippin_isaac.run tools/isaacgym_programs.py aerial_gym ~/aerial_gym_simulator navigation_task
    $ python -m pippin_isaac.run tools/isaacgym_programs.py program ~/hora train.py --steps 500 \
          --arguments task=AllegroHandHora headless=True

The folder is a checkout, outside of this one. Actions are random, between -1 and 1, or a shipped policy's under a
constant forward command without pushes, noise and random friction. "program" runs a script as it is, in the
folder, until it has simulated that many steps, and says how its state tensors look then. What the code bases
themselves need (rsl_rl 1.0.2, hydra-core, gym) is installed beside Pippin, or its folder is on the path.
"""

from __future__ import annotations

import argparse
import importlib
import operator
import os
import runpy
import sys
import time
from pathlib import Path
from typing import Any

import torch


def main() -> None:
    """Build and step a task, or run a program."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=[*MAKERS, "program"])
    parser.add_argument("folder", type=Path, help="checkout of the code base")
    parser.add_argument("task", help="task, or script or module of a program below the folder")
    parser.add_argument("--envs", type=int, default=16)
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument(
        "--seconds", type=float, default=float("inf"), help="step for no more processor time, and say how far"
    )
    parser.add_argument(
        "--rest", type=int, help="first step this often without actions, and compare forces with weights"
    )
    parser.add_argument("--policy", help="TorchScript file below the folder: walk for 10 s with it")
    parser.add_argument("--forward", type=float, default=0.5, help="command of the policy [m/s]")
    parser.add_argument("--overrides", nargs="*", default=[], help="further overrides of Hydra")
    parser.add_argument("--arguments", nargs=argparse.REMAINDER, default=[], help="arguments of a program, at the end")
    arguments = parser.parse_args()
    arguments.folder = arguments.folder.resolve()
    sys.path.insert(0, str(arguments.folder))
    torch.manual_seed(0)
    if arguments.kind == "program":
        run_program(arguments.folder, arguments.folder / arguments.task, arguments)
        return
    start = time.perf_counter()
    task = MAKERS[arguments.kind](arguments)
    print(f"BUILT {arguments.task} x {task.num_envs} in {time.perf_counter() - start:.1f} s", flush=True)
    if arguments.policy:
        walk(task, arguments.folder / arguments.policy, arguments.forward)
    else:
        if arguments.rest:
            rest(task, arguments.rest)
        step_randomly(task, arguments.steps, arguments.seconds)
    tell_losses(sim_of(task))


def sim_of(task: Any) -> Any:
    """The simulation of a task, which wrappers and managers may hide."""
    for path in ("sim", "task.sim", "env.sim", "sim_env.IGE_env.sim"):
        try:
            return operator.attrgetter(path)(task)
        except AttributeError:
            continue
    raise AttributeError(f"{type(task).__name__} has no simulation")


def tell_losses(sim: Any) -> None:
    """Print where the bodies are in the end, and how many environments the engine lost or solved again."""
    guards = [part.worlds.guard for part in sim.engine.parts]
    tell_extremes(sim)
    lost = sum(int(guard.counts.numpy()[0]) for guard in guards)
    again = sum(int(guard.solved_again.sum()) for guard in guards)
    print(f"substeps of environments that were lost: {lost}; that were solved again: {again}")


def tell_extremes(sim: Any) -> None:
    """Print the heights between which bodies are and the speed of the fastest: what flew or fell through shows."""
    gym = importlib.import_module("isaacgym.gymapi").acquire_gym()
    states = importlib.import_module("isaacgym.gymtorch").wrap_tensor(gym.acquire_rigid_body_state_tensor(sim))
    gym.refresh_rigid_body_state_tensor(sim)
    up = 2 if int(gym.get_sim_params(sim).up_axis) else 1
    heights, speeds = states[:, up], states[:, 7:10].norm(dim=1)
    print(f"bodies are {heights.min():.2f} to {heights.max():.2f} m high, the fastest moves at {speeds.max():.2f} m/s")


def run_program(folder: Path, script: Path, chosen: argparse.Namespace) -> None:
    """Run a script in a folder until it has simulated some steps, or for some seconds of processor time."""
    gym = importlib.import_module("isaacgym.gymapi").acquire_gym()
    simulate = gym.simulate
    done, until = 0, float("inf")
    start = time.perf_counter()

    def count(sim: Any) -> None:
        nonlocal done, until
        simulate(sim)
        done += 1
        if done == 1:
            print(f"BUILT {script.name} in {time.perf_counter() - start:.1f} s", flush=True)
            until = time.process_time() + chosen.seconds
        if done == chosen.steps or time.process_time() > until:
            tell_state(gym, sim, done, time.perf_counter() - start)
            sys.exit()

    type(gym).simulate = staticmethod(count)
    os.chdir(folder)
    sys.path.insert(0, str(script.parent))
    sys.argv = [script.name, *chosen.arguments]
    if script.suffix == ".py":
        runpy.run_path(str(script), run_name="__main__")
    else:
        runpy.run_module(script.name, run_name="__main__", alter_sys=True)


def tell_state(gym: Any, sim: Any, steps: int, seconds: float) -> None:
    """Print what of a simulation's state is not finite."""
    wrap_tensor = importlib.import_module("isaacgym.gymtorch").wrap_tensor
    odd = 0
    for acquire, refresh in (
        (gym.acquire_actor_root_state_tensor, gym.refresh_actor_root_state_tensor),
        (gym.acquire_dof_state_tensor, gym.refresh_dof_state_tensor),
    ):
        values = wrap_tensor(acquire(sim))
        refresh(sim)
        odd += 0 if values is None else int((~torch.isfinite(values)).sum())
    print(f"RAN {steps} steps x {gym.get_env_count(sim)}: {odd} values not finite, {seconds:.0f} s with building")
    tell_losses(sim)


def isaacgymenvs(arguments: argparse.Namespace) -> Any:
    """Make a task of IsaacGymEnvs as its train.py does."""
    os.chdir(arguments.folder / "isaacgymenvs")
    sys.path.insert(0, str(Path.cwd()))  # as Python does for train.py
    tasks = importlib.import_module("isaacgymenvs.tasks")
    hydra = importlib.import_module("hydra")
    device = "cpu:0" if "Kuka" in arguments.task else "cpu"  # AllegroKuka splits the name at its colon
    overrides = [f"task={arguments.task}", f"num_envs={arguments.envs}", f"sim_device={device}", "rl_device=cpu"]
    with hydra.initialize_config_dir(config_dir=str(Path.cwd() / "cfg"), version_base="1.1"):
        overrides += ["pipeline=cpu", "headless=True", *arguments.overrides]
        config = hydra.compose("config", overrides=overrides)
        settings = importlib.import_module("isaacgymenvs.utils.reformat").omegaconf_to_dict(config.task)
        # Factory composes more of its configs while it is made.
        return tasks.isaacgym_task_map[config.task_name](
            cfg=settings,
            rl_device="cpu",
            sim_device=device,
            graphics_device_id=-1,
            headless=True,
            virtual_screen_capture=False,
            force_render=False,
        )


def legged_gym(arguments: argparse.Namespace) -> Any:
    """Make a task of legged_gym and what was made of it as its train.py, or with a policy as its play.py does."""
    package = next(name for name in ("legged_gym", "humanoid") if (arguments.folder / name / "envs").is_dir())
    sys.argv = ["train.py", f"--task={arguments.task}", "--headless", "--sim_device=cpu", "--rl_device=cpu"]
    sys.argv.append(f"--num_envs={arguments.envs}")
    importlib.import_module(f"{package}.envs")
    utils = importlib.import_module(f"{package}.utils")
    settings, _ = utils.task_registry.get_cfgs(arguments.task)
    settings.env.num_envs = arguments.envs
    if arguments.policy:
        settings.env.test = True
        settings.terrain.mesh_type = "plane"
        settings.terrain.curriculum = settings.noise.add_noise = False
        settings.domain_rand.push_robots = settings.domain_rand.randomize_friction = False
    return utils.task_registry.make_env(name=arguments.task, args=utils.get_args(), env_cfg=settings)[0]


def bidexhands(arguments: argparse.Namespace) -> Any:
    """Make a task of DexterousHands as its train.py does."""
    os.chdir(arguments.folder / "bidexhands")
    sys.argv = ["train.py", f"--task={arguments.task}", "--algo=ppo", "--headless", "--sim_device=cpu"]
    sys.argv += ["--rl_device=cpu", "--pipeline=cpu", f"--num_envs={arguments.envs}"]
    config = importlib.import_module("bidexhands.utils.config")
    make = importlib.import_module("bidexhands.utils.parse_task").parse_task
    chosen = config.get_args()
    settings, training, _ = config.load_cfg(chosen)
    return make(chosen, settings, training, config.parse_sim_params(chosen, settings, training), [])[1]


def aerial_gym(arguments: argparse.Namespace) -> Any:
    """Make a task of aerial_gym_simulator as its examples do."""
    sys.argv = sys.argv[:1]
    importlib.import_module("aerial_gym.task")
    registry = importlib.import_module("aerial_gym.registry.task_registry").task_registry
    return registry.make_task(arguments.task, seed=0, num_envs=arguments.envs, headless=True)


MAKERS = {
    "isaacgymenvs": isaacgymenvs,
    "legged_gym": legged_gym,
    "bidexhands": bidexhands,
    "aerial_gym": aerial_gym,
}
"""What makes a task, by the kind of code base."""


class Watch:
    """The states of a simulation's environments, looked at after each step.

    Args:
        sim: The simulation.
        limit: So many steps without any change make an environment frozen.

    Attributes:
        odd: How many values were not finite so far.
        frozen: Which environments were ever frozen, shape (E,), bool.
    """

    def __init__(self, sim: Any, limit: int = 20) -> None:
        gymtorch = importlib.import_module("isaacgym.gymtorch")
        self.gym, self.sim, self.limit = importlib.import_module("isaacgym.gymapi").acquire_gym(), sim, limit
        acquired = (self.gym.acquire_actor_root_state_tensor(sim), self.gym.acquire_dof_state_tensor(sim))
        wrapped = [gymtorch.wrap_tensor(tensor) for tensor in acquired]
        envs = self.gym.get_env_count(sim)
        self.tensors = [values for values in wrapped if values is not None and values.numel() % envs == 0]
        self.frozen = torch.zeros(envs, dtype=torch.bool)
        self.odd = 0
        self._still = torch.zeros(envs, dtype=torch.long)
        self._before = self._states()

    def look(self) -> None:
        """Count what is not finite, and find environments whose state has not changed for long."""
        now = self._states()
        self.odd += int((~torch.isfinite(now)).sum())
        self._still = (self._still + 1) * (now == self._before).all(dim=1)
        self.frozen |= self._still >= self.limit
        self._before = now

    def _states(self) -> torch.Tensor:
        self.gym.refresh_actor_root_state_tensor(self.sim)
        self.gym.refresh_dof_state_tensor(self.sim)
        return torch.cat([values.reshape(len(self.frozen), -1) for values in self.tensors], dim=1).cpu()


def width_of(task: Any) -> int:
    """Number of actions of a task."""
    return getattr(task, "num_actions", None) or getattr(task, "num_acts", None) or task.task_config.action_space_dim


def step_randomly(task: Any, steps: int, seconds: float) -> None:
    """Step with random actions, and print resets, what is not finite, and which environments did not move."""
    task.reset()
    watch = Watch(sim_of(task))
    resets = done = 0
    start = time.process_time()
    while done < steps and time.process_time() - start < seconds:
        resets += step_once(task, 2.0 * torch.rand(task.num_envs, width_of(task)) - 1.0, watch)
        done += 1
    rate = done * task.num_envs / (time.process_time() - start)
    odd, frozen = watch.odd, int(watch.frozen.sum())
    print(f"RAN {done} of {steps} steps x {task.num_envs}: {resets} resets, {odd} values not finite, {frozen} frozen,")
    print(f"  {rate:.0f} steps in a second of processor time", flush=True)


@torch.no_grad()
def step_once(task: Any, actions: torch.Tensor, watch: Watch) -> int:
    """Step a task as learners do, without gradients, count what is not finite, and return how many are done."""
    observations, *rest = task.step(actions)
    seen = list(observations.values()) if isinstance(observations, dict) else [observations]
    rewards, dones = [value for value in rest if isinstance(value, torch.Tensor) and value.ndim == 1][:2]
    watch.odd += sum(int((~torch.isfinite(values)).sum()) for values in (rewards, *seen) if torch.is_tensor(values))
    watch.look()
    if hasattr(task, "get_num_amp_obs"):  # its agent resets what is done, others do so by themselves
        task.reset_done()
    return int(dones.sum())


def rest(task: Any, steps: int) -> None:
    """Step without actions, and print what part of its weight the contacts of each free actor carry at the end.

    Gravity is read at each step: tasks switch it off to grasp, and there is no weight to compare with meanwhile.
    """
    sim = sim_of(task)
    gym = importlib.import_module("isaacgym.gymapi").acquire_gym()
    forces = importlib.import_module("isaacgym.gymtorch").wrap_tensor(gym.acquire_net_contact_force_tensor(sim))
    task.reset()
    actors = free_actors(gym, sim)
    shares: dict[str, list[torch.Tensor]] = {name: [] for name, *_ in actors}
    watch = Watch(sim)
    for step in range(steps):
        step_once(task, torch.zeros(task.num_envs, width_of(task)), watch)
        gym.refresh_net_contact_force_tensor(sim)
        gravity = abs(gym.get_sim_params(sim).gravity.z)
        if 2 * step >= steps and gravity:
            for name, bodies, masses in actors:
                shares[name].append(forces[bodies, 2].sum(dim=1).cpu() / (masses * gravity))
    print(f"AT REST {watch.odd} values not finite in {steps} steps without actions", flush=True)
    for name, values in shares.items():
        if not values:
            print(f"AT REST {name}: gravity is off")
            continue
        means = torch.stack(values).mean(dim=0)
        carried = int(((means - 1.0).abs() < 0.05).sum())
        print(
            f"AT REST {name}: contacts carry {means.median():.3f} of the weight (least {means.min():.3f}, "
            f"most {means.max():.3f}), within 5 % in {carried} of {len(means)}",
            flush=True,
        )


def free_actors(gym: Any, sim: Any) -> list[tuple[str, torch.Tensor, torch.Tensor]]:
    """Actors whose root is free: the name, indices of bodies (E, B) and masses (E,) [kg] of those of each name."""
    gymapi = importlib.import_module("isaacgym.gymapi")
    found: dict[str, list[tuple[list[int], float]]] = {}
    for part in sim.engine.parts:
        for env in part.envs:
            for actor in env.actors:
                if part.host.root_coordinates[actor.handle] < 0:
                    continue
                count = gym.get_actor_rigid_body_count(env, actor.handle)
                bodies = [
                    gym.get_actor_rigid_body_index(env, actor.handle, body, gymapi.DOMAIN_SIM) for body in range(count)
                ]
                properties = gym.get_actor_rigid_body_properties(env, actor.handle)
                mass = sum(body.mass for body in properties)
                key = f"{actor.handle} {gym.get_actor_name(env, actor.handle)}"
                found.setdefault(key, []).append((bodies, mass))
    return [
        (name, torch.tensor([bodies for bodies, _ in rows]), torch.tensor([mass for _, mass in rows]))
        for name, rows in found.items()
        if len({len(bodies) for bodies, _ in rows}) == 1
    ]


def walk(task: Any, policy: Path, forward: float, seconds: float = 10.0) -> None:
    """Let a policy follow a forward command, and print the mean speed after 2 s and how many never fell."""
    copies = [torch.jit.load(policy, map_location="cpu") for _ in range(task.num_envs)]  # some hold an LSTM's state
    upright = torch.ones(task.num_envs, dtype=torch.bool)
    speeds = []
    task.reset()
    observations = task.get_observations()
    for _ in range(int(seconds / task.dt)):
        task.commands[:] = 0.0
        task.commands[:, 0] = forward
        with torch.no_grad():
            actions = torch.cat([copy(row[None]) for copy, row in zip(copies, observations, strict=True)])
        observations, _, _, dones, _ = task.step(actions)
        upright &= ~dones.bool()
        speeds.append(task.base_lin_vel[:, 0].clone())
    mean = torch.stack(speeds[len(speeds) // 5 :]).mean()
    print(f"WALKED {seconds} s: {int(upright.sum())} of {task.num_envs} upright, {mean:.3f} of {forward} m/s")


if __name__ == "__main__":
    main()
