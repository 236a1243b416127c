"""All modules of a package, imported: tasks register themselves where they are."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Sequence


def import_packages(package_name: str, blacklist_pkgs: Sequence[str] | None = None) -> None:
    """Import a package and all packages inside it. Modules that are no packages are left to these.

    Args:
        package_name: Name of the package.
        blacklist_pkgs: Parts of names; packages whose names contain one are left out, with all inside them.

    Raises:
        Exception: Whatever the import of a package raises.
    """
    package = importlib.import_module(package_name)
    for info in pkgutil.iter_modules(package.__path__, f"{package_name}."):
        if info.ispkg and not any(part in info.name for part in blacklist_pkgs or ()):
            import_packages(info.name, blacklist_pkgs)
