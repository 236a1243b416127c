"""``pippin doctor``: what a bug report needs, and what is wrong with an installation."""

from __future__ import annotations

import importlib.util
import os
import platform
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from packaging.requirements import Requirement
from rich.console import Console
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    import torch

OK, WARNING, FAULT = "ok", "warning", "fault"
_STYLES = {OK: "green", WARNING: "yellow", FAULT: "bold red"}

FOREIGN = {
    "isaaclab": "Isaac Lab",
    "isaacsim": "Isaac Sim",
    "isaacgym": "Isaac Gym",
    "omni": "Omniverse",
}
"""Import names that ``pippin-isaac`` serves, and whose they are otherwise."""

PYTHONS = ((3, 11), (3, 13))
"""Oldest and newest Python that Pippin is tested with."""

MIN_FREE_SPACE = 2 * 2**30
"""Space on the disk of the caches below which compiling kernels and converting robots may fail [bytes]."""


@dataclass(frozen=True)
class Finding:
    """One line of the report.

    Attributes:
        subject: What was looked at.
        state: :data:`OK`, :data:`WARNING` or :data:`FAULT`.
        text: What was found, and what to do about it.
    """

    subject: str
    state: str
    text: str


def doctor(self_test: bool = True) -> None:
    """Say what is installed, what clashes, and whether Pippin simulates here; the text belongs into a bug report.

    Exits with status 1 if there is a fault.

    Args:
        self_test: Whether to simulate for up to a minute on each device that there is.
    """
    console = Console()
    table = Table(show_header=False, box=None, padding=(0, 1))
    findings = []
    for finding in examine(self_test):
        findings.append(finding)
        # Text, not markup: messages hold brackets such as those of pippin[robots].
        table.add_row(Text(finding.state, _STYLES[finding.state]), Text(finding.subject, "bold"), Text(finding.text))
    console.print(table)
    num_faults = sum(finding.state == FAULT for finding in findings)
    if num_faults:
        console.print(f"{num_faults} fault(s).", style=_STYLES[FAULT])
        sys.exit(1)
    console.print("No fault found.", style=_STYLES[OK])


def examine(self_test: bool = True) -> Iterator[Finding]:
    """Look at all that may be wrong.

    Args:
        self_test: Whether to simulate, too.
    """
    checks: list[Callable[[], Iterator[Finding]]] = [machine, dependencies, extras, foreign_packages, settings]
    checks += [devices, caches, *([simulation, repetition] if self_test else [])]
    for check in checks:
        try:
            yield from check()
        except Exception as error:  # whatever it is, it belongs into the report
            yield Finding(check.__name__.replace("_", " "), FAULT, f"{type(error).__name__}: {error}")


def machine() -> Iterator[Finding]:
    """Name the versions of Pippin and Python, and the system."""
    yield Finding("pippin", OK, f"{metadata.version('pippin')}, in {Path(__file__).parents[1]}")
    version, is_tested = platform.python_version(), PYTHONS[0] <= sys.version_info[:2] <= PYTHONS[1]
    tested = "" if is_tested else f": tested are {PYTHONS[0][1]} to {PYTHONS[1][1]} of 3"
    yield Finding("Python", OK if is_tested else WARNING, f"{version}{tested}, {platform.platform()}")
    yield Finding("processor", OK, f"{platform.machine()}, {os.cpu_count()} cores")


def dependencies() -> Iterator[Finding]:
    """Compare installed versions with what Pippin asks for."""
    wrong = list(unmet_requirements("pippin"))
    try:
        wrong += unmet_requirements("pippin-isaac")
        yield Finding("pippin-isaac", OK, metadata.version("pippin-isaac"))
    except metadata.PackageNotFoundError:
        yield Finding("pippin-isaac", OK, "not installed: programs keep Isaac's import names with it")
    for text in wrong:
        yield Finding("dependency", FAULT, text)
    if not wrong:
        versions = ("mujoco", "mujoco-warp", "newton", "warp-lang", "usd-core", "torch", "numpy")
        there = [f"{name} {_version(name)}" for name in versions if _version(name)]
        yield Finding("dependencies", OK, ", ".join(there))
    if _version("mujoco") and _version("mujoco-warp") and _minor("mujoco") != _minor("mujoco-warp"):
        text = f"mujoco {_version('mujoco')} and mujoco-warp {_version('mujoco-warp')} should have one minor version"
        yield Finding("dependency", WARNING, f"{text}: pip install -U mujoco mujoco-warp")


def unmet_requirements(distribution: str) -> Iterator[str]:
    """Say which requirements of an installed distribution are missing or have another version.

    Args:
        distribution: Its name.

    Raises:
        importlib.metadata.PackageNotFoundError: It is not installed.
    """
    for line in metadata.requires(distribution) or []:
        requirement = Requirement(line)
        if requirement.marker is not None and not requirement.marker.evaluate({"extra": ""}):
            continue
        version = _version(requirement.name)
        if version is None:
            yield f"'{requirement.name}' is missing: pip install '{requirement}'"
        elif not requirement.specifier.contains(version, prereleases=True):
            yield f"'{requirement.name}' is {version}, but {distribution} needs {requirement.specifier}"


def extras() -> Iterator[Finding]:
    """Say which extras are installed whole."""
    provided = metadata.metadata("pippin").get_all("Provides-Extra") or []
    yield Finding("extras", OK, ", ".join(extra for extra in provided if _has_extra("pippin", extra)) or "none")


def _has_extra(distribution: str, extra: str) -> bool:
    """Whether all that an extra of a distribution adds is installed, with the extras that this asks for in turn."""
    lines = [Requirement(line) for line in metadata.requires(distribution) or []]
    of_extra = [line for line in lines if line.marker and line.marker.evaluate({"extra": extra})]
    of_extra = [line for line in of_extra if not line.marker.evaluate({"extra": ""})]  # type: ignore[union-attr]
    return bool(of_extra) and all(
        _version(line.name) is not None and all(_has_extra(line.name, inner) for inner in line.extras)
        for line in of_extra
    )


def foreign_packages() -> Iterator[Finding]:
    """Find distributions and folders that own the import names that ``pippin-isaac`` serves."""
    owners = metadata.packages_distributions()
    clashes = {
        name: sorted({*owners.get(name, [])} - {"pippin-isaac"})
        for name in FOREIGN
        if {*owners.get(name, [])} - {"pippin-isaac"}
    }
    is_served = _version("pippin-isaac") is not None
    for name, others in clashes.items():
        text = f"'{name}' ({FOREIGN[name]}) is installed by {', '.join(others)}"
        if is_served:
            text += ", which programs import instead of what pippin-isaac serves: keep them in two virtual environments"
        yield Finding("import name", FAULT if is_served else OK, text)
    folders = list(_foreign_folders()) if is_served else []
    for name, folder in folders:
        if name not in clashes:
            text = (
                f"'{name}' ({FOREIGN[name]}) is imported from {folder}, not from pippin-isaac: take it off PYTHONPATH"
            )
            yield Finding("import name", FAULT, text)
    if not clashes and not folders:
        yield Finding("import names", OK, "no other distribution or folder owns those of pippin-isaac")


def _foreign_folders() -> Iterator[tuple[str, str]]:
    """Import names that Python finds elsewhere than in ``pippin-isaac``, such as a clone of Isaac Lab on the path."""
    own = importlib.util.find_spec("pippin_isaac")
    if own is None or own.origin is None:
        return
    folder = Path(own.origin).resolve().parents[1]
    for name in ("isaaclab", "isaacgym"):  # the others are namespaces, which several may share
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.origin is not None and not Path(spec.origin).resolve().is_relative_to(folder):
            yield name, str(Path(spec.origin).parent)


def settings() -> Iterator[Finding]:
    """Check the environment variables that Pippin reads."""
    root, dialect = os.environ.get("PIPPIN_ASSETS_ROOT"), os.environ.get("PIPPIN_ISAACLAB")
    if root is not None and not Path(root).is_dir():
        yield Finding("PIPPIN_ASSETS_ROOT", FAULT, f"'{root}' is no folder: robots' USD files are not found there")
    if dialect is not None and dialect not in ("2", "3"):
        yield Finding("PIPPIN_ISAACLAB", FAULT, f"is '{dialect}': set it to 2 or 3, or not at all")
    there = {name: value for name, value in sorted(os.environ.items()) if name.startswith("PIPPIN_")}
    there |= {name: os.environ[name] for name in ("CUDA_VISIBLE_DEVICES", "XDG_CACHE_HOME") if name in os.environ}
    yield Finding("variables", OK, ", ".join(f"{name}={value}" for name, value in there.items()) or "none are set")


def devices() -> Iterator[Finding]:
    """List the devices that torch and Warp see."""
    import torch
    import warp as wp

    torch_sees, warp_sees = torch.cuda.is_available(), wp.is_cuda_available()
    if torch_sees and warp_sees:
        for index in range(torch.cuda.device_count()):
            memory = torch.cuda.get_device_properties(index).total_memory / 2**30
            yield Finding("GPU", OK, f"cuda:{index}: {torch.cuda.get_device_name(index)}, {memory:.0f} GiB")
    elif torch_sees != warp_sees:
        one, other = ("torch", "Warp") if torch_sees else ("Warp", "torch")
        cure = "install a torch with CUDA" if warp_sees else "the driver may be too old for this Warp"
        yield Finding("GPU", FAULT, f"{one} sees a GPU and {other} does not: {cure}")
    else:
        yield Finding("GPU", OK, "none: simulations run on the CPU")


def caches() -> Iterator[Finding]:
    """Tell where compiled kernels and converted robots are kept, how large that is, and whether it can be written."""
    import warp as wp

    from pippin.utils.files import cache_folder

    folder = Path(wp.config.kernel_cache_dir or Path.home() / ".cache" / "warp" / wp.__version__)
    modules = len(list(folder.glob("wp_*"))) if folder.is_dir() else 0
    compiled = f"{modules} modules compiled" if modules else "none compiled yet, which the first programs will do"
    yield Finding("kernels", OK, f"{compiled}, {_size(folder) / 2**20:.0f} MiB in {folder}")
    robots = cache_folder("usd").parent
    yield Finding("converted files", OK, f"{_size(robots) / 2**20:.0f} MiB in {robots}")
    for name, place in (("kernels", folder), ("converted files", robots)):
        yield from _space(name, place)


def _space(name: str, folder: Path) -> Iterator[Finding]:
    """Complain of a folder that cannot be written, or of a disk that is nearly full."""
    there = next((place for place in (folder, *folder.parents) if place.is_dir()), Path("/"))
    probe = there / f".pippin-doctor-{os.getpid()}"
    try:
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        text = f"{there} cannot be written ({error.strerror}): they are made again in each run, or not at all"
        yield Finding(name, FAULT, text)
    free = shutil.disk_usage(there).free
    if free < MIN_FREE_SPACE:
        yield Finding(name, WARNING, f"{free / 2**20:.0f} MiB are left on the disk of {there}")


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) if folder.is_dir() else 0


def simulation() -> Iterator[Finding]:
    """Drop a box on each device, and compare its height with the law of falling bodies."""
    import torch

    from pippin.assets import RigidObject, RigidObjectCfg
    from pippin.sim import CuboidCfg, MassPropertiesCfg, RigidBodyPropertiesCfg, SimulationCfg, SimulationContext

    for device in ["cpu", *(["cuda:0"] if torch.cuda.is_available() else [])]:
        begin, steps, dt = time.perf_counter(), 20, 0.005
        try:
            with SimulationContext(SimulationCfg(dt=dt, device=device)) as sim:
                box = RigidObject(
                    RigidObjectCfg(
                        prim_path="/World/Box",
                        spawn=CuboidCfg(
                            size=(0.1, 0.1, 0.1),
                            rigid_props=RigidBodyPropertiesCfg(),
                            mass_props=MassPropertiesCfg(mass=1.0),
                        ),
                        init_state=RigidObjectCfg.InitialStateCfg(pos=(0.0, 0.0, 2.0)),
                    )
                )
                sim.reset()
                for _ in range(steps):
                    sim.step(render=False)
                    box.update(dt)
                fallen = 2.0 - float(box.data.root_link_pose_w.torch[0, 2])
        except Exception as error:  # whatever it is, it belongs into the report
            yield Finding("self-test", FAULT, f"{device}: {type(error).__name__}: {error}")
            continue
        expected = 9.81 * dt**2 * steps * (steps + 1) / 2  # of the semi-implicit Euler method
        state = OK if abs(fallen - expected) < 1e-3 else FAULT
        text = f"{device}: a box fell {1e3 * fallen:.1f} mm in {1e3 * steps * dt:.0f} ms, {1e3 * expected:.1f} expected"
        yield Finding("self-test", state, f"{text} ({time.perf_counter() - begin:.1f} s)")


def repetition() -> Iterator[Finding]:
    """Simulate cartpoles from their URDF twice on each device: on a CPU the same bits come out."""
    import torch

    for device in ["cpu", *(["cuda:0"] if torch.cuda.is_available() else [])]:
        begin = time.perf_counter()
        try:
            first, second = _cartpoles(device), _cartpoles(device)
        except Exception as error:
            yield Finding("self-test", FAULT, f"{device}: {type(error).__name__}: {error}")
            continue
        difference = float((first - second).abs().max())
        is_right = bool(torch.isfinite(first).all()) and difference <= (0.0 if device == "cpu" else 1e-3)
        text = f"{device}: cartpoles moved twice differ by {difference:.1e} rad or m"
        yield Finding("self-test", OK if is_right else FAULT, f"{text} ({time.perf_counter() - begin:.1f} s)")


def _cartpoles(device: str) -> torch.Tensor:
    """Joint positions of four cartpoles after half a second of a push each, shape (4, 2)."""
    import torch

    from pippin.assets import Articulation
    from pippin.robots import CARTPOLE_CFG
    from pippin.scene import InteractiveScene, InteractiveSceneCfg
    from pippin.sim import SimulationCfg, SimulationContext

    with SimulationContext(SimulationCfg(dt=0.01, device=device)) as sim:
        scene = InteractiveScene(InteractiveSceneCfg(num_envs=4, env_spacing=4.0))
        robot = Articulation(CARTPOLE_CFG.replace(prim_path="{ENV_REGEX_NS}/Robot"))
        scene.articulations["robot"] = robot
        sim.reset()
        efforts = torch.linspace(-1.0, 1.0, 4, device=sim.device)[:, None].repeat(1, robot.num_joints)
        for _ in range(50):
            robot.set_joint_effort_target_index(target=efforts)
            scene.write_data_to_sim()
            sim.step(render=False)
            scene.update(0.01)
        return robot.data.joint_pos.torch.clone()


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _minor(name: str) -> list[str]:
    return (_version(name) or "").split(".")[:2]
