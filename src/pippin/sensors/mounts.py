"""Which bodies the prims of a sensor belong to, and where on them."""

from __future__ import annotations

import numpy as np
import warp as wp
from pxr import Gf, Usd, UsdGeom, UsdPhysics

from pippin.physics.scene.scene import PhysicsScene
from pippin.physics.views import BodyView
from pippin.sim.expressions import require_matching_prims

from .sensor_base import OffsetCfg


def mounted_view(scene: PhysicsScene, expression: str, stage: Usd.Stage, kind: str) -> tuple[BodyView, wp.transformf]:
    """View of the bodies that prims are, or lie below, and the pose of the prims in their link frames.

    Args:
        scene: Scene that plays.
        expression: Expression of the sensor's prims.
        stage: Stage with the prims.
        kind: What the sensor is, for messages.

    Raises:
        RuntimeError: No prim matches, one is no rigid body nor below one, or they are mounted differently.
    """
    try:
        prims = require_matching_prims(expression, stage)
    except ValueError as error:
        raise RuntimeError(str(error)) from error
    mounts = [_mount(prim, expression, kind) for prim in prims]
    depth, pose = mounts[0]
    for prim, (other_depth, other_pose) in zip(prims, mounts, strict=True):
        if other_depth != depth or not np.allclose(pose, other_pose, atol=1e-5):
            raise RuntimeError(
                f"'{expression}' of the {kind} matches '{prims[0].GetPath()}' and '{prim.GetPath()}', which lie "
                "differently on their bodies: give each a sensor of its own."
            )
    body_expression = "/".join(expression.split("/")[: len(expression.split("/")) - depth])
    try:
        return scene.rigid_bodies(body_expression), pose
    except ValueError as error:
        raise RuntimeError(f"The {kind} at '{expression}' has no body: {error}") from error


def bodies_in_each_environment(view: BodyView, num_envs: int, expression: str, kind: str) -> int:
    """Number of bodies in each environment, which is the same in all.

    Args:
        view: View of the bodies.
        num_envs: Number of environments.
        expression: Expression that the bodies match.
        kind: What the sensor is, for messages.

    Raises:
        RuntimeError: It is not the same.
    """
    counts = np.bincount(view.env_ids.numpy(), minlength=num_envs)
    if (counts != counts[0]).any():
        raise RuntimeError(
            f"'{expression}' of the {kind} matches {counts.min()} bodies in environment {counts.argmin()}, but "
            f"{counts.max()} in environment {counts.argmax()}: it should be the same number in each."
            f"{'' if counts.min() else IN_SOME_ENVIRONMENTS}"
        )
    return int(counts[0])


IN_SOME_ENVIRONMENTS = (
    " Where clone_cfg of the scene gives only some environments an asset, read its own data, which have a row for "
    "each of them (InteractiveScene.env_ids_of), or measure with an Imu, a Pva, a camera or a ray caster, which are "
    "where their asset is."
)
"""What to do where a sensor needs an asset in each environment."""


def offset_pose(offset: OffsetCfg) -> wp.transformf:
    """Pose that an offset gives a frame in that of its prim; the quaternion need not have the length 1."""
    return wp.transformf(wp.vec3f(*offset.pos), wp.normalize(wp.quatf(*offset.rot)))


def _mount(prim: Usd.Prim, expression: str, kind: str) -> tuple[int, wp.transformf]:
    """How many levels above a prim its body is, and the prim's pose in the body's frame."""
    depth, body = 0, prim
    while body and not body.HasAPI(UsdPhysics.RigidBodyAPI):
        body, depth = body.GetParent(), depth + 1
    if not body:
        raise RuntimeError(
            f"'{prim.GetPath()}', which '{expression}' of the {kind} matches, is no rigid body, and it was not "
            "possible to find a rigid body ancestor prim: name a link of an articulation or a rigid object."
        )
    cache = UsdGeom.XformCache()
    body_pose = Gf.Matrix4d(cache.GetLocalToWorldTransform(body)).RemoveScaleShear()
    in_body = (cache.GetLocalToWorldTransform(prim) * body_pose.GetInverse()).RemoveScaleShear()
    quaternion = in_body.ExtractRotationQuat()
    rotation = wp.quatf(*quaternion.GetImaginary(), quaternion.GetReal())
    return depth, wp.transformf(wp.vec3f(*in_body.ExtractTranslation()), rotation)
