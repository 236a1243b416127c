"""``pippin doctor`` finds what is wrong with an installation, and says so in the terminal as it is."""

from __future__ import annotations

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


def test_a_cache_that_cannot_be_written_is_a_warning(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import warp as wp

    monkeypatch.setattr(wp.config, "kernel_cache_dir", str(tmp_path))

    def refuse(path: Path, data: bytes) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "write_bytes", refuse)
    assert states(report.caches())[-1] == report.WARNING


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
