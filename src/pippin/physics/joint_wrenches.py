"""Wrenches that joints transmit to bodies, measured by sensors of the engine itself.

Both engines run MuJoCo's force and torque sensors within the step, from recursive Newton-Euler with all contact and
constraint forces, and they do so only where an articulation asks for it before play (:func:`request_joint_wrenches`).
"""

from __future__ import annotations

import mujoco
import numpy as np
import warp as wp
from pxr import Sdf, Usd

from .description import FramePose
from .worlds import Worlds

REQUEST_ATTRIBUTE = "pippin:measureJointWrenches"
"""Boolean attribute of prims: whether articulations at or below it measure the wrenches of their joints."""

_FORCE_PREFIX = "incoming joint force of "
_TORQUE_PREFIX = "incoming joint torque of "
_SITE_PREFIX = "incoming joint of "


def request_joint_wrenches(prim: Usd.Prim) -> None:
    """Let articulations at or below a prim measure the wrenches of their joints from the next play on."""
    while prim.IsInstanceProxy():
        prim = prim.GetParent()
    prim.CreateAttribute(REQUEST_ATTRIBUTE, Sdf.ValueTypeNames.Bool, custom=True).Set(True)


def joint_wrenches_requested(prim: Usd.Prim) -> bool:
    """Whether a prim or one above it asks for the wrenches of joints."""
    while prim:
        attribute = prim.GetAttribute(REQUEST_ATTRIBUTE)
        if attribute and attribute.Get():
            return True
        prim = prim.GetParent()
    return False


def add_joint_wrench_sensors(spec: mujoco.MjSpec, joint_frames: dict[str, FramePose]) -> None:
    """Give bodies sensors of the force and the torque that their parents exert on them, in given frames of theirs."""
    for body, (position, quat_wxyz) in joint_frames.items():
        site = spec.body(body).add_site(name=_SITE_PREFIX + body, pos=position, quat=quat_wxyz)
        for prefix, kind in (
            (_FORCE_PREFIX, mujoco.mjtSensor.mjSENS_FORCE),
            (_TORQUE_PREFIX, mujoco.mjtSensor.mjSENS_TORQUE),
        ):
            spec.add_sensor(name=prefix + body, type=kind, objtype=mujoco.mjtObj.mjOBJ_SITE, objname=site.name)


@wp.kernel
def gather_joint_wrenches(
    sensordata: wp.array2d(dtype=float),  # (W, nsensordata)
    addresses: wp.array3d(dtype=int),  # (S, L, 2) of force and torque; -1 for links that float
    instances: wp.array2d(dtype=int),  # (W, S)
    wrenches_out: wp.array2d(dtype=wp.spatial_vectorf),  # (N, L)
):
    """Read the wrenches on links; those of links without a joint are 0."""
    world, slot, link = wp.tid()
    f = addresses[slot, link, 0]
    t = addresses[slot, link, 1]
    wrench = wp.spatial_vectorf()
    if f >= 0:
        wrench = wp.spatial_vectorf(
            sensordata[world, f],
            sensordata[world, f + 1],
            sensordata[world, f + 2],
            sensordata[world, t],
            sensordata[world, t + 1],
            sensordata[world, t + 2],
        )
    wrenches_out[instances[world, slot], link] = wrench


def joint_wrench_addresses(worlds: Worlds, bodies: np.ndarray, device: str) -> wp.array:
    """Where in ``sensordata`` force and torque on bodies begin, shape (S, L, 2), int32; -1 for bodies that float.

    Args:
        worlds: State of the environments.
        bodies: Links in the model, shape (S, L), int.
        device: Warp device of the result.

    Raises:
        RuntimeError: The wrench on a body is not measured.
        NotImplementedError: Gravity does not act on a body.
    """
    addresses = [[_addresses_of(worlds.model, int(body)) for body in slot] for slot in bodies]
    return wp.array(np.array(addresses, dtype=np.int32), dtype=int, device=device)


def _addresses_of(model: mujoco.MjModel, body: int) -> tuple[int, int]:
    name = model.body(body).name
    if model.body_gravcomp[body] != 0.0:
        # The engine counts the compensation among the forces of joints, so that they would seem to carry the weight.
        raise NotImplementedError(
            f"The wrenches of joints are not measured where gravity is switched off for a body, as it is for '{name}': "
            "leave disable_gravity False, or set the gravity of the simulation to 0."
        )
    first = model.body_jntadr[body]
    if first >= 0 and model.jnt_type[first] == mujoco.mjtJoint.mjJNT_FREE:
        return -1, -1
    if mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_SENSOR, _FORCE_PREFIX + name) < 0:
        raise RuntimeError(
            f"The wrench that the joint of '{name}' transmits is not measured: add a JointWrenchSensor of its "
            "articulation to the scene before play."
        )
    return int(model.sensor(_FORCE_PREFIX + name).adr[0]), int(model.sensor(_TORQUE_PREFIX + name).adr[0])
