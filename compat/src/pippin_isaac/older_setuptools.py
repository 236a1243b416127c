"""The module by which programs asked setuptools about packages, ``pkg_resources``, which setuptools 82 dropped.

It has what programs of its time call: versions and requirements, distributions that are installed, and files that lie
beside a module. All of it is told by :mod:`importlib.metadata`, :mod:`importlib.resources` and packaging.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
import pkgutil
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from packaging.requirements import Requirement as _Requirement
from packaging.utils import canonicalize_name
from packaging.version import parse as parse_version

MODULE = "pkg_resources"


class ResolutionError(Exception):
    """A requirement is not met."""


class DistributionNotFound(ResolutionError):
    """There is no such distribution."""


class VersionConflict(ResolutionError):
    """A distribution has another version than is wanted."""


class Requirement(_Requirement):
    """What a program wants: a distribution's name, and which versions."""

    @property
    def project_name(self) -> str:
        """Name of the distribution."""
        return self.name

    @property
    def key(self) -> str:
        """Name by which distributions are compared."""
        return canonicalize_name(self.name)

    @classmethod
    def parse(cls, text: str) -> Requirement:
        """Read a requirement."""
        return cls(text)


class InstalledDistribution:
    """A distribution that is installed, or served.

    Args:
        distribution: What :mod:`importlib.metadata` knows of it.
    """

    def __init__(self, distribution: importlib.metadata.Distribution) -> None:
        self.project_name = distribution.metadata["Name"]
        self.key = canonicalize_name(self.project_name)
        self.version = distribution.version
        self.parsed_version = parse_version(distribution.version)
        self.location = str(distribution.locate_file(""))


class WorkingSet:
    """The distributions that programs can import."""

    def __iter__(self) -> Iterator[InstalledDistribution]:
        return map(InstalledDistribution, importlib.metadata.distributions())

    @property
    def by_key(self) -> dict[str, InstalledDistribution]:
        """The distributions by the names by which they are compared."""
        return {each.key: each for each in self}

    def find(self, requirement: Requirement) -> InstalledDistribution | None:
        """The distribution of a requirement; None where there is none.

        Raises:
            VersionConflict: It has another version.
        """
        try:
            found = InstalledDistribution(importlib.metadata.distribution(requirement.name))
        except importlib.metadata.PackageNotFoundError:
            return None
        if found.version not in requirement.specifier:
            raise VersionConflict(f"{found.project_name} {found.version} is installed; expected {requirement}.")
        return found


working_set = WorkingSet()


def parse_requirements(texts: str | Iterator[str]) -> Iterator[Requirement]:
    """Read requirements, one a line; comments and empty lines are passed over."""
    for line in texts.splitlines() if isinstance(texts, str) else texts:
        text = line.partition(" #")[0].strip()
        if text and not text.startswith("#"):
            yield Requirement(text)


def get_distribution(wanted: str | Requirement) -> InstalledDistribution:
    """The distribution of a name or requirement.

    Raises:
        DistributionNotFound: There is none.
        VersionConflict: It has another version.
    """
    requirement = Requirement(wanted) if isinstance(wanted, str) else wanted
    found = working_set.find(requirement)
    if found is None:
        raise DistributionNotFound(f"The '{requirement}' distribution was not found; expected one that is installed.")
    return found


def require(*wanted: str) -> list[InstalledDistribution]:
    """The distributions of requirements; see :func:`get_distribution` for what is raised."""
    return [get_distribution(each) for each in wanted]


def iter_entry_points(group: str, name: str | None = None) -> Iterator[importlib.metadata.EntryPoint]:
    """Entry points of a group, or of a name in it."""
    return (each for each in importlib.metadata.entry_points(group=group) if name in (None, each.name))


def resource_filename(package: str, name: str) -> str:
    """Path of a file or folder below a package; it may not exist.

    Raises:
        ModuleNotFoundError: There is no such package.
    """
    module = importlib.import_module(package)
    folders = list(getattr(module, "__path__", [])) or [str(Path(str(module.__file__)).parent)]
    return str(Path(folders[0]) / name)


def resource_exists(package: str, name: str) -> bool:
    """Whether there is a file or folder below a package."""
    return Path(resource_filename(package, name)).exists()


def resource_isdir(package: str, name: str) -> bool:
    """Whether there is a folder below a package."""
    return Path(resource_filename(package, name)).is_dir()


def resource_listdir(package: str, name: str) -> list[str]:
    """Names in a folder below a package."""
    return [each.name for each in Path(resource_filename(package, name)).iterdir()]


def resource_string(package: str, name: str) -> bytes:
    """Contents of a file below a package."""
    return Path(resource_filename(package, name)).read_bytes()


def resource_stream(package: str, name: str) -> BinaryIO:
    """A file below a package, opened to be read."""
    return Path(resource_filename(package, name)).open("rb")


def declare_namespace(package: str) -> None:
    """Let the package that is being imported lie in several folders of ``sys.path``."""
    module = sys.modules[package]
    module.__path__ = pkgutil.extend_path(module.__path__, package)


def fixup_namespace_packages(path: str, parent: str | None = None) -> None:
    """Do nothing for a new folder of ``sys.path``: Python finds namespaces in it by itself. pytest calls this."""


def give_package_resources_back() -> None:
    """Let programs import ``pkg_resources`` from here, where setuptools has it no more."""
    if MODULE in sys.modules or importlib.util.find_spec(MODULE) is not None:
        return
    sys.modules[MODULE] = module = types.ModuleType(MODULE, __doc__)
    served: dict[str, Any] = {name: value for name, value in globals().items() if not name.startswith("_")}
    module.__dict__.update(served, Distribution=InstalledDistribution)
