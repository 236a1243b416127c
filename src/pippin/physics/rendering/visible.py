"""Which shapes environments show, and which rows of the bodies' poses carry them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import mujoco
import numpy as np

from ..backend import SolverSettings
from ..compile import compile_model
from ..description import SceneDescription
from .seen_shapes import seen_shapes


@dataclass(frozen=True)
class VisibleShape:
    """A shape of a variant, with where its body is in each environment.

    Attributes:
        variant: Index of the variant.
        model: Model of the variant that keeps what is only seen.
        geom: Geometry in it.
        color: Colour (red, green, blue), 0 to 1.
        rows: Rows of its body's pose: the poses of each variant's environments, shape (worlds, bodies), one variant
            after the other. What all environments share has one row.
    """

    variant: int
    model: mujoco.MjModel
    geom: int
    color: tuple[float, float, float]
    rows: list[int]


def visible_shapes(
    description: SceneDescription, settings: SolverSettings, env_ids: Sequence[int]
) -> list[VisibleShape]:
    """Find the shapes that environments show.

    Args:
        description: What the environments hold.
        settings: What the models are compiled with.
        env_ids: Environments that are shown.

    Raises:
        IndexError: There is no such environment.
    """
    wrong = [env_id for env_id in env_ids if not 0 <= env_id < description.num_envs]
    if wrong:
        raise IndexError(f"There are no environments {wrong}: the scene has {description.num_envs}, counted from 0.")
    variant_of_env = np.asarray(description.variant_of_env)
    shapes: list[VisibleShape] = []
    first_row = 0
    are_shared_shown = False
    for index, variant in enumerate(description.variants):
        envs = np.flatnonzero(variant_of_env == index)
        worlds = [int(np.flatnonzero(envs == env)[0]) for env in env_ids if variant_of_env[env] == index]
        model = compile_model(variant, settings, visuals=True)
        shared = {0} | {model.body(name).id for name in variant.shared_bodies}
        for shape in seen_shapes(model, collision=False):
            is_shared = shape.body in shared
            if not worlds or (is_shared and are_shared_shown):
                continue
            shown = worlds[:1] if is_shared else worlds
            rows = [first_row + world * model.nbody + shape.body for world in shown]
            shapes.append(VisibleShape(index, model, shape.geom, shape.color, rows))
        are_shared_shown = are_shared_shown or bool(worlds)
        first_row += len(envs) * model.nbody
    return shapes
