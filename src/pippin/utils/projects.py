"""Which project a file belongs to."""

from __future__ import annotations

from pathlib import Path

SIGNS = ("pyproject.toml", "setup.py", "setup.cfg", ".git")
"""Files and folders that stand where a project begins."""


def project_of(path: Path) -> Path:
    """Outermost folder of the project that a file belongs to, up to its repository and below the user's home folder.

    Of an installed package it is the package's folder. Where nothing tells of a project it is the file's own folder,
    as for a program that was unpacked or copied alone.

    Args:
        path: The file, as an absolute path.
    """
    if "site-packages" in path.parts:
        return path.parents[len(path.parts) - 2 - path.parts.index("site-packages") - 1]
    home = Path.home()
    root = path.parent
    for folder in path.parents:
        if folder in (home, folder.parent):
            break
        if any((folder / name).exists() for name in SIGNS):
            root = folder
        if (folder / ".git").exists():
            break
    return root
