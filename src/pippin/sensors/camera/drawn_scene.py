"""The scenes that Newton draws: made once for all cameras of a simulation, when the first of them is read."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np
from pxr import Sdf, Tf, Usd, UsdLux

from pippin.physics.importer.appearance import COLOR_INPUTS, SHINE, read_color, read_light, read_shine
from pippin.physics.importer.pose import Frames
from pippin.physics.importer.prims import owning_body
from pippin.physics.scene.scene import PhysicsScene
from pippin.sim.copied_environments import has_copies
from pippin.sim.expressions import resolve_expression
from pippin.sim.stage import get_current_stage, get_environments

from .material_colors import MaterialColors

if TYPE_CHECKING:
    from pippin.physics.description import SceneDescription
    from pippin.physics.rendering import RenderScene


_COLORS = frozenset({"primvars:displayColor", *(f"inputs:{name}" for name in COLOR_INPUTS)})
"""Attributes of prims and shaders that give surfaces their colour."""

_BLACK, _DARK_GROUND = 0.02, (0.2, 0.21, 0.23)
"""The default ground is black, on which neither tiles nor shadows would show: it is drawn in a dark grey."""


class DrawnScene:
    """What can be seen of a scene that plays.

    Args:
        scene: The scene.
        together: Whether all environments are drawn beside each other in the world.

    Attributes:
        drawn: What Newton draws.
    """

    def __init__(self, scene: PhysicsScene, together: bool) -> None:
        from pippin.physics.rendering import RenderScene

        self.drawn: RenderScene = RenderScene(scene.description, scene.settings, together=together)
        colors = self.drawn.colors
        colors[self.drawn.is_plane & (colors.max(axis=1) < _BLACK)] = _DARK_GROUND
        self.drawn.set_colors(colors)
        for painted in _paint.get(scene, {}).items():
            self.paint(*painted)
        self._stage_colors = _StageColors(self.drawn)
        self._stage_lights = _StageLights(self.drawn, scene.description)
        self._material_colors = MaterialColors(scene, self.drawn)
        self._soft_positions = scene.soft_positions
        self._poses = [frames.kinematics.poses for frames in scene.frames]
        self._version = -1

    def paint(self, expression: str, colors: np.ndarray) -> None:
        """Give shapes colours; see :func:`paint`, whose rows that are NaN stay as they are."""
        pattern = re.compile(resolve_expression(expression) + "(/.*)?")
        all_colors = self.drawn.colors
        for index, env_id in enumerate(self.drawn.env_ids):
            if not np.isnan(colors[env_id]).any():
                for row, shape in enumerate(self.drawn.seen_in(index), start=int(self.drawn.first_shapes[index])):
                    if pattern.fullmatch(shape.name):
                        all_colors[row] = colors[env_id]
        self.drawn.set_colors(all_colors)

    def update(self, version: int) -> None:
        """Bring it to the state of a version, to which the scene's kinematics are up to date already."""
        self._stage_colors.update()
        self._stage_lights.update()
        self._material_colors.update()
        if version != self._version:
            self.drawn.update(self._poses, in_world=True, keep_previous=False, soft_positions=self._soft_positions)
            self._version = version


class _Changes:
    """Whether attributes of some names have been written on a stage.

    Args:
        stage: The stage.
        names: Names of the attributes.
        has_some: Whether some are taken as written already.
        moving: Paths of prims; what moves one or a prim above it counts as well.
    """

    def __init__(
        self, stage: Usd.Stage, names: Collection[str], has_some: bool = False, moving: Collection[Sdf.Path] = ()
    ) -> None:
        self._names = names
        self._moving = moving
        self._has_some = has_some
        self._listener = Tf.Notice.Register(Usd.Notice.ObjectsChanged, self._note, stage)  # holds no reference

    def _note(self, notice: Usd.Notice.ObjectsChanged, stage: Usd.Stage) -> None:
        paths = (*notice.GetChangedInfoOnlyPaths(), *notice.GetResyncedPaths())  # the latter: new ones, hidden prims'
        self._has_some |= any(path.IsPropertyPath() and self._counts(path) for path in paths)

    def _counts(self, path: Sdf.Path) -> bool:
        if path.name in self._names:
            return True
        if not path.name.startswith("xformOp"):
            return False
        return any(moving.HasPrefix(path.GetPrimPath()) for moving in self._moving)

    def take(self) -> bool:
        """Tell whether one has been written since the last call."""
        has_some, self._has_some = self._has_some, False
        return has_some


class _StageColors:
    """Colours that a program changes on the stage while the simulation plays.

    Args:
        drawn: What Newton draws, with the colours that the stage has now.
    """

    def __init__(self, drawn: RenderScene) -> None:
        self._drawn = drawn
        self._stage = get_current_stage()
        self._changes = _Changes(self._stage, _COLORS, has_some=has_copies(self._stage, get_environments()))
        self._seen: dict[str, np.ndarray] = {}

    def update(self) -> None:
        """Draw shapes in other colours whose colour on the stage is another one since the last call."""
        if not self._changes.take():
            return
        colors, before = self._drawn.colors, self._seen.copy()
        materials: dict[Sdf.Path, np.ndarray | None] = {}
        for index, env_id in enumerate(self._drawn.env_ids):
            for row, shape in enumerate(self._drawn.seen_in(index), start=int(self._drawn.first_shapes[index])):
                prim = self._prim_of(shape.name, int(env_id))
                if prim is None:
                    continue
                path, color = str(prim.GetPath()), read_color(prim, materials)[:3]
                if np.abs(color - before.get(path, np.array(shape.color))).max() > _SAME_COLOR:
                    colors[row] = color
                self._seen[path] = color
        self._drawn.set_colors(colors)

    def _prim_of(self, name: str, env_id: int) -> Usd.Prim | None:
        """Prim of a shape in an environment, or the one that it is a copy of; None where the stage has neither."""
        for path in (re.sub(r"(?<=/env_)\d+(?=/)", str(env_id), name, count=1), name):
            prim = self._stage.GetPrimAtPath(path) if Sdf.Path.IsValidPathString(path) else None
            if prim:
                return prim
        return None


class _StageLights:
    """Brightness, colours and places of lights as the stage has them, also where a program changes them at play.

    Lights below bodies move with these.

    Args:
        drawn: What Newton draws.
        description: The scene as it was read, whose lights they are.
    """

    def __init__(self, drawn: RenderScene, description: SceneDescription) -> None:
        self._drawn = drawn
        self._description = description
        self._stage = get_current_stage()
        names = [light.name for light in description.variants[0].spec.lights]
        self._paths = [Sdf.Path(name) for name in names if Sdf.Path.IsValidPathString(name)]
        self._changes = _Changes(self._stage, SHINE, moving=self._paths)
        plan = get_environments()
        self._templates = [""] if plan is None else [plan.template_path(i) for i in range(len(description.variants))]
        self._has_lights = False  # they may have changed between the reading of the scene and its first picture

    def update(self) -> None:
        """Light the scene as the stage's lights shine now, if one has changed or moved since the last call."""
        from pippin.physics.rendering import Carrier, Shine, lights_of

        if not self._changes.take() and self._has_lights:
            return
        frames, shine, carriers = Frames(), {}, {}
        for prim in map(self._stage.GetPrimAtPath, self._paths):
            if not (prim and prim.HasAPI(UsdLux.LightAPI)):
                continue
            path, in_world = str(prim.GetPath()), read_light(prim, frames).pose
            pose = in_world.moved(-self._description.env_origins[0])
            shine[path] = Shine(*read_shine(prim), pose.position, -pose.rotation[:, 2])
            body = owning_body(path, self._drawn.body_ids[0])
            if body is not None and not prim.IsA(UsdLux.DomeLight):
                on_body = frames.pose(self._stage.GetPrimAtPath(body)).inverse() @ in_world
                rows = self._drawn.rows_of([self._in_variant(body, i) for i in range(len(self._drawn.body_ids))])
                carriers[path] = Carrier(rows, on_body.position, -on_body.rotation[:, 2])
        self._has_lights = True
        lights, from_above, from_below = lights_of(self._description, shine)
        self._drawn.set_lights(lights, from_above, from_below, carriers)

    def _in_variant(self, body: str, variant: int) -> str | None:
        """Name in a variant of a body of the first one; None where that has none."""
        first = self._templates[0]
        name = body if variant == 0 else self._templates[variant] + body.removeprefix(first)
        return name if body.startswith(first) and name in self._drawn.body_ids[variant] else None


_SAME_COLOR = 1e-3
"""Difference of colours [1] that no image of bytes shows: models keep them in single precision."""


def drawn_scene_of(scene: PhysicsScene, together: bool) -> DrawnScene:
    """What can be seen of a scene; the same for all who ask while the scene is kept."""
    of_scene = _scenes.setdefault(scene, {})
    if together not in of_scene:
        of_scene[together] = DrawnScene(scene, together)
    return of_scene[together]


def paint(scene: PhysicsScene, expression: str, env_ids: np.ndarray, colors: np.ndarray) -> None:
    """Give the shapes of some environments other colours, in the images that are drawn from now on.

    Args:
        scene: The scene.
        expression: Expression for the prims whose shapes are meant, with all that is below them.
        env_ids: Environments, shape (E,), int.
        colors: Colour of each (red, green, blue), 0 to 1, shape (E, 3).
    """
    painted = _paint.setdefault(scene, {})
    known = painted.setdefault(expression, np.full((scene.num_envs, 3), np.nan, dtype=np.float32))
    known[env_ids] = np.clip(colors, 0.0, 1.0)
    for drawn in _scenes.get(scene, {}).values():
        drawn.paint(expression, known)


_paint: WeakKeyDictionary[PhysicsScene, dict[str, np.ndarray]] = WeakKeyDictionary()
_scenes: WeakKeyDictionary[PhysicsScene, dict[bool, DrawnScene]] = WeakKeyDictionary()
