"""Assets of one body and one shape."""

from __future__ import annotations

import logging

import mujoco

from .asset import AssetDescription, bodies_of, compile_alone, has_fixed_base, shapes_of
from .asset_file import fix_base

logger = logging.getLogger("pippin")

KEY = "/asset"

THINNEST = 1e-3
"""Length [m] of the edges of boxes that are 0."""


def box_asset(size: tuple[float, float, float], density: float, fixed: bool) -> AssetDescription:
    """Box with edges of some lengths [m] along the axes, of a density [kg/m^3]. Edges of 0 are a millimetre long."""
    half = [(edge or THINNEST) / 2.0 for edge in size]
    if 0.0 in size:
        logger.warning("A box of the size %s m is %g m thick where it is 0.", size, THINNEST)
    return _one_shape("box", mujoco.mjtGeom.mjGEOM_BOX, half, density, fixed)


def sphere_asset(radius: float, density: float, fixed: bool) -> AssetDescription:
    """Ball of a radius [m], of a density [kg/m^3]."""
    return _one_shape("sphere", mujoco.mjtGeom.mjGEOM_SPHERE, [radius, 0.0, 0.0], density, fixed)


def capsule_asset(radius: float, length: float, density: float, fixed: bool) -> AssetDescription:
    """Capsule along x, of a radius and a length of the straight part [m], of a density [kg/m^3]."""
    half = [radius, length / 2.0, 0.0]
    along_x = [0.5**0.5, 0.0, 0.5**0.5, 0.0]
    return _one_shape("capsule", mujoco.mjtGeom.mjGEOM_CAPSULE, half, density, fixed, along_x)


def _one_shape(
    name: str,
    kind: mujoco.mjtGeom,
    size: list[float],
    density: float,
    fixed: bool,
    quat_wxyz: list[float] | None = None,
) -> AssetDescription:
    """Describe a body of one shape, free or fixed."""
    if not all(length > 0.0 for length in size[: _LENGTHS[kind]]) or not density > 0.0:
        raise ValueError(f"A {name} needs positive sizes and density, not {size} [m, half] and {density} kg/m^3.")
    spec = mujoco.MjSpec()
    spec.compiler.degree = False
    body = spec.worldbody.add_body(name=KEY)
    body.add_joint(name=KEY, type=mujoco.mjtJoint.mjJNT_FREE, align=mujoco.mjtAlignFree.mjALIGNFREE_FALSE)
    body.add_geom(name=KEY, type=kind, size=size, quat=quat_wxyz or [1.0, 0.0, 0.0, 0.0], density=density)
    if fixed:
        fix_base(spec, body)
    spec.adopt_inertial(body)
    model = compile_alone(spec, name)
    return AssetDescription(
        name=name,
        spec=spec,
        bodies=bodies_of(model, {KEY: name}),
        dofs=(),
        joints=(),
        shapes=shapes_of(model),
        actuators=(),
        tendons=(),
        fixed_base=has_fixed_base(model),
    )


_LENGTHS = {mujoco.mjtGeom.mjGEOM_BOX: 3, mujoco.mjtGeom.mjGEOM_SPHERE: 1, mujoco.mjtGeom.mjGEOM_CAPSULE: 2}
"""Number of sizes of each kind of shape."""
