"""Wrenches that joints transmit to bodies, from the engines' own recursive Newton-Euler.

Both engines can compute, at the end of a step, what each body's parent exerts on it, with all contact and constraint
forces; they do so where a sensor of the model needs it. Every model with articulations has one such sensor, switched
off: measuring costs something from the first reading on.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import mujoco
import numpy as np
import warp as wp

from .description import FramePose
from .quaternion_order import rotation_of, xyzw_of_wxyz
from .worlds import JointForces, Worlds

_TRIGGER = "forces of joints"
"""Name of the sensor that makes the engines compute the forces of all joints, and of its site."""


def add_joint_force_sensor(spec: mujoco.MjSpec, body: str) -> None:
    """Add the sensor that makes the engines compute the forces of all joints, at a body."""
    site = spec.body(body).add_site(name=_TRIGGER)
    force, at_site = mujoco.mjtSensor.mjSENS_FORCE, mujoco.mjtObj.mjOBJ_SITE
    spec.add_sensor(name=_TRIGGER, type=force, objtype=at_site, objname=site.name)


def joint_force_sensor(model: mujoco.MjModel) -> int:
    """The sensor that makes the engines compute the forces of all joints; -1 in models without articulations."""
    return mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_SENSOR, _TRIGGER)


def switch_off_joint_force_sensor(model: mujoco.MjModel) -> None:
    """Let the engines pass over that sensor, until :meth:`Worlds.measure_joint_forces` is called."""
    sensor = joint_force_sensor(model)
    if sensor >= 0:
        model.sensor_needstage[sensor] = mujoco.mjtStage.mjSTAGE_NONE


@wp.kernel(enable_backward=False)
def gather_joint_wrenches(
    wrenches: wp.array2d(dtype=wp.spatial_vectorf),  # (W, nbody), torque first
    tree_centers: wp.array2d(dtype=wp.vec3f),  # (W, nbody)
    positions: wp.array2d(dtype=wp.vec3f),  # (W, nbody)
    quaternions: wp.array2d(dtype=wp.quatf),  # (W, nbody), (w, x, y, z)
    tree_roots: wp.array(dtype=int),  # (nbody,)
    bodies: wp.array2d(dtype=int),  # (S, L)
    joint_frames: wp.array2d(dtype=wp.transformf),  # (S, L) in the links
    are_held: wp.array2d(dtype=wp.bool),  # (S, L) by a joint; the others float
    instances: wp.array2d(dtype=int),  # (W, S)
    wrenches_out: wp.array2d(dtype=wp.spatial_vectorf),  # (N, L)
):
    """Read the wrenches on links, force first, in the joints' frames; those of links without a joint are 0."""
    world, slot, link = wp.tid()
    wrench = wp.spatial_vectorf()
    if are_held[slot, link]:
        body = bodies[slot, link]
        link_frame = wp.transformf(positions[world, body], rotation_of(quaternions[world, body]))
        frame = link_frame * joint_frames[slot, link]
        force = wp.spatial_bottom(wrenches[world, body])
        lever = wp.transform_get_translation(frame) - tree_centers[world, tree_roots[body]]
        torque = wp.spatial_top(wrenches[world, body]) - wp.cross(lever, force)
        rotation = wp.transform_get_rotation(frame)
        wrench = wp.spatial_vector(wp.quat_rotate_inv(rotation, force), wp.quat_rotate_inv(rotation, torque))
    wrenches_out[instances[world, slot], link] = wrench


@wp.kernel(enable_backward=False)
def take_off_compensation(
    positions: wp.array2d(dtype=wp.vec3f),  # (W, nbody)
    quaternions: wp.array2d(dtype=wp.quatf),  # (W, nbody), (w, x, y, z)
    masses: wp.array3d(dtype=float),  # (W, nbody, 1), or of one row for all worlds, as the next two
    centers: wp.array3d(dtype=float),  # (W, nbody, 3) in the bodies' frames
    compensations: wp.array3d(dtype=float),  # (W, nbody, 1)
    gravity: wp.vec3f,
    tree_ends: wp.array(dtype=int),  # (nbody,)
    bodies: wp.array2d(dtype=int),  # (S, L)
    joint_frames: wp.array2d(dtype=wp.transformf),  # (S, L) in the links
    are_held: wp.array2d(dtype=wp.bool),  # (S, L)
    instances: wp.array2d(dtype=int),  # (W, S)
    wrenches_inout: wp.array2d(dtype=wp.spatial_vectorf),  # (N, L), force first
):
    """Take the compensation of gravity, which the engine counts among the forces of joints, off what they transmit."""
    world, slot, link = wp.tid()
    if not are_held[slot, link]:
        return
    body = bodies[slot, link]
    frame = wp.transformf(positions[world, body], rotation_of(quaternions[world, body])) * joint_frames[slot, link]
    origin = wp.transform_get_translation(frame)
    force = wp.vec3f()
    torque = wp.vec3f()
    mass_row = wp.min(world, masses.shape[0] - 1)
    center_row = wp.min(world, centers.shape[0] - 1)
    compensation_row = wp.min(world, compensations.shape[0] - 1)
    for other in range(body, tree_ends[body]):
        carried = masses[mass_row, other, 0] * compensations[compensation_row, other, 0]
        if carried != 0.0:
            center = wp.vec3f(
                centers[center_row, other, 0], centers[center_row, other, 1], centers[center_row, other, 2]
            )
            place = positions[world, other] + wp.quat_rotate(rotation_of(quaternions[world, other]), center)
            force += carried * gravity
            torque += wp.cross(place - origin, carried * gravity)
    rotation = wp.transform_get_rotation(frame)
    instance = instances[world, slot]
    wrenches_inout[instance, link] = wrenches_inout[instance, link] + wp.spatial_vector(
        wp.quat_rotate_inv(rotation, force), wp.quat_rotate_inv(rotation, torque)
    )


@wp.kernel(enable_backward=False)
def turn_into_parents(
    poses: wp.array2d(dtype=wp.transformf),  # (W, nbody)
    joint_frames: wp.array2d(dtype=wp.transformf),  # (S, L) in the links
    bodies: wp.array2d(dtype=int),  # (S, L)
    parents: wp.array(dtype=int),  # (nbody,)
    instances: wp.array2d(dtype=int),  # (W, S)
    wrenches: wp.array2d(dtype=wp.spatial_vectorf),  # (N, L) in the joints' frames, then in the parents'
):
    """Turn wrenches from the axes of the joints' frames to those of the parents' links, or of the world."""
    world, slot, link = wp.tid()
    row = instances[world, slot]
    body = bodies[slot, link]
    turn = wp.transform_get_rotation(poses[world, body]) * wp.transform_get_rotation(joint_frames[slot, link])
    if parents[body] > 0:
        turn = wp.quat_inverse(wp.transform_get_rotation(poses[world, parents[body]])) * turn
    wrench = wrenches[row, link]
    wrenches[row, link] = wp.spatial_vector(
        wp.quat_rotate(turn, wp.spatial_top(wrench)), wp.quat_rotate(turn, wp.spatial_bottom(wrench))
    )


@dataclass
class MeasuredJoints:
    """The joints to the parents of a view's links, in one variant.

    Attributes:
        forces: What the engine computes of them.
        frames: Their frames in the links, shape (S, L), wp.transformf.
        are_held: Which links have one; the others float, shape (S, L), wp.bool.
        tree_roots: Root of each body's tree, shape (nbody,), int32.
        parents: Parent of each body, shape (nbody,), int32.
        tree_ends: One past the last body below each body, shape (nbody,), int32.
        model_values: Parameters of the model that no world has its own values of, as :meth:`parameter` made them.
    """

    forces: JointForces
    frames: wp.array
    are_held: wp.array
    tree_roots: wp.array
    parents: wp.array
    tree_ends: wp.array
    model_values: dict[str, wp.array] = field(default_factory=dict)

    def parameter(self, worlds: Worlds, name: str) -> wp.array:
        """Values of a parameter of bodies, shape (W, nbody, k), or (1, nbody, k) where no world has its own."""
        if name in worlds.parameters_per_world:
            values = worlds.parameter(name)
            return values if values.ndim == 3 else values.reshape((*values.shape, 1))
        if name not in self.model_values:
            base = np.asarray(getattr(worlds.model, name), dtype=np.float32)
            self.model_values[name] = wp.array(base.reshape(1, len(base), -1), dtype=float, device=self.parents.device)
        return self.model_values[name]


def measure_joints(
    worlds: Worlds, bodies: np.ndarray, joint_frames: dict[str, FramePose], device: str
) -> MeasuredJoints:
    """Let the engine compute the forces of joints from now on.

    Args:
        worlds: State of the environments.
        bodies: Links in the model, shape (S, L), int.
        joint_frames: Frame of the joint to the parent in each body, by the body's name.
        device: Warp device of the result.
    """
    nowhere = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0))
    names = [[worlds.model.body(int(body)).name for body in row] for row in bodies]
    found = [[joint_frames.get(name, nowhere) for name in row] for row in names]
    poses = [[(*position, *xyzw_of_wxyz(np.array(quat_wxyz))) for position, quat_wxyz in row] for row in found]
    are_held = np.array([[name in joint_frames for name in row] for row in names])
    return MeasuredJoints(
        forces=worlds.measure_joint_forces(),
        frames=wp.array(np.array(poses, dtype=np.float32), dtype=wp.transformf, device=device),
        are_held=wp.array(are_held, dtype=wp.bool, device=device),
        tree_roots=wp.array(worlds.model.body_rootid.astype(np.int32), dtype=int, device=device),
        parents=wp.array(np.asarray(worlds.layout.body_parents, dtype=np.int32), dtype=int, device=device),
        tree_ends=wp.array(_tree_ends(worlds.model), dtype=int, device=device),
    )


def compensates_gravity(worlds: Worlds) -> bool:
    """Whether gravity may be switched off for a body."""
    return "body_gravcomp" in worlds.parameters_per_world or bool(worlds.model.body_gravcomp.any())


def _tree_ends(model: mujoco.MjModel) -> np.ndarray:
    """One past the last body below each body, shape (nbody,), int32: what hangs from a body comes right after it."""
    ends = np.arange(1, model.nbody + 1, dtype=np.int32)
    for body in range(model.nbody - 1, 0, -1):
        parent = model.body_parentid[body]
        ends[parent] = max(ends[parent], ends[body])
    return ends
