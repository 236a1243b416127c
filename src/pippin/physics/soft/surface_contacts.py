"""What of a soft body meets which obstacles: nodes meet all of them, edges and faces those that fit between nodes."""

from __future__ import annotations

import logging

import mujoco
import newton
import numpy as np
import warp as wp

_LOGGER = logging.getLogger("pippin")

_GEOM = mujoco.mjtGeom
_WITH_EDGES_AND_FACES = (_GEOM.mjGEOM_SPHERE, _GEOM.mjGEOM_CAPSULE, _GEOM.mjGEOM_ELLIPSOID, _GEOM.mjGEOM_CYLINDER,
                         _GEOM.mjGEOM_BOX)  # fmt: skip
"""Shapes with a distance to them that is known everywhere, which contacts of edges and faces are found by."""


def fit_between_nodes(model: mujoco.MjModel, geoms: np.ndarray, edge: float, on_cpu: bool) -> np.ndarray:
    """Which geometries are so thin that they could slip between nodes of a soft body, and meet its edges and faces.

    Balls and rods are. Plates are not, nor thin parts of a body that has thicker ones: nodes meet these, and what is
    flat trembles a little on edges and faces. What is thin and meets nodes only is warned of.

    Args:
        model: Compiled model.
        geoms: Geometries that collide.
        edge: Distance of neighbouring nodes [m].
        on_cpu: Whether the solver runs on a CPU. Contacts of edges and faces have not been tried on a GPU.

    Returns:
        One flag for each of the geometries, shape (num_geoms,), bool.
    """
    kinds = model.geom_type[geoms]
    bounded = ~np.isin(kinds, (_GEOM.mjGEOM_PLANE, _GEOM.mjGEOM_HFIELD))
    bodies = model.geom_bodyid[geoms]
    thin = bounded & (2.0 * np.sort(model.geom_aabb[geoms, 3:], axis=1)[:, 1] < edge)
    thin &= (bodies == 0) | ~np.isin(bodies, bodies[~thin])
    known = np.isin(kinds, _WITH_EDGES_AND_FACES) & on_cpu
    missed = [model.geom(geom).name or f"geometry {geom}" for geom in geoms[thin & ~known]]
    if missed:
        _LOGGER.warning(
            "These are thinner than the %.3g m between nodes of soft bodies, and meet nodes only, as %s: %s. They may "
            "slip in between: take a finer soft body%s.",
            edge, "meshes do" if on_cpu else "all shapes do on a GPU so far", ", ".join(missed),
            ", or boxes and capsules" if on_cpu else "",
        )  # fmt: skip
    return thin & known


def make_pipeline(model: newton.Model, gap: float, thin: np.ndarray) -> newton.CollisionPipeline:
    """What finds the contacts of soft bodies with obstacles.

    Args:
        model: Model of all worlds.
        gap: Distance at which contacts are looked for [m].
        thin: Whether edges and faces meet each shape of a world, shape (num_shapes,), bool.
    """
    if not thin.any():
        return newton.CollisionPipeline(model, soft_contact_gap=gap, broad_phase="explicit")
    thin_shapes = np.flatnonzero(np.tile(thin, model.world_count))
    features = (model.edge_count + model.tri_count) // model.world_count
    flags = model.shape_flags.numpy().copy()
    # Meshes that meet no particles while the pipeline is made keep to nodes.
    is_mesh = np.isin(model.shape_type.numpy(), (int(newton.GeoType.MESH), int(newton.GeoType.CONVEX_MESH)))
    model.shape_flags.assign(np.where(is_mesh, flags & ~int(newton.ShapeFlags.COLLIDE_PARTICLES), flags))
    pipeline = newton.CollisionPipeline(
        model,
        soft_contact_gap=gap,
        broad_phase="explicit",
        enable_rigid_soft_full_surface_contact=True,
        soft_contact_max=model.particle_count * len(thin) + features * len(thin_shapes),
    )
    model.shape_flags.assign(flags)
    for name in ("soft_edge_rigid_pairs", "soft_face_rigid_pairs"):
        pairs = getattr(pipeline, name).numpy()
        kept = pairs[np.isin(pairs[:, 1], thin_shapes)]
        setattr(pipeline, name, wp.array(kept, dtype=wp.vec2i, device=model.device))
    return pipeline
