"""Every module can be imported, and every name that it exports is there."""

from __future__ import annotations

import importlib
from pathlib import Path

import pippin

ROOT = Path(pippin.__file__).parent


def module_name(path: Path) -> str:
    """Name under which the module in a file is imported."""
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = sorted(module_name(path) for path in ROOT.rglob("*.py") if path.name != "__main__.py")


def test_modules_have_the_names_that_they_export() -> None:
    wrong = []
    for name in MODULES:
        try:
            module = importlib.import_module(name)
        except ImportError as error:
            if "pip install" not in str(error):  # an optional library, which says how to get it
                wrong.append(f"{name} cannot be imported: {error}")
            continue
        exported = list(getattr(module, "__all__", []))
        wrong += [f"{name}.{missing} is not there" for missing in exported if not hasattr(module, missing)]
        wrong += [f"{name}.{twice} stands twice in __all__" for twice in exported if exported.count(twice) > 1]
    assert wrong == []
