"""How far Pippin's step of MuJoCo Warp is from native MuJoCo in double precision, iterated to the end.

Robots on a plane, at random places in the middle of a fall and after it, with random joints, velocities and targets: in
each state both compute the accelerations and the forces of contacts and limits on degrees of freedom, from the same
numbers (rounded to float32) and a cold start. States in which the two engines find other contacts (as of meshes on
planes, which touch in three corners of those below), or give them other tangents to a pyramid (MuJoCo Warp does for
some capsules on planes), are counted and left out. An error is relative to
the largest value of that state plus one.

Where an error is beyond the tolerance, native MuJoCo is asked again with coordinates, velocities and inputs that are
rounded once more: what it then says differently, in double precision, is what single precision cannot tell. States are
taken in batches, so that any number fits into memory. Usage::

    python benchmarks/step_truth.py --states 10000
    python benchmarks/step_truth.py --robots ant g1 --cones elliptic --device cuda:0
    python benchmarks/step_truth.py --load FOLDER --device cuda:0   # models that step_profile.py --save FOLDER wrote
"""

from __future__ import annotations

import argparse
import copy
import os
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

import mujoco
import mujoco_warp as mjw
import numpy as np
import warp as wp
from mujoco.batch import Batch

from pippin.physics.backends.capacity import Capacity
from pippin.physics.backends.contact_targets import change_of_targets
from pippin.physics.backends.native_contact_targets import change_contact_targets
from pippin.physics.backends.warp_step import OwnStep
from step_profile import CONES, ROBOTS, compile_robot, largest_capacity, load_robot
from timing import write_results

SIX = ("ant", "anymal", "go2", "g1", "humanoid", "panda")
TOLERANCE = 1e-4
ROUNDING, ROUNDED_STATES = 2.0**-24, 20
"""What rounding to float32 may change of a number, relative to it, and how many rounded states are tried."""
BOUNCE_THRESHOLD = 0.2
"""What models are compiled with that say nothing [m/s]."""
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
        beyond: Number of the others.
        unexplained: Of these, states whose error is larger than what rounding changes native MuJoCo's solution by.
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
    beyond: int
    unexplained: int


def random_states(
    model: mujoco.MjModel, qpos: np.ndarray, count: int, seed: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Coordinates, velocities and inputs of actuators of states on the way down and at rest, rounded to float32."""
    random = np.random.default_rng(seed)
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


class NativeSolver:
    """Native MuJoCo in double precision, iterated to the end, on all cores.

    Args:
        model: Model of one environment.
    """

    def __init__(self, model: mujoco.MjModel) -> None:
        self._model = copy.copy(model)
        self._model.opt.tolerance, self._model.opt.iterations, self._model.opt.ls_iterations = 1e-14, 400, 200
        self._data = [mujoco.MjData(self._model) for _ in range(os.cpu_count() or 1)]
        change_contact_targets(self._model)  # which whoever compiles a robot has done, but not who loads one

    def __call__(self, states: tuple[np.ndarray, ...]) -> tuple[np.ndarray, np.ndarray, list[np.ndarray]]:
        """Accelerations and forces of constraints on degrees of freedom, and places of contacts, of each state."""
        number = len(self._data)
        with ThreadPoolExecutor(number) as threads:
            shares = list(threads.map(self._solve, self._data, [[s[i::number] for s in states] for i in range(number)]))
        count = len(states[0])
        accelerations, forces = np.zeros((2, count, self._model.nv))
        frames: list[np.ndarray] = [np.zeros(0)] * count
        for first, share in enumerate(shares):
            for index, (acceleration, force, frame) in zip(range(first, count, number), share, strict=True):
                accelerations[index], forces[index], frames[index] = acceleration, force, frame
        return accelerations, forces, frames

    def _solve(self, data: mujoco.MjData, states: list[np.ndarray]) -> list[tuple[np.ndarray, ...]]:
        solutions = []
        for state in zip(*states, strict=True):
            for values, now in zip((data.qpos, data.qvel, data.ctrl), state, strict=True):
                values[:] = now
            data.qacc_warmstart[:] = 0.0
            mujoco.mj_forward(self._model, data)
            places = np.concatenate([data.contact.frame.reshape(-1, 9), data.contact.pos.reshape(-1, 3)], axis=1)
            solutions.append((data.qacc.copy(), data.qfrc_constraint.copy(), places))
        return solutions

    def changes_by_rounding(self, state: tuple[np.ndarray, ...]) -> list[float]:
        """Largest relative changes of both quantities when what a state is given by is rounded once more."""
        random = np.random.default_rng(0)
        shape = (ROUNDED_STATES, 1)
        rounded = [
            np.tile(values, shape) * (1.0 + ROUNDING * random.uniform(-1.0, 1.0, (ROUNDED_STATES, values.size)))
            for values in state
        ]
        plain = self(tuple(values[None] for values in state))
        return [float(relative_errors(*pair).max()) for pair in zip(self(tuple(rounded))[:2], plain[:2], strict=True)]


def relative_errors(found: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Largest error of each state, relative to its largest value plus one."""
    return np.abs(found - right).max(axis=1) / (1.0 + np.abs(right).max(axis=1))


class OwnSolver:
    """Pippin's stages of MuJoCo Warp, in float32 on the present Warp device.

    Args:
        model: Model of one environment.
        room: Room for its contacts and constraints.
        count: Number of states at a time.
    """

    def __init__(self, model: mujoco.MjModel, room: Capacity, count: int) -> None:
        model = copy.copy(model)
        model.opt.disableflags &= ~int(mujoco.mjtDisableBit.mjDSBL_AUTORESET)
        model.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_NATIVECCD)
        self._engine = mjw.put_model(model)
        self._engine.opt.warn_overflow = 0
        self._data = mjw.make_data(model, count, nconmax=room.contacts, njmax=room.constraints)
        self._step = OwnStep(model, self._engine, self._data)
        device = self._data.qpos.device
        threshold = wp.full(1, BOUNCE_THRESHOLD, dtype=float, device=device)
        self._step.change_targets = change_of_targets(model, device, threshold)

    def __call__(self, states: tuple[np.ndarray, ...]) -> tuple[np.ndarray, np.ndarray, list[np.ndarray]]:
        """Accelerations and forces of constraints on degrees of freedom, and places of contacts, of each state."""
        data = self._data
        for name, values in zip(("qpos", "qvel", "ctrl"), states, strict=True):
            getattr(data, name).assign(values.astype(np.float32))
        data.qacc_warmstart.zero_()
        self._step(self._engine, data)
        num_contacts = int(data.nacon.numpy()[0])
        worlds, frames, points = (
            getattr(data.contact, name).numpy()[:num_contacts] for name in ("worldid", "frame", "pos")
        )
        places = np.concatenate([frames.reshape(-1, 9), points.reshape(-1, 3)], axis=1)
        order = np.argsort(worlds, kind="stable")
        ends = np.searchsorted(worlds[order], np.arange(1, len(states[0])))
        of_states = np.split(places[order], ends)
        return data.qacc.numpy().astype(float), data.qfrc_constraint.numpy().astype(float), of_states


def have_same_contacts(places: np.ndarray, others: np.ndarray, cone: str) -> bool:
    """Whether two sets of contacts are the same, in any order.

    They have the same normals (within 1e-3) at the same points (within 0.1 mm), and for pyramids the same tangents.

    Args:
        places: Normal, tangents and point [m] of each contact, shape (n, 12).
        others: The same of the other engine, shape (k, 12).
        cone: Friction cone.
    """
    if places.shape != others.shape:
        return False
    scales = np.ones(12)
    scales[9:] = 10.0
    if cone == "elliptic":
        scales[3:9] = 0.0
    distances = (np.abs(places[:, None] - others[None]) * scales).max(axis=2)
    return not places.size or bool((distances.min(axis=1) < 1e-3).all() and (distances.min(axis=0) < 1e-3).all())


def compare(
    robot: str, cone: str, model: mujoco.MjModel, qpos: np.ndarray, room: Capacity, count: int, batch: int
) -> list[Errors]:
    """Errors of accelerations and forces in random states of a robot."""
    model.opt.cone, model.opt.impratio = CONES[cone]
    model.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_AUTORESET)
    batch = min(batch, count)
    solve, solve_natively = OwnSolver(model, room, batch), NativeSolver(model)
    touching, beyond, unexplained = 0, [0, 0], [0, 0]
    errors: list[list[np.ndarray]] = [[], []]
    for seed in range(-(-count // batch)):
        states = random_states(model, qpos, batch, seed)
        (*truth, right_places), (*found, places) = solve_natively(states), solve(states)
        touching += int((np.abs(truth[1]).max(axis=1) > 0.0).sum())
        same = np.array([have_same_contacts(*pair, cone) for pair in zip(right_places, places, strict=True)])
        for quantity, (ours, right) in enumerate(zip(found, truth, strict=True)):
            of_states = relative_errors(ours, right)
            errors[quantity].append(of_states[same])
            for state in np.flatnonzero(same & ~(of_states < TOLERANCE)):
                beyond[quantity] += 1
                change = solve_natively.changes_by_rounding(tuple(values[state] for values in states))[quantity]
                unexplained[quantity] += not of_states[state] <= TOLERANCE + change
    results = []
    for quantity, name in enumerate(("acceleration", "constraint force")):
        values = np.concatenate(errors[quantity])
        spread = [float(value) for value in np.quantile(values, [0.5, 0.99, 1.0])]
        within, num_states = float((values < TOLERANCE).mean()), batch * len(errors[quantity])
        others = beyond[quantity], unexplained[quantity]
        results.append(Errors(robot, cone, num_states, touching, len(values), name, *spread, within, *others))
    return results


def main() -> None:
    """Compare and print; write the results as JSON if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--robots", nargs="+", choices=ROBOTS, default=list(SIX))
    parser.add_argument("--cones", nargs="+", choices=CONES, default=list(CONES))
    parser.add_argument("--states", type=int, default=10_000, help="of each robot, with each cone")
    parser.add_argument("--batch", type=int, default=1_000, help="states that are solved at a time")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--load", type=Path, help="take compiled models from this folder")
    parser.add_argument("--json", type=Path, help="file to write the results to")
    args = parser.parse_args()
    wp.config.quiet = True
    results = []
    with wp.ScopedDevice(args.device):
        for robot in args.robots:
            if args.load:
                model, qpos, room = load_robot(args.load, robot)
            else:
                model, qpos = compile_robot(robot)
                room = largest_capacity(copy.copy(model))
            for cone in args.cones:
                begin = time.perf_counter()
                for result in compare(robot, cone, model, qpos, room, args.states, args.batch):
                    print(asdict(result), flush=True)
                    results.append(asdict(result))
                print(f"{robot}, {cone}: {time.perf_counter() - begin:.0f} s", flush=True)
                if args.json:
                    write_results(args.json, results)


if __name__ == "__main__":
    main()
