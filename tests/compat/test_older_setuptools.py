"""``pkg_resources``, which setuptools 82 dropped, for programs that ask it for versions and for files of packages."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

pytest.importorskip("pippin_isaac", reason="pippin-isaac is not installed: pip install ./compat")

from pippin_isaac import older_setuptools as pkg_resources
from pippin_isaac.distributions import serve_versions


def test_versions_are_compared_and_read_from_what_is_installed() -> None:
    assert pkg_resources.parse_version("1.10") > pkg_resources.parse_version("1.9")
    assert pkg_resources.get_distribution("numpy").version == version("numpy")
    (numpy,) = pkg_resources.require("NumPy>=1.0")
    assert (numpy.key, numpy.project_name.lower()) == ("numpy", "numpy")
    assert "numpy" in pkg_resources.working_set.by_key


def test_isaac_gym_is_told_as_preview_4() -> None:
    """As isaacgym-utils asks for it."""
    serve_versions()
    found = pkg_resources.working_set.find(pkg_resources.Requirement("isaacgym"))
    assert found is not None
    assert found.version == "1.0rc4"


def test_what_is_not_installed_or_too_old_is_refused_by_its_name() -> None:
    with pytest.raises(pkg_resources.DistributionNotFound, match="'no-such-package'"):
        pkg_resources.get_distribution("no-such-package")
    with pytest.raises(pkg_resources.VersionConflict, match="numpy"):
        pkg_resources.require("numpy>=1000")


def test_requirements_are_read_line_by_line() -> None:
    lines = "torch>=2.0  # learns\n\n# of tests\npytest\n"
    names = [(each.project_name, str(each.specifier)) for each in pkg_resources.parse_requirements(lines)]
    assert names == [("torch", ">=2.0"), ("pytest", "")]


def test_files_of_packages_are_found_beside_their_modules() -> None:
    assert pkg_resources.resource_exists("json", "decoder.py")
    assert b"JSONDecoder" in pkg_resources.resource_string("json", "decoder.py")
    assert "decoder.py" in pkg_resources.resource_listdir("json", "")
    with pkg_resources.resource_stream("json", "decoder.py") as file:
        assert file.read() == pkg_resources.resource_string("json", "decoder.py")
    assert not pkg_resources.resource_exists("json", "no_such_file")


def test_programs_import_it_where_setuptools_has_it_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "pkg_resources", raising=False)
    if importlib.util.find_spec("pkg_resources") is not None:
        pytest.skip("setuptools has it")
    pkg_resources.give_package_resources_back()
    module = sys.modules["pkg_resources"]
    monkeypatch.syspath_prepend(tmp_path)  # for which pytest asks it about namespaces
    monkeypatch.delitem(sys.modules, "pkg_resources")
    assert module.parse_version is pkg_resources.parse_version


def test_a_namespace_lies_in_several_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder, module in (("one", "near"), ("two", "far")):
        package = tmp_path / folder / "spread"
        package.mkdir(parents=True)
        (package / "__init__.py").write_text(
            "from pippin_isaac.older_setuptools import declare_namespace\ndeclare_namespace(__name__)\n"
        )
        (package / f"{module}.py").write_text("")
        monkeypatch.syspath_prepend(tmp_path / folder)
    for name in ("spread", "spread.near", "spread.far"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    assert importlib.import_module("spread.near") and importlib.import_module("spread.far")
    for name in ("spread", "spread.near", "spread.far"):
        monkeypatch.delitem(sys.modules, name)
