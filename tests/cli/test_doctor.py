"""``pippin doctor`` finds what is wrong with an installation, and says so in the terminal as it is."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from importlib import import_module, metadata
from pathlib import Path

import pytest

from pippin.cli.robots import robots

report = import_module("pippin.cli.doctor")  # the package has the function of that name


def states(findings: object) -> list[str]:
    return [finding.state for finding in findings]


@pytest.mark.slow
def test_a_whole_installation_has_no_fault(capsys: pytest.CaptureFixture[str]) -> None:
    report.doctor()
    printed = capsys.readouterr().out
    assert "No fault found." in printed
    assert metadata.version("mujoco") in printed


def test_the_self_test_compares_a_falling_box_with_the_law() -> None:
    findings = list(report.simulation())
    assert findings[0].state == report.OK and "51.5 mm" in findings[0].text  # g dt^2 n (n + 1) / 2


@pytest.mark.parametrize(
    ("requires", "words"),
    [
        (["numpy<1.0"], ("numpy", metadata.version("numpy"), "<1.0")),
        (["no-such-package>=2"], ("no-such-package", "pip install")),
        (["no-such-package>=2; extra == 'robots'"], ()),
        (["no-such-package>=2; python_version < '3'"], ()),
    ],
)
def test_requirements_that_are_not_met_are_named(
    monkeypatch: pytest.MonkeyPatch, requires: list[str], words: tuple[str, ...]
) -> None:
    monkeypatch.setattr(metadata, "requires", lambda name: requires)
    unmet = list(report.unmet_requirements("pippin"))
    assert len(unmet) == bool(words)
    assert all(word in unmet[0] for word in words)


def test_an_extra_counts_with_the_extras_that_it_asks_for(monkeypatch: pytest.MonkeyPatch) -> None:
    requires = {
        "pippin": [
            "movies[codec]; extra == 'video'",
            "movies; extra == 'pictures'",
            "pippin[pictures]; extra == 'light'",
            "pippin[pictures,video]; extra == 'all'",
        ],
        "movies": ["no-such-package; extra == 'codec'"],
    }
    monkeypatch.setattr(metadata, "requires", requires.__getitem__)
    monkeypatch.setattr(metadata, "version", lambda name: {"pippin": "1", "movies": "2"}.get(name) or missing(name))
    there = [extra for extra in ("video", "pictures", "light", "all") if report._has_extra("pippin", extra)]
    assert there == ["pictures", "light"]


def missing(name: str) -> str:
    raise metadata.PackageNotFoundError(name)


@pytest.mark.parametrize("name", report.FOREIGN)
def test_a_distribution_that_owns_the_same_import_name_is_a_fault(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(metadata, "packages_distributions", lambda: {name: ["the-real-one", "pippin-isaac"]})
    findings = list(report.foreign_packages())
    assert states(findings) == [report.FAULT]
    assert "the-real-one" in findings[0].text


def test_torch_and_warp_that_disagree_about_the_gpu_are_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    import torch
    import warp as wp

    monkeypatch.setattr(wp, "is_cuda_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert states(report.devices()) == [report.FAULT]


def test_versions_of_the_engine_that_differ_are_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    real = metadata.version
    monkeypatch.setattr(metadata, "version", lambda name: "3.1.0" if name == "mujoco-warp" else real(name))
    assert report.WARNING in states(report.dependencies())


Plant = Callable[[pytest.MonkeyPatch, Path], object]


def without_gpu_in_warp(patch: pytest.MonkeyPatch, folder: Path) -> None:
    import torch
    import warp as wp

    patch.setattr(torch.cuda, "is_available", lambda: True)
    patch.setattr(wp, "is_cuda_available", lambda: False)


def cache_of_others(patch: pytest.MonkeyPatch, folder: Path) -> None:
    real = Path.write_bytes

    def refuse(path: Path, data: bytes) -> int:
        if path.name.startswith(".pippin-doctor"):
            raise PermissionError(13, "Permission denied")
        return real(path, data)

    patch.setattr(Path, "write_bytes", refuse)


def clone_on_the_path(patch: pytest.MonkeyPatch, folder: Path) -> None:
    (folder / "isaaclab").mkdir()
    (folder / "isaaclab/__init__.py").touch()
    patch.delitem(sys.modules, "isaaclab", raising=False)
    patch.syspath_prepend(str(folder))


def box_that_hangs(patch: pytest.MonkeyPatch, folder: Path) -> None:
    from pippin.sim import SimulationContext

    patch.setattr(SimulationContext, "step", lambda self, render=True: None)


def engine_that_fails(patch: pytest.MonkeyPatch, folder: Path) -> None:
    import pippin.assets

    patch.setattr(pippin.assets, "RigidObject", lambda cfg: 1 / 0)


def requires(*lines: str) -> Plant:
    return lambda patch, folder: patch.setattr(metadata, "requires", lambda name: list(lines))


def variable(name: str, value: str) -> Plant:
    return lambda patch, folder: patch.setenv(name, value)


def full_disk(patch: pytest.MonkeyPatch, folder: Path) -> None:
    usage = type(shutil.disk_usage("/"))
    patch.setattr(shutil, "disk_usage", lambda path: usage(10**12, 10**12, 10**6))


def real_isaac_lab(patch: pytest.MonkeyPatch, folder: Path) -> None:
    patch.setattr(metadata, "packages_distributions", lambda: {"isaaclab": ["isaaclab"], "isaacsim": ["isaacsim"]})


PLANTED: dict[str, tuple[Plant, str, bool]] = {
    "a missing dependency": (requires("no-such-package>=2"), "no-such-package", False),
    "a dependency that is too old": (requires("numpy>=99"), ">=99", False),
    "Isaac Lab by pip": (real_isaac_lab, "two virtual environments", False),
    "a clone of Isaac Lab on the path": (clone_on_the_path, "PYTHONPATH", False),
    "a torch and a Warp for different GPUs": (without_gpu_in_warp, "torch sees a GPU and Warp does not", False),
    "a cache that belongs to others": (cache_of_others, "Permission denied", False),
    "a full disk": (full_disk, "are left on the disk", False),
    "assets that are not there": (variable("PIPPIN_ASSETS_ROOT", "/no/such/folder"), "/no/such/folder", False),
    "a version of Isaac Lab that there is not": (variable("PIPPIN_ISAACLAB", "4"), "set it to 2 or 3", False),
    "an engine that fails": (engine_that_fails, "ZeroDivisionError", True),
    "an engine that does not move": (box_that_hangs, "51.5 expected", True),
}


@pytest.mark.slow
@pytest.mark.parametrize(("plant", "words", "self_test"), PLANTED.values(), ids=PLANTED)
def test_planted_faults_are_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, plant: Plant, words: str, self_test: bool
) -> None:
    plant(monkeypatch, tmp_path)
    if "GPU" in words:  # devices that are not there cannot be listed
        found = list(report.devices())
    else:
        found = list(report.simulation() if self_test else report.examine(self_test=False))
    assert any(words in finding.text for finding in found if finding.state != report.OK)


@pytest.mark.slow
def test_nothing_is_found_where_nothing_is_planted() -> None:
    assert all(finding.state == report.OK for finding in report.examine(self_test=False))


@pytest.mark.slow
def test_a_simulation_that_fails_is_a_fault_and_exits_with_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import pippin.assets

    def fail(cfg: object) -> None:
        raise RuntimeError("no engine [here]")

    monkeypatch.setattr(pippin.assets, "RigidObject", fail)
    with pytest.raises(SystemExit) as exit_info:
        report.doctor()
    assert exit_info.value.code == 1
    assert "no engine [here]" in capsys.readouterr().out  # not taken for markup


def test_advice_about_a_missing_extra_keeps_its_brackets(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def no_descriptions(name: str) -> object:
        def factory() -> None:
            """A robot."""
            raise FileNotFoundError("pip install 'pippin[robots]'.")

        return factory

    monkeypatch.setattr(import_module("pippin.cli.robots"), "robot_factory", no_descriptions)
    robots()
    assert "[robots]" in capsys.readouterr().out.replace("\n", "")
