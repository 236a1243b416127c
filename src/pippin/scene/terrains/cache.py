"""Fields of terrains kept in files, for terrains that take long to generate."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from pippin.utils.lazy_modules import trimesh

from .kinds.sub_terrain import SubTerrainBaseCfg


def kept_field(
    folder: Path,
    kind: SubTerrainBaseCfg,
    difficulty: float,
    generate: Callable[[], tuple[trimesh.Trimesh, np.ndarray]],
) -> tuple[trimesh.Trimesh, np.ndarray]:
    """Field of a terrain from a file, or generated and written there.

    The file's name follows from the kind's config, the difficulty and the state of ``numpy.random``, which is after a
    reading what it is after generating: with a seed, a terrain from files is the one that is generated.

    Args:
        folder: Where the files are; it is made if needed.
        kind: Config of the field.
        difficulty: Its difficulty, 0 to 1.
        generate: Makes the field: its mesh with the corner at the origin [m], and where robots start on it [m],
            shape (3,).

    Returns:
        What ``generate`` gives.
    """
    before = np.random.get_state(legacy=True)
    file = folder / f"terrain_{_digest(kind, difficulty, before)}.npz"
    if file.is_file():
        with np.load(file, allow_pickle=False) as kept:
            mesh = trimesh.Trimesh(kept["vertices"], kept["faces"], process=False)
            np.random.set_state(("MT19937", kept["keys"], *kept["place"].tolist(), float(kept["gauss"])))
            return mesh, kept["start"]
    mesh, start = generate()
    _, keys, *place, gauss = np.random.get_state(legacy=True)
    folder.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(
        file,
        vertices=mesh.vertices,
        faces=mesh.faces,
        start=start,
        keys=keys,
        place=np.array(place),
        gauss=gauss,
    )
    return mesh, start


def _digest(kind: SubTerrainBaseCfg, difficulty: float, state: Any) -> str:
    """Text that stands for all that a field depends on."""
    name, keys, *rest = state
    text = repr((kind.to_dict(), difficulty, name, rest))
    return hashlib.sha256(text.encode() + keys.tobytes()).hexdigest()[:32]
