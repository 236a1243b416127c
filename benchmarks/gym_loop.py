"""How much of the bare engine's speed the tensor loop of Isaac Gym keeps.

Every step of the loop does what a task in Isaac Gym style does: efforts are set with a tensor, ``simulate``, and the
tensors of DOFs and roots are refreshed; on request those of bodies, contacts and force sensors as well. The reference
is the engine alone, on the same compiled model, from the same state; see ``step_loop.py``. Also measured is how long
the environments take to create, one ``create_actor`` each, and to prepare; on a GPU, how much of its memory they take;
and how long each call of the loop takes, from 200 of them in a row. Usage::

    python benchmarks/gym_loop.py --num-envs 512 4096
    python benchmarks/gym_loop.py --device cuda:0 --num-envs 4096 16384 --tensors bodies contacts sensors
"""

from __future__ import annotations

import argparse
import functools
import math
import time
from collections.abc import Callable
from pathlib import Path

import newton.examples
import torch
import warp as wp

from pippin.gym import gymapi, gymtorch
from step_loop import bare_graph, bare_rollout
from timing import seconds_a_call, write_results

SETTLING_STEPS = 100
CALLS = 200
TENSORS = ("bodies", "contacts", "sensors")


class Ants:
    """Ants on a plane with motors at all joints.

    Args:
        num_envs: Number of ants, one in each environment.
        device: Device of engine and tensors.
        substeps: Engine steps within a step of 1/60 s.
        tensors: Tensors that are refreshed beside those of DOFs and roots.
    """

    def __init__(self, num_envs: int, device: str, substeps: int, tensors: list[str]) -> None:
        self.gym, self.num_envs, self.device = gymapi.acquire_gym(), num_envs, device
        free_before = free_memory(device)
        self.sim = self._make_sim(substeps)
        start = time.perf_counter()
        self._create(tensors)
        self.creation_time = time.perf_counter() - start
        self.gym.prepare_sim(self.sim)
        self.dof_states = gymtorch.wrap_tensor(self.gym.acquire_dof_state_tensor(self.sim))
        self.root_states = gymtorch.wrap_tensor(self.gym.acquire_actor_root_state_tensor(self.sim))
        refreshes = {
            "bodies": (self.gym.acquire_rigid_body_state_tensor, self.gym.refresh_rigid_body_state_tensor),
            "contacts": (self.gym.acquire_net_contact_force_tensor, self.gym.refresh_net_contact_force_tensor),
            "sensors": (self.gym.acquire_force_sensor_tensor, self.gym.refresh_force_sensor_tensor),
        }
        for name in tensors:
            refreshes[name][0](self.sim)
        self._refreshes = [refreshes[name][1] for name in tensors]
        wp.synchronize_device(device)
        self.ready_time = time.perf_counter() - start
        self._efforts = torch.zeros(8 * num_envs, device=device)
        self.step()  # the engine's buffers are there from the first step on
        self.step()  # and its graph from the second
        self.kilobytes = (free_before - free_memory(device)) / num_envs / 1000.0

    def _make_sim(self, substeps: int) -> gymapi.Sim:
        params = gymapi.SimParams()
        params.dt, params.substeps = 1.0 / 60.0, substeps
        params.up_axis, params.gravity = gymapi.UP_AXIS_Z, gymapi.Vec3(0.0, 0.0, -9.81)
        params.use_gpu_pipeline = params.physx.use_gpu = self.device.startswith("cuda")
        sim = self.gym.create_sim(0, -1, gymapi.SIM_PHYSX, params)
        plane = gymapi.PlaneParams()
        plane.normal = gymapi.Vec3(0.0, 0.0, 1.0)
        self.gym.add_ground(sim, plane)
        return sim

    def _create(self, tensors: list[str]) -> None:
        path = Path(newton.examples.get_asset("nv_ant.xml"))
        options = gymapi.AssetOptions()
        options.angular_damping = 0.0
        ant = self.gym.load_asset(self.sim, str(path.parent), path.name, options)
        if "sensors" in tensors:
            for index, name in enumerate(self.gym.get_asset_rigid_body_names(ant)):
                if name.endswith("foot"):
                    self.gym.create_asset_force_sensor(ant, index, gymapi.Transform())
        lower, upper = gymapi.Vec3(-2.5, -2.5, 0.0), gymapi.Vec3(2.5, 2.5, 2.0)
        pose = gymapi.Transform(gymapi.Vec3(0.0, 0.0, 0.75))
        for index in range(self.num_envs):
            env = self.gym.create_env(self.sim, lower, upper, math.isqrt(self.num_envs))
            self.gym.create_actor(env, ant, pose, "ant", index, 1, 0)

    def step(self) -> None:
        """One step of a task: commands, simulation, observations."""
        self.gym.set_dof_actuation_force_tensor(self.sim, gymtorch.unwrap_tensor(self._efforts))
        self.gym.simulate(self.sim)
        self.gym.refresh_dof_state_tensor(self.sim)
        self.gym.refresh_actor_root_state_tensor(self.sim)
        for refresh in self._refreshes:
            refresh(self.sim)

    def call_times(self) -> dict[str, float]:
        """Time that each call of the loop takes, but for ``simulate`` [us]."""
        gym, sim = self.gym, self.sim
        efforts = gymtorch.unwrap_tensor(self._efforts)
        calls: dict[str, Callable[[], object]] = {
            "set_dof_actuation_force_tensor": lambda: gym.set_dof_actuation_force_tensor(sim, efforts),
            "refresh_dof_state_tensor": lambda: gym.refresh_dof_state_tensor(sim),
            "refresh_actor_root_state_tensor": lambda: gym.refresh_actor_root_state_tensor(sim),
        }
        for refresh in self._refreshes:
            calls[refresh.__name__] = functools.partial(refresh, sim)
        return {name: round(1e6 * self._time_of(call), 1) for name, call in calls.items()}

    def _time_of(self, call: Callable[[], object]) -> float:
        call()
        return min(seconds_a_call(call, CALLS, self.device) for _ in range(3))

    def bare(self) -> tuple[Callable[[], None], float]:
        """The engine alone; the call, and how many steps of the simulation it makes."""
        engine = self.sim.engine
        call, steps = (bare_graph if self.device.startswith("cuda") else bare_rollout)(engine.scene)
        return call, steps / engine.calls_per_step


def free_memory(device: str) -> int:
    """Free memory of a GPU [B]; 0 of a CPU."""
    if not device.startswith("cuda"):
        return 0
    torch.cuda.synchronize(device)  # Warp may not have begun yet
    return torch.cuda.mem_get_info(device)[0]


def measure(num_envs: int, device: str, substeps: int, tensors: list[str], duration: float) -> dict[str, object]:
    """Environment steps per second of the loop and of the bare engine, in turn, best of three each."""
    ants = Ants(num_envs, device, substeps, tensors)
    for _ in range(SETTLING_STEPS):
        ants.step()
    bare, bare_steps = ants.bare()
    bare()
    calls = max(5, int(duration / seconds_a_call(ants.step, 5, device)))
    bare_calls = max(2, round(calls / bare_steps))
    times = [(seconds_a_call(ants.step, calls, device), seconds_a_call(bare, bare_calls, device)) for _ in range(3)]
    assert torch.isfinite(ants.dof_states).all(), "the simulation diverged"
    call_times = ants.call_times()
    loop_rate = num_envs / min(t for t, _ in times)
    bare_rate = num_envs * bare_steps / min(t for _, t in times)
    ants.gym.destroy_sim(ants.sim)
    return {
        "num_envs": num_envs,
        "device": device,
        "substeps": substeps,
        "tensors": tensors,
        "creation_s": round(ants.creation_time, 2),
        "ready_s": round(ants.ready_time, 2),
        "loop_env_steps_per_s": round(loop_rate),
        "bare_env_steps_per_s": round(bare_rate),
        "ratio": round(loop_rate / bare_rate, 3),
        "step_us": round(1e6 * num_envs / loop_rate),
        "calls_us": call_times,
        "gpu_kb_per_env": round(ants.kilobytes, 1),
    }


def main() -> None:
    """Measure and print; write the results as JSON if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--num-envs", type=int, nargs="+", default=[512, 4096])
    parser.add_argument("--device", default="cuda:0" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--substeps", type=int, default=2, help="engine steps within a step of 1/60 s")
    parser.add_argument("--tensors", choices=TENSORS, nargs="*", default=[], help="further tensors to refresh")
    parser.add_argument("--duration", type=float, default=4.0, help="seconds that each measurement takes")
    parser.add_argument("--json", type=Path, help="file to write the results to")
    args = parser.parse_args()
    results = [measure(n, args.device, args.substeps, args.tensors, args.duration) for n in args.num_envs]
    for result in results:
        print(result)
    if args.json:
        write_results(args.json, results)


if __name__ == "__main__":
    main()
