"""Event terms that would give each environment other shapes or looks, which Pippin spawns instead.

The stage holds one copy of what all environments share, so that what differs between them is said when it is spawned.
"""

from __future__ import annotations

from typing import Any, NoReturn

from pippin.envs.managers import ManagerTermBase

from ..env_types import ManagerBasedEnv


def _refuse(term: str, difference: str) -> NoReturn:
    raise NotImplementedError(
        f"The term '{term}' would give the environments different {difference} on the stage, which holds one copy for "
        f"all of them: spawn the variants with pippin.sim.MultiAssetSpawnerCfg, and leave the term out (None)."
    )


def randomize_rigid_body_scale(env: ManagerBasedEnv, env_ids: Any, *args: Any, **kwargs: Any) -> None:
    """Refuse to scale bodies.

    Raises:
        NotImplementedError: Always; it names what to write in its place.
    """
    _refuse("randomize_rigid_body_scale", "scales of bodies")


class _RefusedLooks(ManagerTermBase):
    """Base of the terms that are refused when they are made."""

    difference = "looks"

    def __init__(self, cfg: Any, env: ManagerBasedEnv) -> None:
        _refuse(str(type(self).__name__), self.difference)

    def __call__(self, env: ManagerBasedEnv, env_ids: Any, *args: Any, **kwargs: Any) -> None:
        """Refuse, as the constructor does."""
        _refuse(str(type(self).__name__), self.difference)


class randomize_visual_texture_material(_RefusedLooks):  # noqa: N801 (Isaac Lab's name)
    """Refuse to give bodies other textures: raises NotImplementedError that names what to write in its place."""

    difference = "textures"


class randomize_visual_color(_RefusedLooks):  # noqa: N801 (Isaac Lab's name)
    """Refuse to give bodies other colors: raises NotImplementedError that names what to write in its place."""

    difference = "colors"


class randomize_visual_material(_RefusedLooks):  # noqa: N801 (Isaac Lab's name)
    """Refuse to give bodies other materials: raises NotImplementedError that names what to write in its place."""

    difference = "visual materials"


class randomize_visual_shape(_RefusedLooks):  # noqa: N801 (Isaac Lab's name)
    """Refuse to give bodies other shapes: raises NotImplementedError that names what to write in its place."""

    difference = "visual shapes"
