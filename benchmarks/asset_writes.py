"""What index and mask writes of assets cost, against one device copy of the same bytes and one kernel launch.

States, targets, properties and masses of ants, and states of a collection of three cubes, are written by ids and by
masks, of all or of every second one; "by other ids" gives another tensor in every call, as resets do. The reference
copies the bytes of the data that the call was given from one array to another, and launches one kernel that does
nothing. Both are timed twice: called one after the other, as a program calls them, and, on a GPU, captured in a CUDA
graph, which is what the device works on without waiting for Python. Usage::

    python benchmarks/asset_writes.py --num-envs 4096
    python benchmarks/asset_writes.py --device cuda:0 --num-envs 4096 16384
"""

from __future__ import annotations

import argparse
import itertools
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import torch
import warp as wp

import pippin.sim as sim_utils
from pippin.assets import Articulation, RigidObjectCfg, RigidObjectCollection, RigidObjectCollectionCfg
from pippin.robots import ANT_CFG
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sim import SimulationCfg, SimulationContext
from timing import seconds_a_call

CALLS = 100
ROUNDS = 7


@wp.kernel
def do_nothing(flag: int):
    """Be launched."""
    _ = flag


@dataclass
class Write:
    """One call.

    Attributes:
        name: What is written, and how it is chosen.
        call: The call.
        data: What it is given.
    """

    name: str
    call: Callable[[], object]
    data: torch.Tensor


def writes_of(robot: Articulation) -> list[Write]:
    """Calls that write all instances, or every second one, by ids on the device and by masks."""
    device, count, joints = robot.device, robot.num_instances, robot.num_joints
    poses = robot.data.root_link_pose_w.torch.clone()
    values = {
        "root_pose": ("write_root_pose_to_sim", "root_pose", poses),
        "root_velocity": ("write_root_velocity_to_sim", "root_velocity", torch.zeros(count, 6, device=device)),
        "joint_position": ("write_joint_position_to_sim", "position", robot.data.joint_pos.torch.clone()),
        "joint_velocity": ("write_joint_velocity_to_sim", "velocity", torch.zeros(count, joints, device=device)),
        "joint_target": ("set_joint_position_target", "target", torch.zeros(count, joints, device=device)),
        "joint_stiffness": ("write_joint_stiffness_to_sim", "stiffness", robot.data.joint_stiffness.torch.clone()),
        "body_mass": ("set_masses", "masses", robot.data.body_mass.torch.clone()),
    }
    every = torch.arange(count, device=device)
    second = every[::2].contiguous()
    mask = wp.from_torch(every % 2 == 0)
    found = []
    for name, (method, argument, full) in values.items():
        index, masked = getattr(robot, f"{method}_index"), getattr(robot, f"{method}_mask")
        part = full[second].contiguous()
        found += [
            Write(f"{name} of all", lambda f=index, a=argument, d=full: f(**{a: d}), full),
            Write(f"{name} by ids", lambda f=index, a=argument, d=full, i=every: f(**{a: d, "env_ids": i}), full),
            Write(
                f"{name} by half the ids", lambda f=index, a=argument, d=part, i=second: f(**{a: d, "env_ids": i}), part
            ),
            Write(f"{name} by other ids", by_other_ids(index, argument, full), full),
            Write(f"{name} by mask", lambda f=masked, a=argument, d=full, m=mask: f(**{a: d, "env_mask": m}), full),
        ]
    return found


def by_other_ids(write: Callable[..., None], argument: str, full: torch.Tensor) -> Callable[[], object]:
    """Writes of nearly all instances, whose number and whose data are others in each of a thousand calls."""
    count = len(full)
    sizes = [count - index % (count // 2) for index in range(1000)]
    given = itertools.cycle([(torch.arange(size, device=full.device), full[:size].clone()) for size in sizes])

    def call() -> None:
        ids, data = next(given)
        write(**{argument: data, "env_ids": ids})

    return call


def writes_of_objects(objects: RigidObjectCollection) -> list[Write]:
    """Calls that write the states of all objects, or of those of every second environment."""
    every = torch.arange(objects.num_instances, device=objects.device)
    second, mask = every[::2].contiguous(), wp.from_torch(every % 2 == 0)
    found = []
    for name, argument, full in (
        ("body_pose", "body_poses", objects.data.body_link_pose_w.torch.clone()),
        (
            "body_velocity",
            "body_velocities",
            torch.zeros(*objects.data.body_link_pose_w.torch.shape[:2], 6, device=objects.device),
        ),
    ):
        index, masked = (getattr(objects, f"write_{name}_to_sim_{kind}") for kind in ("index", "mask"))
        part = full[second].contiguous()
        found += [
            Write(f"objects' {name} of all", lambda f=index, a=argument, d=full: f(**{a: d}), full),
            Write(
                f"objects' {name} by half the ids",
                lambda f=index, a=argument, d=part: f(**{a: d, "env_ids": second}),
                part,
            ),
            Write(f"objects' {name} by mask", lambda f=masked, a=argument, d=full: f(**{a: d, "env_mask": mask}), full),
        ]
    return found


def reference_of(data: torch.Tensor) -> Callable[[], object]:
    """One copy of the data and one launch."""
    source = wp.from_torch(data)
    target, device = wp.empty_like(source), source.device

    def copy_and_launch() -> None:
        wp.copy(target, source)
        wp.launch(do_nothing, dim=1, inputs=[0], device=device)

    return copy_and_launch


def least_seconds(calls: list[Callable[[], object]], device: str) -> list[float]:
    """Least time of a call for each of several functions, measured in turns."""
    least = [float("inf")] * len(calls)
    for _ in range(ROUNDS):
        for index, call in enumerate(calls):
            least[index] = min(least[index], seconds_a_call(call, CALLS, device))
    return least


def captured(call: Callable[[], object], device: str) -> Callable[[], object] | None:
    """A CUDA graph of ten calls, None where the call waits for the device."""
    try:
        with wp.ScopedCapture(device) as capture:
            for _ in range(10):
                call()
    except Exception as error:  # a call that cannot be captured is reported as such
        print(f"  cannot be captured: {str(error).splitlines()[0][:100]}")
        return None
    return lambda: wp.capture_launch(capture.graph)


def cube_cfg(index: int) -> RigidObjectCfg:
    """One of the cubes, in the air beside the ant."""
    return RigidObjectCfg(
        prim_path=f"{{ENV_REGEX_NS}}/Cube_{index}",
        spawn=sim_utils.CuboidCfg(
            size=(0.1, 0.1, 0.1),
            rigid_props=sim_utils.RigidBodyPropertiesCfg(),
            mass_props=sim_utils.MassPropertiesCfg(mass=0.1),
            collision_props=sim_utils.CollisionPropertiesCfg(),
        ),
        init_state=RigidObjectCfg.InitialStateCfg(pos=(1.5, 0.3 * index, 1.0)),
    )


def measure(num_envs: int, device: str) -> list[dict]:
    """Measure all writes: of ants, then of cubes, since the more a world holds the further apart its numbers are."""
    results = []
    for make, writes in ((make_ants, writes_of), (make_objects, writes_of_objects)):
        with SimulationContext(SimulationCfg(dt=1.0 / 120.0, device=device)) as simulation:
            InteractiveScene(InteractiveSceneCfg(num_envs=num_envs, env_spacing=4.0))
            asset = make()
            simulation.reset()
            for write in writes(asset):
                results.append({"num_envs": num_envs} | measure_write(write, device))
                print(line_of(results[-1]), flush=True)
    return results


def make_ants() -> Articulation:
    """An ant in each environment."""
    return Articulation(ANT_CFG.replace(prim_path="{ENV_REGEX_NS}/Robot"))


def make_objects() -> RigidObjectCollection:
    """Three cubes in each environment."""
    cubes = {f"cube_{index}": cube_cfg(index) for index in range(3)}
    return RigidObjectCollection(RigidObjectCollectionCfg(rigid_objects=cubes))


def measure_write(write: Write, device: str) -> dict:
    """Measure one call against its reference."""
    reference = reference_of(write.data)
    write.call()
    reference()
    called, called_reference = least_seconds([write.call, reference], device)
    result = {
        "write": write.name,
        "bytes": write.data.nbytes,
        "call_us": 1e6 * called,
        "reference_call_us": 1e6 * called_reference,
        "call_ratio": called / called_reference,
    }
    if device.startswith("cuda") and "other ids" not in write.name:
        graphs = [captured(call, device) for call in (write.call, reference)]
        if None not in graphs:
            on_device, on_device_reference = (each / 10 for each in least_seconds(graphs, device))
            result |= {
                "device_us": 1e6 * on_device,
                "reference_device_us": 1e6 * on_device_reference,
                "device_ratio": on_device / on_device_reference,
            }
    return result


def line_of(result: dict) -> str:
    """One line of text."""
    line = (
        f"{result['num_envs']:6d} {result['write']:34s} {result['bytes'] / 1024:8.0f} KiB"
        f"  called {result['call_us']:8.1f} us, ratio {result['call_ratio']:6.2f}"
    )
    if "device_us" in result:
        line += f"  on the device {result['device_us']:7.2f} us, ratio {result['device_ratio']:5.2f}"
    return line


def main() -> None:
    """Measure, print ratios, and write JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--num-envs", type=int, nargs="+", default=[4096])
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    results = [result for num_envs in arguments.num_envs for result in measure(num_envs, arguments.device)]
    if arguments.json is not None:
        arguments.json.write_text(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
