"""The constraints file pins whatever the project asks for by name."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

REPOSITORY = Path(__file__).parents[1]
TESTED_EXTRAS = ("robots", "test", "docs")


def constraints() -> dict[str, Requirement]:
    """Pins of the constraints file by name of the distribution."""
    lines = (REPOSITORY / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [Requirement(line) for line in lines if line and not line.startswith("#")]
    return {pin.name: pin for pin in pins}


def direct_requirements() -> list[Requirement]:
    """What ``pip install pippin[robots,test,docs] pippin-isaac`` asks for by name."""
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    lines = project["dependencies"] + [line for extra in TESTED_EXTRAS for line in extras[extra]]
    names = tomllib.loads((REPOSITORY / "compat/pyproject.toml").read_text(encoding="utf-8"))["project"]
    requirements = [Requirement(line) for line in [*lines, *names["dependencies"]]]
    return [requirement for requirement in requirements if requirement.name != "pippin"]


@pytest.mark.parametrize("requirement", direct_requirements(), ids=lambda requirement: requirement.name)
def test_requirement_is_pinned_to_a_version_that_it_admits(requirement: Requirement) -> None:
    (pin,) = constraints()[requirement.name].specifier
    assert pin.operator == "=="
    assert requirement.specifier.contains(pin.version)
