"""``pippin doctor``: what a bug report needs, and what is wrong with an installation."""

from __future__ import annotations

import platform
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from rich.console import Console
from rich.table import Table
from rich.text import Text

OK, WARNING, FAULT = "ok", "warning", "fault"
_STYLES = {OK: "green", WARNING: "yellow", FAULT: "bold red"}

FOREIGN = {
    "isaaclab": "Isaac Lab",
    "isaacsim": "Isaac Sim",
    "isaacgym": "Isaac Gym",
    "omni": "Omniverse",
}
"""Import names that ``pippin-isaac`` serves, and whose they are otherwise."""


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
    """Say what is installed, what clashes, and whether Pippin simulates here.

    Exits with status 1 if there is a fault.

    Args:
        self_test: Whether to simulate for some seconds on each device that there is.
    """
    console = Console()
    checks: list[Callable[[], Iterator[Finding]]] = [machine, dependencies, foreign_packages, devices, caches]
    if self_test:
        checks.append(simulation)
    table = Table(show_header=False, box=None, padding=(0, 1))
    findings = []
    for check in checks:
        for finding in check():
            findings.append(finding)
            # Text, not markup: messages hold brackets such as those of pippin[robots].
            table.add_row(
                Text(finding.state, _STYLES[finding.state]), Text(finding.subject, "bold"), Text(finding.text)
            )
    console.print(table)
    num_faults = sum(finding.state == FAULT for finding in findings)
    if num_faults:
        console.print(f"{num_faults} fault(s).", style=_STYLES[FAULT])
        sys.exit(1)
    console.print("No fault found.", style=_STYLES[OK])


def machine() -> Iterator[Finding]:
    """Name the versions of Pippin and Python, and the system."""
    yield Finding("pippin", OK, metadata.version("pippin"))
    version = platform.python_version()
    yield Finding("Python", OK, f"{version}, {platform.platform()}, {platform.machine()}")


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


def foreign_packages() -> Iterator[Finding]:
    """Find distributions that own the import names that ``pippin-isaac`` serves."""
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
            text += " and by pippin-isaac, which overwrite each other's files: keep them in two virtual environments"
        yield Finding("import name", FAULT if is_served else OK, text)
    if not clashes:
        yield Finding("import names", OK, "no other distribution owns those of pippin-isaac")


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
    """Tell where compiled kernels are kept and how large that is."""
    import warp as wp

    folder = Path(wp.config.kernel_cache_dir or Path.home() / ".cache" / "warp" / wp.__version__)
    if not folder.is_dir():
        yield Finding("kernels", OK, f"none compiled yet; they will be kept in {folder}")
        return
    sizes = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
    yield Finding("kernels", OK, f"{sum(sizes) / 2**20:.0f} MiB compiled in {folder}")
    try:
        probe = folder / ".pippin-doctor"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        text = f"{folder} cannot be written ({error.strerror}): kernels are compiled again in each run"
        yield Finding("kernels", WARNING, text)


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


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _minor(name: str) -> list[str]:
    return (_version(name) or "").split(".")[:2]
