"""Do abused humanoids stay finite, what keeps them so, and what does it cost?

The humanoid of Newton's examples (nv_humanoid.xml) begins buried to its shoulders, from where the contact solver throws
it 40 m into the air; constant random torques (sigma 5 N m) act on its joints for 1,100 steps of 1/120 s while it falls,
hits the ground at 30 m/s and tumbles. "Passive" is the same without the damping and stiffness of its joints. For each
cure:

- how many environments exploded (not finite, or faster than 1e5), and in which second the first did;
- how fast and how high they went: a cure that adds energy shows here;
- the cost, in time of the plain engine.

Then the same humanoid dropped from where it stands: a cure must leave that motion alone. And the two backends of
Pippin, which carry the chosen cure. Usage::

    python benchmarks/stability.py
    python benchmarks/stability.py --backends newton --device cuda:0 --num-envs 4096 --skip-cures
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import mujoco
import newton.examples
import numpy as np
from mujoco.batch import Batch

from pippin.physics.backend import SolverSettings, make_backend
from pippin.physics.compile import compile_model
from pippin.physics.description import SceneDescription, Variant
from pippin.physics.guard import spin_limits

DT = 1.0 / 120.0
STEPS = 1100
SIGMA = 5.0
EXPLODED = 1.0e5
JOINT_SPEED = 100.0
STANDING, BURIED = 1.3, -0.1

Cure = Callable[[np.ndarray], None]


@dataclass
class Result:
    """What became of the environments under one cure.

    Attributes:
        cure: Name of the cure.
        case: Name of the case.
        exploded: Environments that did.
        of: All environments.
        first_explosion: Time of the first [s], None where there was none.
        fastest: Largest velocity of those that did not explode [m/s, rad/s].
        highest: Largest height of their torsos [m].
        seconds: Time that it took [s].
        limited: Environments whose spin was limited at least once.
        deviation: Largest difference of a coordinate from the plain engine in the end, None where not compared.
    """

    cure: str
    case: str
    exploded: int
    of: int
    first_explosion: float | None
    fastest: float
    highest: float
    seconds: float
    limited: int = 0
    deviation: float | None = None


def humanoid(height: float, passive: bool) -> Variant:
    """The humanoid with its torso at a height [m]; passive without damping and stiffness of its joints."""
    spec = mujoco.MjSpec.from_file(newton.examples.get_asset("nv_humanoid.xml"))
    for sensor in list(spec.sensors):
        spec.delete(sensor)
    spec.body("torso").pos = (0.0, 0.0, height)
    for joint in spec.joints:
        if passive:
            joint.damping, joint.stiffness = 0.0 * np.array(joint.damping), 0.0 * np.array(joint.stiffness)
    return Variant(spec)


def torques(num_envs: int, nv: int) -> np.ndarray:
    """Constant torque on each joint of each environment [N m]; none on the floating base."""
    values = np.random.default_rng(0).normal(0.0, SIGMA, (num_envs, nv))
    values[:, :6] = 0.0
    return values


def clip_each_joint(velocity: np.ndarray) -> None:
    """Limit each joint velocity, and the base's angular velocity, by itself."""
    np.clip(velocity[:, 3:], -JOINT_SPEED, JOINT_SPEED, out=velocity[:, 3:])


def scale_trees(limits: np.ndarray) -> Cure:
    """Pippin's limit: scale all velocities of an environment whose fastest joint is beyond its limit."""

    def scale(velocity: np.ndarray) -> None:
        factors = 1.0 / np.maximum(1.0, np.nanmax(np.abs(velocity) / limits, axis=1))
        velocity[factors < 1.0] *= factors[factors < 1.0, None]

    return scale


def run_engine(
    name: str, case: tuple[str, Variant], num_envs: int, settings: SolverSettings, cure: Cure | None = None
) -> tuple[Result, np.ndarray]:
    """Abuse native MuJoCo with a cure after each step; returns the final positions too."""
    model = compile_model(case[1], settings)
    batch = Batch(model, num_envs)
    batch.warning[:, :, 1] = 1  # the engine prints the first warning only
    batch.bind("qfrc_applied")[:] = torques(num_envs, model.nv)
    watch = Watch(num_envs)
    start = time.perf_counter()
    for _ in range(STEPS):
        batch.step(np.flatnonzero(~watch.exploded), nstep=settings.substeps)
        watch.look(batch.bind("qpos"), batch.bind("qvel"))
        if cure is not None:
            cure(batch.bind("qvel"))
    return watch.result(name, case[0], time.perf_counter() - start), batch.bind("qpos").copy()


def run_backend(name: str, case: tuple[str, Variant], num_envs: int, settings: SolverSettings) -> Result:
    """Abuse a backend of Pippin. Environments that it had to put back count as exploded."""
    scene = SceneDescription([case[1]], np.zeros(num_envs, dtype=int), np.zeros((num_envs, 3)))
    backend = make_backend(name, scene, settings)
    worlds = backend.worlds[0]
    worlds.qfrc_applied.assign(torques(num_envs, worlds.model.nv).astype(np.float32))
    watch = Watch(num_envs)
    backend.step()  # compiles
    start = time.perf_counter()
    for step in range(STEPS - 1):
        backend.step()
        if step % 10 == 0:
            watch.look(worlds.qpos.numpy(), worlds.qvel.numpy())
    result = watch.result(f"backend {name}", case[0], time.perf_counter() - start)
    result.exploded = int((worlds.bad.numpy() > 0).sum()) + int(watch.exploded.sum())
    for sentence in backend.report():
        print(" ", sentence)
    backend.close()
    return result


class Watch:
    """Keeps the extremes of all environments."""

    def __init__(self, num_envs: int) -> None:
        self.exploded = np.zeros(num_envs, dtype=bool)
        self._first: float | None = None
        self._fastest = np.zeros(num_envs)
        self._highest = np.zeros(num_envs)
        self._looks = 0

    def look(self, qpos: np.ndarray, qvel: np.ndarray) -> None:
        """Take in a state."""
        self._looks += 1
        speed = np.abs(qvel).max(axis=1)
        self.exploded |= ~(speed < EXPLODED)
        if self.exploded.any() and self._first is None:
            self._first = self._looks * DT
        fine = ~self.exploded
        self._fastest[fine] = np.maximum(self._fastest, speed)[fine]
        self._highest[fine] = np.maximum(self._highest, qpos[:, 2])[fine]

    def result(self, cure: str, case: str, seconds: float) -> Result:
        """Sum up."""
        fine = ~self.exploded
        return Result(
            cure=cure,
            case=case,
            exploded=int(self.exploded.sum()),
            of=len(fine),
            first_explosion=self._first,
            fastest=float(self._fastest[fine].max(initial=0.0)),
            highest=float(self._highest[fine].max(initial=0.0)),
            seconds=seconds,
        )


def compare_cures(num_envs: int, cases: list[tuple[str, Variant]]) -> list[Result]:
    """All cures on native MuJoCo, in all cases."""
    settings = SolverSettings(dt=DT)
    limits = spin_limits(compile_model(cases[0][1], settings))
    cures = (
        ("none", settings, None),
        ("two substeps", SolverSettings(dt=DT, substeps=2), None),
        (f"each joint {JOINT_SPEED:.0f} rad/s", settings, clip_each_joint),
        ("integrator implicit", SolverSettings(dt=DT, integrator="implicit"), None),
        ("integrator euler", SolverSettings(dt=DT, integrator="euler"), None),
        ("spin limit", settings, scale_trees(limits)),
    )
    results = []
    for case in cases:
        plain = None
        for name, options, cure in cures:
            result, final = run_engine(name, case, num_envs, options, cure)
            plain = final if plain is None else plain
            if options is settings and "standing" in case[0]:
                result.deviation = float(np.abs(final - plain).max())
            results.append(result)
            show(result)
    return results


def show(result: Result) -> None:
    """Print a row."""
    first = "" if result.first_explosion is None else f"after {result.first_explosion:.1f} s"
    deviation = "" if result.deviation is None else f"  deviates by {result.deviation:.1g}"
    speed = result.of * STEPS / result.seconds
    print(
        f"{result.case:10s} {result.cure:22s} exploded {result.exploded:4d} of {result.of} {first:12s} "
        f"fastest {result.fastest:6.0f}  highest {result.highest:5.0f} m  {speed:9.0f} steps/s{deviation}",
        flush=True,
    )


def main() -> None:
    """Run what the command line asks for, print a table and write it as JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--num-envs", type=int, default=256)
    parser.add_argument("--backends", nargs="*", default=["mujoco"])
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--skip-cures", action="store_true", help="run Pippin's backends only")
    parser.add_argument("--output", type=Path, default=Path("stability.json"))
    arguments = parser.parse_args()
    cases = [
        ("buried", humanoid(BURIED, passive=False)),
        ("passive", humanoid(BURIED, passive=True)),
        ("standing", humanoid(STANDING, passive=False)),
    ]
    results = [] if arguments.skip_cures else compare_cures(arguments.num_envs, cases)
    settings = SolverSettings(dt=DT, device=arguments.device)
    for name in arguments.backends:
        for case in cases:
            results.append(run_backend(name, case, arguments.num_envs, settings))
            show(results[-1])
    arguments.output.write_text(json.dumps([asdict(result) for result in results], indent=1))


if __name__ == "__main__":
    main()
