"""Colours of materials that differ by environment and change during the simulation, in the scenes that are drawn."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol
from weakref import WeakKeyDictionary

import numpy as np
import torch
from pxr import Sdf, Usd, UsdShade

from pippin.physics.scene.scene import PhysicsScene, playing_scene
from pippin.sim import SimulationContext
from pippin.sim.stage import get_current_stage

if TYPE_CHECKING:
    from pippin.physics.rendering import RenderScene


class ColorSource(Protocol):
    """Something that knows the colours of the materials at some prim paths.

    Attributes:
        version: Number that is another one whenever colours have changed.
    """

    version: int

    @property
    def expression(self) -> str:
        """Regular expression of the prim paths of the materials."""

    @property
    def colors(self) -> torch.Tensor | None:
        """Colour (red, green, blue) in each environment, 0 to 1, shape (num_envs, 3); None where it leaves them."""


_sources: WeakKeyDictionary[PhysicsScene, list[ColorSource]] = WeakKeyDictionary()


def show_colors_of(simulation: SimulationContext, source: ColorSource) -> None:
    """Draw shapes that have a source's material in its colours, in all images until the simulation stops.

    Colours are read when an image is drawn, so that a source whose colours nobody sees costs nothing.

    Args:
        simulation: The simulation, which plays.
        source: What has the colours.

    Raises:
        RuntimeError: The simulation is stopped.
    """
    _sources.setdefault(playing_scene(simulation), []).append(source)


class MaterialColors:
    """Colours of materials in one scene that is drawn.

    Args:
        scene: The scene.
        drawn: What is drawn of it.
    """

    def __init__(self, scene: PhysicsScene, drawn: RenderScene) -> None:
        self._sources = _sources.setdefault(scene, [])
        self._drawn = drawn
        self._materials: list[str] | None = None
        self._seen: dict[int, tuple[int, np.ndarray]] = {}

    def update(self) -> None:
        """Draw shapes in the colours that their materials have now."""
        changed = [source for source in self._sources if source.version != self._seen.get(id(source), (-1,))[0]]
        colors = self._drawn.colors if changed else np.zeros(0)
        for source in changed:
            rows = self._seen[id(source)][1] if id(source) in self._seen else self._rows_of(source.expression)
            self._seen[id(source)] = (source.version, rows)
            if source.colors is not None and rows.size:
                values = source.colors.cpu().numpy()  # which waits for the device: an image is drawn anyway
                colors[rows[:, 0]] = np.clip(values[rows[:, 1]], 0.0, 1.0)
        if changed:
            self._drawn.set_colors(colors)

    def _rows_of(self, expression: str) -> np.ndarray:
        """Rows of the shapes whose material has a path, and their environments, shape (n, 2), int."""
        pattern, rows, known = re.compile(expression), [], dict[str, bool]()
        for index, env_id in enumerate(self._drawn.env_ids):
            for row, shape in enumerate(self._drawn.seen_in(index), start=int(self._drawn.first_shapes[index])):
                if shape.name not in known:
                    known[shape.name] = pattern.fullmatch(material_path(shape.name)) is not None
                if known[shape.name]:
                    rows.append((row, int(env_id)))
        return np.array(rows, dtype=int).reshape(-1, 2)


_NUMBER = re.compile(r":\d+$")
"""What names of shapes end with where a prim has several."""


def material_path(shape: str) -> str:
    """Path of the material that a shape's prim on the stage is bound to; empty where there is none."""
    stage, prim_path = get_current_stage(), _NUMBER.sub("", shape)
    prim: Usd.Prim | None = stage.GetPrimAtPath(prim_path) if Sdf.Path.IsValidPathString(prim_path) else None
    if not prim:
        return ""
    material, _ = UsdShade.MaterialBindingAPI(prim).ComputeBoundMaterial()
    return str(material.GetPath()) if material else ""
