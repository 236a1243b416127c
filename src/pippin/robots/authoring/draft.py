"""A robot description made from a URDF and its meshes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike

import numpy as np
import trimesh
from scipy.spatial import cKDTree

from pippin.motion import poses
from pippin.motion.robot_description import (
    BASE,
    CollisionSphere,
    RobotDescription,
    RobotModel,
    ToolFrame,
    build_robot_model,
)
from pippin.motion.spheres import Solid, SphereCover, SphereCoverer, make_solid
from pippin.utils.urdf import UrdfModel, read_urdf

from .default_configuration import choose_default_q
from .joints import acceleration_limits, chain_joints, held_positions, jerk_limits, last_link
from .link_meshes import link_meshes
from .self_collision import SAMPLES, LinkPairs, sample_configurations

FLOOR_MARGIN = 0.002
"""How far spheres of the base stay above what it stands on [m]."""

BASE_SCALE = 1.5
"""Factor of the bounds for links that do not move: what is near the base is avoided by how the arm is built."""

LARGE = 0.3
"""Extent of a link from which on its bounds grow with it, where it does not move [m]: these need no detail."""

Progress = Callable[[str, int, int], object]
"""What is told of progress: stage, parts of it that are done, and all of its parts."""

SCALES = (0.2, 10.0)
"""Factors within which bounds are scaled to reach a number of spheres."""


@dataclass(frozen=True)
class SphereBounds:
    """What is asked of collision spheres.

    Attributes:
        max_protrusion: How far spheres may stand out of a link [m]; half as far again for links that do not move,
            and farther if they are large.
        max_gap: How far the surface of a link may be from the nearest sphere [m]; a thousandth of it may be
            farther.
        num_spheres: Number of spheres that both bounds are scaled for, by one factor; None leaves them as they are.
        base: Whether links that no coordinate moves get spheres too.
    """

    max_protrusion: float = 0.015
    max_gap: float = 0.010
    num_spheres: int | None = None
    base: bool = True


@dataclass(frozen=True)
class LinkReport:
    """How well spheres cover a link.

    Attributes:
        link: Name of the link.
        num_spheres: Number of its spheres.
        inside: Share of its surface that is in spheres.
        near: Share of its surface that is in spheres or at most ``max_gap`` from one.
        gap: Largest distance of its surface from the nearest sphere [m].
        protrusion: How far its spheres stand out of it at most [m].
    """

    link: str
    num_spheres: int
    inside: float
    near: float
    gap: float
    protrusion: float


@dataclass(frozen=True)
class RobotDraft:
    """A robot description, and what there is to know of it.

    Attributes:
        urdf: The robot.
        end_effector: Name of the frame that targets are for.
        description: The description.
        model: The robot as the description has it.
        meshes: Shapes of the links [m], in their frames.
        bounds: Bounds that the spheres keep to.
        reports: How well the spheres cover each link.
        touching: Pairs of links that always touch, by their spheres.
        touching_by_default: Pairs of further links that touch in the default configuration: there should be none.
    """

    urdf: UrdfModel
    end_effector: str
    description: RobotDescription
    model: RobotModel
    meshes: dict[str, trimesh.Trimesh]
    bounds: SphereBounds
    reports: list[LinkReport]
    touching: list[tuple[str, str]]
    touching_by_default: list[tuple[str, str]]


def draft_robot(
    urdf_path: str | PathLike[str],
    end_effector: str | None = None,
    *,
    default_q: Sequence[float] | None = None,
    held: Mapping[str, float] | None = None,
    accelerations: Sequence[float] | None = None,
    jerks: Sequence[float] | None = None,
    tool_frames: Sequence[ToolFrame] = (),
    bounds: SphereBounds | None = None,
    on_progress: Progress = lambda stage, done, total: None,
) -> RobotDraft:
    """Describe a robot for motion generation.

    The joints that move the end effector by themselves are the coordinates of the c-space; all others are held.

    Args:
        urdf_path: URDF of the robot, whose meshes are there.
        end_effector: Link that targets are for, or one of ``tool_frames``. None takes the link that most joints move.
        default_q: Default configuration [m or rad]. None chooses one.
        held: Positions at which other joints are held [m or rad], by name. Without, they are at 0 or at the limit next
            to it.
        accelerations: Limits of acceleration [m/s^2 or rad/s^2]. None makes up such that full speed takes 0.2 s.
        jerks: Limits of jerk [m/s^3 or rad/s^3]. None makes up such that full acceleration takes 0.02 s.
        tool_frames: Frames beyond the links of the URDF.
        bounds: What is asked of the spheres.
        on_progress: Called as ``on_progress(stage, done, total)`` before each part of the work.

    Raises:
        FileNotFoundError: There is no such URDF.
        ValueError: The URDF says something that cannot be, a mesh is missing, or an argument does not fit the robot.
    """
    urdf = read_urdf(urdf_path)
    tip = end_effector or last_link(urdf)
    cspace = chain_joints(urdf, {frame.name: frame.parent for frame in tool_frames}.get(tip, tip))
    limits = list(accelerations or acceleration_limits(cspace))
    description = RobotDescription(
        cspace=tuple(joint.name for joint in cspace),
        default_q=tuple(default_q or [0.0] * len(cspace)),
        acceleration_limits=tuple(limits),
        jerk_limits=tuple(jerks or jerk_limits(limits)),
        fixed_joints=held_positions(urdf, cspace, held or {}),
        spheres=(),
        root_link=urdf.root,
        tool_frames=tuple(tool_frames),
    )
    for name in ("default_q", "acceleration_limits", "jerk_limits"):
        if len(getattr(description, name)) != len(cspace):
            raise ValueError(
                f"{name} should hold {len(cspace)} numbers, one for each of {', '.join(description.cspace)}."
            )
    meshes = link_meshes(urdf)
    bounds, solids, covers = _cover_links(
        build_robot_model(urdf, description), meshes, bounds or SphereBounds(), on_progress
    )
    spheres = [
        CollisionSphere(link, (float(x), float(y), float(z)), float(radius))
        for link, cover in covers.items()
        for (x, y, z), radius in zip(np.round(cover.centers, 4), np.round(cover.radii, 4), strict=True)
    ]
    description = replace(description, spheres=tuple(spheres))
    if default_q is None:
        chosen = choose_default_q(build_robot_model(urdf, description), tip)
        description = replace(description, default_q=tuple(map(float, chosen)))
    model = build_robot_model(urdf, description)
    reports = [_report(link, solids[link], cover, bounds.max_gap) for link, cover in covers.items()]
    return RobotDraft(urdf, tip, description, model, meshes, bounds, reports, *_touching(model))


def _cover_links(
    model: RobotModel,
    meshes: Mapping[str, trimesh.Trimesh],
    bounds: SphereBounds,
    on_progress: Progress,
) -> tuple[SphereBounds, dict[str, Solid], dict[str, SphereCover]]:
    """Cover links with spheres; also gives the bounds in use and the solids."""
    links = [link for link in meshes if link in model.frame_names and (bounds.base or _joint(model, link) != BASE)]
    solids, coverers = {}, {}
    for done, link in enumerate(links):
        on_progress(f"solid of {link}", done, len(links))
        solids[link] = make_solid(meshes[link])
    floor = min((_lowest(model, link, solids[link]) for link in links if _joint(model, link) == BASE), default=0.0)
    for link in links:
        coverers[link] = SphereCoverer(solids[link], _floor_plane(model, link, floor))

    def cover(scale: float) -> dict[str, SphereCover]:
        covers = {}
        for done, (link, coverer) in enumerate(coverers.items()):
            on_progress(f"spheres of {link}", done, len(links))
            factor = scale
            if _joint(model, link) == BASE:
                factor *= BASE_SCALE * max(1.0, float(meshes[link].extents.max()) / LARGE)
            covers[link] = coverer.cover(factor * bounds.max_protrusion, factor * bounds.max_gap)
        return covers

    scale = 1.0 if bounds.num_spheres is None else _scale_for(cover, bounds.num_spheres)
    used = replace(bounds, max_protrusion=scale * bounds.max_protrusion, max_gap=scale * bounds.max_gap)
    return used, solids, cover(scale)


def _scale_for(cover: Callable[[float], dict[str, SphereCover]], num_spheres: int) -> float:
    """Smallest factor of the bounds, to 3 %, with which there are no more than so many spheres."""
    low, high = SCALES
    if sum(map(len, cover(high).values())) > num_spheres:
        raise ValueError(f"{num_spheres} spheres are too few for this robot; give more, or leave the base out.")
    while high / low > 1.03:
        middle = float(np.sqrt(low * high))
        if sum(map(len, cover(middle).values())) > num_spheres:
            low = middle
        else:
            high = middle
    return high


def _joint(model: RobotModel, link: str) -> int:
    return int(model.frame_joints[model.frame_index(link)])


def _lowest(model: RobotModel, link: str, solid: Solid) -> float:
    """Height of the lowest point of a link of the base in the frame of the base [m]."""
    pose = model.frame_offsets[model.frame_index(link)]
    return float((poses.rotate(pose[3:], solid.surface) + pose[:3])[:, 2].min())


def _floor_plane(model: RobotModel, link: str, floor: float) -> np.ndarray | None:
    """What a base stands on, as a plane in the frame of one of its links; None for links that move."""
    if _joint(model, link) != BASE:
        return None
    pose = model.frame_offsets[model.frame_index(link)]
    normal = poses.rotate(poses.inverse(pose)[3:], np.array([0.0, 0.0, 1.0]))
    return np.array([*normal, floor + FLOOR_MARGIN - pose[2]])


def _report(link: str, solid: Solid, cover: SphereCover, max_gap: float) -> LinkReport:
    count = min(len(cover), 64)
    distances, index = cKDTree(cover.centers).query(solid.surface, k=count)
    gaps = (distances.reshape(-1, count) - cover.radii[index.reshape(-1, count)]).min(axis=1)
    share = solid.areas / solid.areas.sum()
    return LinkReport(
        link,
        len(cover),
        inside=float(share[gaps <= 1e-4].sum()),
        near=float(share[gaps <= max_gap + 1e-4].sum()),
        gap=float(max(gaps.max(), 0.0)),
        protrusion=float(cover.protrusions.max()),
    )


def _touching(model: RobotModel) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Pairs of links that always touch, and those that do in the default configuration only."""
    pairs = LinkPairs(model)
    now = pairs.gaps(model.default_q[None])[0] <= 0.0
    always = now & pairs.permanent(sample_configurations(model, SAMPLES))
    named = list(zip(pairs.names, always, now, strict=True))
    return [pair for pair, ever, _ in named if ever], [pair for pair, ever, once in named if once and not ever]
