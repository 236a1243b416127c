"""Markers: many copies of a few shapes, drawn without being simulated."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Sequence
from dataclasses import MISSING

import numpy as np
import torch
from pxr import Gf, Usd, UsdGeom, Vt

from pippin.utils import configclass
from pippin.utils.math import quat_from_angle_axis, quat_mul

from ..prims import create_prim, define_prim, set_prim_visibility
from ..spawners import ConeCfg, CuboidCfg, CylinderCfg, PreviewSurfaceCfg, SphereCfg
from ..spawners.cfg import SpawnerCfg
from ..stage import get_current_stage

_LOGGER = logging.getLogger("pippin")

Array = np.ndarray | torch.Tensor


class VisualizationMarkers:
    """Copies of some shapes at poses that may change at every frame.

    They are one ``UsdGeom.PointInstancer``, so that a thousand markers cost the stage a few arrays.

    Args:
        cfg: Config of the markers. It is copied.

    Raises:
        ValueError: There are no shapes.
    """

    def __init__(self, cfg: VisualizationMarkersCfg) -> None:
        cfg.validate()
        if not cfg.markers:
            raise ValueError(f"The markers at '{cfg.prim_path}' have no shapes: give 'markers' at least one spawner.")
        self.cfg = cfg.copy()
        self.prim_path = _free_path(cfg.prim_path)
        """Path of the instancer."""
        self._instancer = UsdGeom.PointInstancer(define_prim(self.prim_path, "PointInstancer"))
        prototypes = self._instancer.CreatePrototypesRel()
        for name, spawner in self.cfg.markers.items():
            prim = spawner.func(f"{self.prim_path}/{name}", spawner)
            prototypes.AddTarget(prim.GetPath())
        self._count = 0
        self._has_warned = self._has_warned_of_indices = False
        self.visualize(translations=np.zeros((0, 3)))

    @property
    def num_prototypes(self) -> int:
        """Number of shapes."""
        return len(self.cfg.markers)

    @property
    def count(self) -> int:
        """Number of markers."""
        return self._count

    def is_visible(self) -> bool:
        """Whether the markers are to be seen."""
        return self._instancer.ComputeVisibility() != UsdGeom.Tokens.invisible

    def set_visibility(self, visible: bool) -> None:
        """Show or hide all markers."""
        set_prim_visibility(self._instancer.GetPrim(), visible)

    def visualize(
        self,
        translations: Array | None = None,
        orientations: Array | None = None,
        scales: Array | None = None,
        marker_indices: Sequence[int] | Array | None = None,
        environment_ids: Sequence[int] | Array | None = None,
    ) -> None:
        """Put markers where they belong. What is None stays, unless the number of markers changes.

        Args:
            translations: Positions in the world [m], shape (n, 3).
            orientations: Orientations in the world (x, y, z, w), shape (n, 4).
            scales: Scales along the markers' own axes, shape (n, 3).
            marker_indices: Which shape each marker is, shape (n,); of a new number of markers the first shape.
            environment_ids: Environment that each marker belongs to, shape (n,). Without effect: all are shown.

        Where the arrays differ in their length, the shortest one tells how many markers there are, and a warning says
        it once. Markers of an index that no shape has are not seen, which another warning says once.

        Raises:
            ValueError: Everything is None, or a shape is wrong.
        """
        given = {
            "translations": _rows(translations, 3, "translations"),
            "orientations": _rows(orientations, 4, "orientations"),
            "scales": _rows(scales, 3, "scales"),
        }
        indices = None if marker_indices is None else np.asarray(_on_host(marker_indices)).reshape(-1)
        lengths = {len(values) for values in (*given.values(), indices) if values is not None}
        if not lengths:
            raise ValueError(
                "'translations', 'orientations', 'scales' and 'marker_indices' are all None; expected one of them."
            )
        count = min(lengths)
        if len(lengths) > 1:
            self._warn_of_lengths(sorted(lengths))
            given = {name: None if values is None else values[:count] for name, values in given.items()}
            indices = None if indices is None else indices[:count]
        if environment_ids is not None:
            if len(environment_ids) != count:
                raise ValueError(
                    f"environment_ids holds {len(environment_ids)} of {count}; expected one index per marker."
                )
            _say_that_all_are_shown()
        if indices is not None and count and not (indices.min() >= 0 and indices.max() < self.num_prototypes):
            self._warn_of_indices(indices)
        self._author(given, indices, count)

    def _warn_of_indices(self, indices: np.ndarray) -> None:
        if not self._has_warned_of_indices:
            self._has_warned_of_indices = True
            _LOGGER.warning(
                "marker_indices of '%s' holds %d to %d, but there are %d shapes: %s. Markers of others are not seen.",
                self.cfg.prim_path,
                indices.min(),
                indices.max(),
                self.num_prototypes,
                ", ".join(self.cfg.markers),
            )

    def _warn_of_lengths(self, lengths: list[int]) -> None:
        if not self._has_warned:
            self._has_warned = True
            _LOGGER.warning(
                "The markers at '%s' got arrays of the lengths %s, of which they draw the first %d.",
                self.cfg.prim_path,
                lengths,
                lengths[0],
            )

    def _author(self, given: dict[str, np.ndarray | None], indices: np.ndarray | None, count: int) -> None:
        """Write to the stage what is given; what is not stays, unless the number of markers changes."""
        instancer = self._instancer
        is_new_count, self._count = count != self._count, count
        if given["translations"] is None and is_new_count:
            given["translations"] = np.zeros((count, 3))
        if indices is None and (is_new_count or count == 0):
            indices = np.zeros(count)
        if given["translations"] is not None:
            points = given["translations"].astype(np.float32)
            instancer.CreatePositionsAttr(Vt.Vec3fArray.FromNumpy(points))
        if given["orientations"] is not None:
            halves = [Gf.Quath(*row) for row in np.roll(given["orientations"], 1, axis=1).tolist()]
            instancer.CreateOrientationsAttr(Vt.QuathArray(halves))
        elif is_new_count:
            instancer.CreateOrientationsAttr(Vt.QuathArray())
        if given["scales"] is not None:
            instancer.CreateScalesAttr(Vt.Vec3fArray.FromNumpy(given["scales"].astype(np.float32)))
        elif is_new_count:
            instancer.CreateScalesAttr(Vt.Vec3fArray())
        if indices is not None:
            instancer.CreateProtoIndicesAttr(Vt.IntArray.FromNumpy(indices.astype(np.int32)))


@configclass
class VisualizationMarkersCfg:
    """Which shapes there are to choose from."""

    prim_path: str = MISSING
    """Path of the prim that holds the markers; one without a slash before it is below the root. Where there is one
    already, a number is added to the name."""

    markers: dict[str, SpawnerCfg] = MISSING
    """Spawners of the shapes, by name. Their order gives the indices that choose among them."""

    class_type: type[VisualizationMarkers] = VisualizationMarkers
    """Class that is made of this config, by programs that ask a config for it."""


def arrows_along(frames: torch.Tensor, vectors: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Orientations of arrows, which point along x, so that they show vectors.

    Args:
        frames: Orientations of the frames that the vectors are in (x, y, z, w), shape (n, 4).
        vectors: The vectors, shape (n, 3).

    Returns:
        Orientations (x, y, z, w), shape (n, 4), and lengths of the vectors, shape (n,).
    """
    x_axis = torch.zeros_like(vectors)
    x_axis[:, 0] = 1.0
    lengths = vectors.norm(dim=1)
    axes = torch.linalg.cross(x_axis, vectors)
    angles = torch.atan2(axes.norm(dim=1), vectors[:, 0])
    # A vector along -x has no axis of its own: any one across x does.
    across = torch.zeros_like(vectors)
    across[:, 2] = 1.0
    axes = torch.where(axes.norm(dim=1, keepdim=True) < 1e-9, across, axes)
    return quat_mul(frames, quat_from_angle_axis(angles, axes)), lengths


# -- shapes of markers -------------------------------------------------------------------------------------------------


def spawn_arrow(
    prim_path: str,
    cfg: ArrowMarkerCfg,
    translation: Sequence[float] | None = None,
    orientation: Sequence[float] | None = None,
) -> Usd.Prim:
    """Spawn an arrow of length 1 along x, from the origin of its frame."""
    prim = create_prim(prim_path, "Xform", translation=translation, orientation=orientation, scale=cfg.scale)
    _spawn_arrow_parts(prim_path, cfg.visual_material, (0.0, 0.0, 0.0, 1.0))
    return prim


@configclass
class ArrowMarkerCfg(SpawnerCfg):
    """An arrow along x."""

    func: Callable[..., Usd.Prim] = spawn_arrow

    scale: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """Length along x [m], and thickness along y and z relative to the usual."""

    visual_material: PreviewSurfaceCfg | None = None
    """Visual material; None leaves it to the viewer."""


def spawn_frame(
    prim_path: str,
    cfg: FrameMarkerCfg,
    translation: Sequence[float] | None = None,
    orientation: Sequence[float] | None = None,
) -> Usd.Prim:
    """Spawn three arrows of length 1 along x (red), y (green) and z (blue)."""
    prim = create_prim(prim_path, "Xform", translation=translation, orientation=orientation, scale=cfg.scale)
    half = 0.5**0.5
    turns = {"x": (0.0, 0.0, 0.0, 1.0), "y": (0.0, 0.0, half, half), "z": (0.0, -half, 0.0, half)}
    for (axis, turn), color in zip(turns.items(), (_RED, _GREEN, _BLUE), strict=True):
        define_prim(f"{prim_path}/{axis}")
        _spawn_arrow_parts(f"{prim_path}/{axis}", PreviewSurfaceCfg(diffuse_color=color), turn)
    return prim


@configclass
class FrameMarkerCfg(SpawnerCfg):
    """The axes of a frame: x red, y green, z blue."""

    func: Callable[..., Usd.Prim] = spawn_frame

    scale: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """Lengths of the axes [m]."""


def _spawn_arrow_parts(path: str, material: PreviewSurfaceCfg | None, turn: tuple[float, float, float, float]) -> None:
    """Shaft and tip of an arrow of length 1 that points along x, turned by a quaternion (x, y, z, w)."""
    along = Gf.Rotation(Gf.Quatd(turn[3], *turn[:3])).TransformDir(Gf.Vec3d(1.0, 0.0, 0.0))
    shaft = CylinderCfg(radius=0.03, height=0.8, axis="X", visual_material=material)
    tip = ConeCfg(radius=0.08, height=0.2, axis="X", visual_material=material)
    shaft.func(f"{path}/shaft", shaft, translation=tuple(0.4 * along), orientation=turn)
    tip.func(f"{path}/tip", tip, translation=tuple(0.9 * along), orientation=turn)


def _colored(color: tuple[float, float, float], opacity: float = 1.0) -> PreviewSurfaceCfg:
    return PreviewSurfaceCfg(diffuse_color=color, opacity=opacity)


_RED, _GREEN, _BLUE = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)

FRAME_MARKER_CFG = VisualizationMarkersCfg(
    prim_path="/Visuals/Frame",
    markers={
        "frame": FrameMarkerCfg(scale=(0.5, 0.5, 0.5)),
        "connecting_line": CylinderCfg(radius=0.002, height=1.0, visual_material=_colored((1.0, 1.0, 0.0))),
    },
)
"""Axes of frames, and lines between them."""

RED_ARROW_X_MARKER_CFG = VisualizationMarkersCfg(
    prim_path="/Visuals/RedArrow",
    markers={"arrow": ArrowMarkerCfg(scale=(1.0, 1.0, 1.0), visual_material=_colored(_RED))},
)
"""Red arrows along x."""

GREEN_ARROW_X_MARKER_CFG = VisualizationMarkersCfg(
    prim_path="/Visuals/GreenArrow",
    markers={"arrow": ArrowMarkerCfg(scale=(1.0, 1.0, 1.0), visual_material=_colored(_GREEN))},
)
"""Green arrows along x."""

BLUE_ARROW_X_MARKER_CFG = VisualizationMarkersCfg(
    prim_path="/Visuals/BlueArrow",
    markers={"arrow": ArrowMarkerCfg(scale=(1.0, 1.0, 1.0), visual_material=_colored(_BLUE))},
)
"""Blue arrows along x."""

CONTACT_SENSOR_MARKER_CFG = VisualizationMarkersCfg(
    prim_path="/Visuals/ContactSensor",
    markers={
        "contact": SphereCfg(radius=0.02, visual_material=_colored(_RED)),
        "no_contact": SphereCfg(radius=0.02, visible=False, visual_material=_colored(_GREEN)),
    },
)
"""Red spheres at bodies in contact; those of the others are hidden."""

RAY_CASTER_MARKER_CFG = VisualizationMarkersCfg(
    prim_path="/Visuals/RayCaster",
    markers={"hit": SphereCfg(radius=0.02, visual_material=_colored(_RED))},
)
"""Red spheres where rays hit."""

POSITION_GOAL_MARKER_CFG = VisualizationMarkersCfg(
    prim_path="/Visuals/PositionGoal",
    markers={
        "target_far": SphereCfg(radius=0.01, visual_material=_colored(_RED)),
        "target_near": SphereCfg(radius=0.01, visual_material=_colored(_GREEN)),
        "target_invisible": SphereCfg(radius=0.01, visible=False, visual_material=_colored(_BLUE)),
    },
)
"""Spheres at goals, red while they are far."""

DEFORMABLE_TARGET_MARKER_CFG = VisualizationMarkersCfg(
    prim_path="/Visuals/DeformableTarget",
    markers={"target": SphereCfg(radius=0.02, visual_material=_colored((1.0, 0.75, 0.8)))},
)
"""Pink spheres at kinematic targets of nodes."""

SPHERE_MARKER_CFG = VisualizationMarkersCfg(
    prim_path="/Visuals/Sphere",
    markers={"sphere": SphereCfg(radius=0.5, visual_material=_colored(_RED))},
)
"""Red spheres."""

CUBOID_MARKER_CFG = VisualizationMarkersCfg(
    prim_path="/Visuals/Cuboid",
    markers={"cuboid": CuboidCfg(size=(1.0, 1.0, 1.0), visual_material=_colored(_RED))},
)
"""Red boxes."""


# -- inside ------------------------------------------------------------------------------------------------------------


def _free_path(path: str) -> str:
    """The path, below the root, or the path with the smallest number behind it that is free."""
    path = path if path.startswith("/") else f"/{path}"
    stage, free, number = get_current_stage(), path, 0
    while stage.GetPrimAtPath(free):
        number += 1
        free = f"{path}_{number}"
    return free


def _on_host(values: Sequence[int] | Array) -> Sequence[int] | np.ndarray:
    return values.detach().cpu().numpy() if isinstance(values, torch.Tensor) else values


@functools.cache
def _say_that_all_are_shown() -> None:
    _LOGGER.warning("'environment_ids' of markers has no effect: all are shown together.")


def _rows(values: Array | None, width: int, name: str) -> np.ndarray | None:
    """Rows of an array on the host."""
    if values is None:
        return None
    rows = np.asarray(_on_host(values), dtype=np.float64)
    if rows.ndim != 2 or rows.shape[1] != width:
        raise ValueError(f"'{name}' of markers should have shape (n, {width}), not {rows.shape}.")
    return rows
