"""``pkg_resources``, which setuptools 82 dropped, for programs that ask it for versions and for files of packages."""

from __future__ import annotations

import importlib.util
import sys
from importlib.metadata import version

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


def test_programs_import_it_where_setuptools_has_it_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    if importlib.util.find_spec("pkg_resources") is not None:
        pytest.skip("setuptools has it")
    monkeypatch.delitem(sys.modules, "pkg_resources", raising=False)
    pkg_resources.give_package_resources_back()
    module = sys.modules["pkg_resources"]
    monkeypatch.delitem(sys.modules, "pkg_resources")
    assert module.parse_version is pkg_resources.parse_version
