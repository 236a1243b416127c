"""How far Pippin's step of MuJoCo Warp is from native MuJoCo in double precision, iterated to the end.

Robots on a plane, at random places in the middle of a fall and after it, with random joints, velocities and targets: in
each state both compute the accelerations and the forces of contacts and limits on degrees of freedom, from the same
numbers (rounded to float32) and a cold start. States in which the two engines find other contacts, or give them other
tangents to a pyramid (MuJoCo Warp does for some capsules on planes), are counted and left out. An error is relative to
the largest value of that state plus one. Usage::

    python benchmarks/step_truth.py --states 10000
    python benchmarks/step_truth.py --robots ant g1 --cones elliptic --device cuda:0
"""

from __future__ import annotations

import argparse
import copy
from dataclasses import asdict, dataclass
from pathlib import Path

import mujoco
import mujoco_warp as mjw
import numpy as np
import warp as wp
from mujoco.batch import Batch

from pippin.physics.backends.warp_step import OwnStep
from step_profile import CONES, ROBOTS, compile_robot, largest_capacity
from timing import write_results

TOLERANCE = 1e-4
FALLING_STEPS = 60
SPREAD = 0.5
"""Part of a joint's range, or radians where it has none, in which a state begins."""


@dataclass
class Errors:
    """Errors of a robot's states.

    Attributes:
        robot: Name of the robot.
        cone: Friction cone.
        states: Number of states.
        touching: States with contacts or limits at work.
        same: States in which both engines found the same contacts: the others are not compared.
        quantity: What is compared.
        median: Median of the relative errors.
        most: Error that 99 of 100 states do not exceed.
        largest: The largest.
        within: Part of the states whose error is below the tolerance.
    """

    robot: str
    cone: str
    states: int
    touching: int
    same: int
    quantity: str
    median: float
    most: float
    largest: float
    within: float


def random_states(model: mujoco.MjModel, qpos: np.ndarray, count: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Coordinates, velocities and inputs of actuators of states on the way down and at rest, rounded to float32."""
    random = np.random.default_rng(0)
    batch = Batch(model, count)
    rows = batch.bind("qpos")
    rows[:] = qpos
    for joint in range(model.njnt):
        start, kind = model.jnt_qposadr[joint], model.jnt_type[joint]
        if kind == mujoco.mjtJoint.mjJNT_FREE:
            rows[:, start + 2] += random.uniform(0.0, 0.5, count)
            tilt = np.concatenate([np.ones((count, 1)), 0.3 * random.normal(size=(count, 3))], axis=1)
            rows[:, start + 3 : start + 7] = tilt / np.linalg.norm(tilt, axis=1, keepdims=True)
            continue
        low, high = model.jnt_range[joint] if model.jnt_limited[joint] else (-1.0, 1.0)
        rows[:, start] += 0.5 * SPREAD * (high - low) * random.uniform(-1.0, 1.0, count)
        rows[:, start] = rows[:, start].clip(low, high)
    ctrl = batch.bind("ctrl")
    for actuator in range(model.nu):
        joint = model.actuator_trnid[actuator, 0]
        stiffness = -model.actuator_biasprm[actuator, 1]
        target = rows[:, model.jnt_qposadr[joint]] + 0.2 * random.normal(size=count)
        ctrl[:, actuator] = stiffness * target if stiffness > 0.0 else 5.0 * random.normal(size=count)
    for _ in range(FALLING_STEPS):
        batch.step()
    velocities = batch.bind("qvel") + 0.3 * random.normal(size=(count, model.nv))
    return tuple(np.float32(values).astype(float) for values in (rows, velocities, ctrl))


def native_solution(
    model: mujoco.MjModel, states: tuple[np.ndarray, ...]
) -> tuple[np.ndarray, np.ndarray, list[np.ndarray]]:
    """Accelerations and forces of constraints on degrees of freedom, in double precision, and frames of contacts."""
    model = copy.copy(model)
    model.opt.tolerance, model.opt.iterations, model.opt.ls_iterations = 1e-14, 400, 200
    data = mujoco.MjData(model)
    accelerations, forces, frames = [], [], []
    for state in zip(*states, strict=True):
        for values, now in zip((data.qpos, data.qvel, data.ctrl), state, strict=True):
            values[:] = now
        data.qacc_warmstart[:] = 0.0
        mujoco.mj_forward(model, data)
        accelerations.append(data.qacc.copy())
        forces.append(data.qfrc_constraint.copy())
        frames.append(data.contact.frame.copy())
    return np.array(accelerations), np.array(forces), frames


def own_solution(
    model: mujoco.MjModel, states: tuple[np.ndarray, ...]
) -> tuple[np.ndarray, np.ndarray, list[np.ndarray]]:
    """The same by Pippin's stages, in float32 on the present Warp device."""
    model = copy.copy(model)
    room, count = largest_capacity(copy.copy(model)), len(states[0])
    model.opt.disableflags &= ~int(mujoco.mjtDisableBit.mjDSBL_AUTORESET)
    model.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_NATIVECCD)
    engine = mjw.put_model(model)
    engine.opt.warn_overflow = 0
    data = mjw.make_data(model, count, nconmax=room.contacts, njmax=room.constraints)
    for name, values in zip(("qpos", "qvel", "ctrl"), states, strict=True):
        getattr(data, name).assign(values.astype(np.float32))
    data.qacc_warmstart.zero_()
    OwnStep(model, engine, data)(engine, data)
    num_contacts = int(data.nacon.numpy()[0])
    worlds, frames = data.contact.worldid.numpy()[:num_contacts], data.contact.frame.numpy()[:num_contacts]
    of_states = [frames[worlds == world].reshape(-1, 9) for world in range(count)]
    return data.qacc.numpy().astype(float), data.qfrc_constraint.numpy().astype(float), of_states


def have_same_contacts(frames: np.ndarray, others: np.ndarray, cone: str) -> bool:
    """Whether two sets of contacts have the same normals, in any order, and for pyramids the same tangents."""
    if cone == "elliptic":
        frames, others = frames[:, :3], others[:, :3]
    if frames.shape != others.shape:
        return False
    distances = np.abs(frames[:, None] - others[None]).max(axis=2)
    return not frames.size or bool((distances.min(axis=1) < 1e-3).all() and (distances.min(axis=0) < 1e-3).all())


def compare(robot: str, cone: str, model: mujoco.MjModel, qpos: np.ndarray, count: int) -> list[Errors]:
    """Errors of accelerations and forces in random states of a robot."""
    model.opt.cone, model.opt.impratio = CONES[cone]
    model.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_AUTORESET)
    states = random_states(model, qpos, count)
    (*truth, right_frames), (*found, frames) = native_solution(model, states), own_solution(model, states)
    touching = int((np.abs(truth[1]).max(axis=1) > 0.0).sum())
    same = np.array([have_same_contacts(*pair, cone) for pair in zip(right_frames, frames, strict=True)])
    results = []
    for quantity, right, ours in zip(("acceleration", "constraint force"), truth, found, strict=True):
        errors = (np.abs(ours - right).max(axis=1) / (1.0 + np.abs(right).max(axis=1)))[same]
        spread = [float(value) for value in np.quantile(errors, [0.5, 0.99, 1.0])]
        within = float((errors < TOLERANCE).mean())
        results.append(Errors(robot, cone, count, touching, int(same.sum()), quantity, *spread, within))
    return results


def main() -> None:
    """Compare and print; write the results as JSON if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--robots", nargs="+", choices=ROBOTS, default=list(ROBOTS))
    parser.add_argument("--cones", nargs="+", choices=CONES, default=list(CONES))
    parser.add_argument("--states", type=int, default=10_000, help="of all robots together, with each cone")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--json", type=Path, help="file to write the results to")
    args = parser.parse_args()
    results = []
    with wp.ScopedDevice(args.device):
        for robot in args.robots:
            model, qpos = compile_robot(robot)
            for cone in args.cones:
                for result in compare(robot, cone, model, qpos, -(-args.states // len(args.robots))):
                    print(asdict(result), flush=True)
                    results.append(asdict(result))
    if args.json:
        write_results(args.json, results)


if __name__ == "__main__":
    main()
