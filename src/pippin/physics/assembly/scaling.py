"""The same asset in another size."""

from __future__ import annotations

from dataclasses import replace

import mujoco
import numpy as np

from .asset import AssetDescription, bodies_of, compile_alone


def scaled_asset(asset: AssetDescription, factor: float) -> AssetDescription:
    """Multiply all lengths of an asset by a factor, at the same density.

    Masses grow with the third power of the factor and inertias with the fifth; properties of degrees of freedom stay,
    but for the limits of slides, which are lengths.

    Raises:
        ValueError: The factor is not positive.
    """
    if not 0.0 < factor < np.inf:
        raise ValueError(f"The scale of an actor must be positive, got {factor}.")
    spec = asset.spec.copy()
    for body in spec.bodies[1:]:
        body.pos = np.asarray(body.pos) * factor
        body.ipos = np.asarray(body.ipos) * factor
        body.mass *= factor**3
        body.inertia = np.asarray(body.inertia) * factor**5
    for frame in spec.frames:
        frame.pos = np.asarray(frame.pos) * factor
    for joint in spec.joints:
        joint.pos = np.asarray(joint.pos) * factor
        if joint.type == mujoco.mjtJoint.mjJNT_SLIDE:
            joint.range = np.asarray(joint.range) * factor
            joint.ref *= factor
    for element in (*spec.geoms, *spec.sites):
        element.pos = np.asarray(element.pos) * factor
        element.size = np.asarray(element.size) * factor
    for mesh in spec.meshes:
        mesh.scale = np.asarray(mesh.scale) * factor
    model = compile_alone(spec, asset.name)
    names = {body.key: body.name for body in asset.bodies}
    dofs = tuple(
        replace(dof, inertia=dof.inertia * factor**5)
        if dof.is_rotation
        else replace(
            dof,
            lower=dof.lower * factor,
            upper=dof.upper * factor,
            rest=dof.rest * factor,
            inertia=dof.inertia * factor**3,
        )
        for dof in asset.dofs
    )
    return replace(asset, spec=spec, bodies=bodies_of(model, names), dofs=dofs)
