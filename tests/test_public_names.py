"""Every module can be imported, and every name that it exports is there."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

import pippin

ROOT = Path(pippin.__file__).parent


def module_name(path: Path) -> str:
    """Name under which the module in a file is imported."""
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = sorted(module_name(path) for path in ROOT.rglob("*.py") if path.name != "__main__.py")


@pytest.mark.parametrize("name", MODULES)
def test_module_has_the_names_that_it_exports(name: str) -> None:
    try:
        module = importlib.import_module(name)
    except ImportError as error:
        if "pip install" not in str(error):
            raise
        pytest.skip(str(error))  # an optional library, which says how to get it
    exported = list(getattr(module, "__all__", []))
    assert [name for name in exported if not hasattr(module, name)] == []
    assert len(exported) == len(set(exported)), "a name stands twice in __all__"
