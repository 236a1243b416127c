"""What is drawn of a compiled MuJoCo model."""

from __future__ import annotations

from dataclasses import dataclass

import mujoco

_HIDDEN_GROUP = 3  # geometry that collides and is not drawn


@dataclass(frozen=True)
class SeenShape:
    """A shape that is drawn in every environment of a variant.

    Attributes:
        name: Name of its geometry: the path of its prim, or what an assembly of assets calls it.
        geom: Geometry in the model that keeps what is only seen.
        body: Body that carries it, in that model and in the one that is simulated.
        is_plane: Whether it is an infinite plane.
        color: Colour (red, green, blue), 0 to 1.
    """

    name: str
    geom: int
    body: int
    is_plane: bool
    color: tuple[float, float, float]


def seen_shapes(model: mujoco.MjModel, collision: bool) -> list[SeenShape]:
    """What is drawn of a model.

    Args:
        model: Model that keeps what is only seen.
        collision: Whether colliders are drawn, instead of what is made for being seen.
    """
    drawn = _can_be_hit if collision else _can_be_seen
    return [
        SeenShape(
            name=model.geom(geom).name,
            geom=geom,
            body=int(model.geom_bodyid[geom]),
            is_plane=bool(model.geom_type[geom] == mujoco.mjtGeom.mjGEOM_PLANE),
            color=color_of(model, geom),
        )
        for geom in range(model.ngeom)
        if drawn(model, geom)
    ]


def color_of(model: mujoco.MjModel, geom: int) -> tuple[float, float, float]:
    """Colour (red, green, blue) of a geometry: its material's where it has one."""
    material = model.geom_matid[geom]
    red, green, blue, _ = (model.mat_rgba[material] if material >= 0 else model.geom_rgba[geom]).tolist()
    return red, green, blue


def _can_be_seen(model: mujoco.MjModel, geom: int) -> bool:
    return bool(model.geom_group[geom] != _HIDDEN_GROUP and model.geom_rgba[geom, 3] > 0.0)


def _can_be_hit(model: mujoco.MjModel, geom: int) -> bool:
    return bool(model.geom_contype[geom] or model.geom_conaffinity[geom])
