"""How soft bodies and rigid bodies push each other: the numbers and kernels of their contacts.

The rigid bodies stand in the soft solver's model as moving obstacles. A node that enters one is pushed out by a spring;
the sum of the springs' forces on a body is the wrench that it feels in the rigid engine's next step. A force that is
one step old makes stiff springs unstable: the springs of one body together are therefore not stiffer than the body's
mass allows, however many nodes touch it.
"""

from __future__ import annotations

import mujoco
import numpy as np
import warp as wp

CONTACT_STIFFNESS = 10.0
"""Stiffness of a node's contact as a multiple of Young's modulus times the length of an edge, roughly its own one."""

COUPLING_STIFFNESS = 0.5
"""Most that the springs of all contacts of a body may have together, as a multiple of its mass over the step squared.

The rigid engine takes their force explicitly. Then a spring with the damping that goes with it here is stable up to
4/3; the rest is for turning, which a force at a lever arm finds easier than moving. A body whose weight rests on such
springs sinks in by ``g h^2 / 0.5``: 0.3 mm at steps h of 1/240 s.
"""

FRICTION_VELOCITY = 1e-3
"""Speed v below which friction is proportional to speed [m/s]: what should stick creeps by less.

A contact with pressure N is then a damper of ``mu N / v`` in row with what its node has to offer: its mass over the
step, and its stiffness times the step. For a light body of mass m, which feels a force one step late, the sum d of
these dampers may be too stiff. A body therefore feels the friction that lasted so far, and the part
``p = 1 / (1 + 3 d h / m)`` of what that of its contacts differs from it; what lasts follows by ``p / 8``. Heavy bodies
feel their contacts' friction as it is, light ones approach it with critical damping, and those that turn on the spot,
for which d counts up to three times, are stable too. In the long run the impulses on both sides are equal.
"""


def effective_masses(model: mujoco.MjModel) -> np.ndarray:
    """Mass that a force at each body's centre finds, with what the rest of its tree and its drives add to it [kg].

    It is the inverse of the mean diagonal of ``J (M + h D)^-1 J^T`` at the model's initial pose, with the damping D of
    joints and drives, which the engine integrates implicitly.

    Returns:
        Effective masses, shape (nbody,); 0 for bodies that no force moves.
    """
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    masses = np.zeros(model.nbody)
    if model.nv == 0:
        return masses
    inertia = np.zeros((model.nv, model.nv))
    mujoco.mj_fullM(model, data, inertia)
    damping = model.dof_damping.copy()
    for actuator in np.flatnonzero(model.actuator_trntype == mujoco.mjtTrn.mjTRN_JOINT):
        dof = model.jnt_dofadr[model.actuator_trnid[actuator, 0]]
        damping[dof] += max(0.0, -model.actuator_biasprm[actuator, 2])
    inverse = np.linalg.inv(inertia + model.opt.timestep * np.diag(damping))
    jacobian = np.zeros((3, model.nv))
    for body in range(1, model.nbody):
        mujoco.mj_jacBodyCom(model, data, jacobian, None, body)
        mobility = float(np.trace(jacobian @ inverse @ jacobian.T)) / 3.0
        masses[body] = 1.0 / mobility if mobility > 1e-9 else 0.0
    return masses


@wp.func
def contact_will_touch(
    contact: int,
    step: float,
    slack: float,
    indices: wp.array(dtype=wp.vec3i),
    weights: wp.array(dtype=wp.vec3f),
    shapes: wp.array(dtype=int),
    points: wp.array(dtype=wp.vec3f),
    normals: wp.array(dtype=wp.vec3f),
    shape_body: wp.array(dtype=int),
    body_q: wp.array(dtype=wp.transformf),
    particle_q: wp.array(dtype=wp.vec3f),
    particle_qd: wp.array(dtype=wp.vec3f),
    particle_radius: wp.array(dtype=float),
) -> bool:
    """Whether what touches will be inside of an obstacle at the end of a step if nothing else moves it."""
    body = shape_body[shapes[contact]]
    surface = points[contact]
    if body >= 0:
        surface = wp.transform_point(body_q[body], surface)
    predicted = wp.vec3f(0.0)
    for corner in range(3):
        node = indices[contact][corner]
        if node >= 0:
            predicted += weights[contact][corner] * (particle_q[node] + step * particle_qd[node])
    return wp.dot(normals[contact], predicted - surface) < particle_radius[indices[contact][0]] + slack


@wp.kernel(enable_backward=False)
def count_contacts(
    step: float,
    slack: float,
    num_contacts: wp.array(dtype=int),  # (1,)
    indices: wp.array(dtype=wp.vec3i),  # (num_contacts_max,) nodes of what touches: one, two, or three; then -1
    weights: wp.array(dtype=wp.vec3f),  # (num_contacts_max,) of the nodes
    shapes: wp.array(dtype=int),  # (num_contacts_max,)
    points: wp.array(dtype=wp.vec3f),  # (num_contacts_max,) on the obstacle, in its body's frame
    normals: wp.array(dtype=wp.vec3f),  # (num_contacts_max,)
    shape_body: wp.array(dtype=int),
    body_q: wp.array(dtype=wp.transformf),  # (W * nbody,)
    particle_q: wp.array(dtype=wp.vec3f),  # (W * num_nodes,)
    particle_qd: wp.array(dtype=wp.vec3f),  # (W * num_nodes,)
    particle_radius: wp.array(dtype=float),  # (W * num_nodes,)
    counts: wp.array(dtype=int),  # (W * nbody,)
):
    """Count the contacts that each body is about to have; the counts are zero before."""
    contact = wp.tid()
    if contact >= num_contacts[0]:
        return
    body = shape_body[shapes[contact]]
    if body < 0:
        return
    if contact_will_touch(
        contact, step, slack, indices, weights, shapes, points, normals, shape_body, body_q, particle_q,
        particle_qd, particle_radius,
    ):  # fmt: skip
        wp.atomic_add(counts, body, 1)


@wp.kernel(enable_backward=False)
def set_contact_parameters(
    step: float,
    num_contacts: wp.array(dtype=int),  # (1,)
    indices: wp.array(dtype=wp.vec3i),  # (num_contacts_max,)
    shapes: wp.array(dtype=int),  # (num_contacts_max,)
    shape_body: wp.array(dtype=int),
    shape_friction: wp.array(dtype=float),
    node_stiffness: wp.array(dtype=float),  # (num_nodes,) of one environment
    node_friction: wp.array(dtype=float),  # (num_nodes,)
    body_mass: wp.array(dtype=float),  # (nbody,) effective masses, 0 for what nothing moves
    counts: wp.array(dtype=int),  # (W * nbody,)
    stiffness: wp.array(dtype=float),  # (num_contacts_max,)
    highest_stiffness: wp.array(dtype=float),  # (num_contacts_max,) what the solver may raise the stiffness to
    damping: wp.array(dtype=float),  # (num_contacts_max,)
    friction: wp.array(dtype=float),  # (num_contacts_max,)
):
    """Give each contact its spring, damper and friction."""
    contact = wp.tid()
    if contact >= num_contacts[0]:
        return
    node = indices[contact][0] % node_stiffness.shape[0]
    shape = shapes[contact]
    body = shape_body[shape]
    spring = node_stiffness[node]
    damper = float(0.0)
    if body >= 0:
        mass = body_mass[body % body_mass.shape[0]]
        if mass > 0.0:
            share = float(wp.max(counts[body], 1))
            spring = wp.min(spring, wp.static(COUPLING_STIFFNESS) * mass / (share * step * step))
            damper = spring * step
    stiffness[contact] = spring
    highest_stiffness[contact] = spring
    damping[contact] = damper
    friction[contact] = wp.max(node_friction[node], shape_friction[shape])


@wp.kernel(enable_backward=False)
def sum_reactions(
    num_contacts: wp.array(dtype=int),  # (1,)
    indices: wp.array(dtype=wp.vec3i),  # (num_contacts_max,) node of each contact in the first component
    shapes: wp.array(dtype=int),  # (num_contacts_max,)
    points: wp.array(dtype=wp.vec3f),  # (num_contacts_max,) on the obstacle, in its body's frame
    normals: wp.array(dtype=wp.vec3f),  # (num_contacts_max,)
    friction: wp.array(dtype=float),  # (num_contacts_max,) coefficients
    shape_body: wp.array(dtype=int),
    body_q: wp.array(dtype=wp.transformf),  # (W * nbody,)
    com: wp.array2d(dtype=wp.vec3f),  # (1 or W, nbody) centres of mass in link frames [m]
    node_damper: wp.array(dtype=float),  # (num_nodes,) of one environment [N s/m]
    wrenches: wp.array(dtype=wp.spatial_vectorf),  # (num_contacts_max,) of the nodes on the body
    reactions: wp.array2d(dtype=wp.spatial_vectorf),  # (W, nbody) of pressure
    frictions: wp.array2d(dtype=wp.spatial_vectorf),  # (W, nbody) of friction
    dampers: wp.array2d(dtype=float),  # (W, nbody) what friction is to the body as long as it sticks [N s/m]
):
    """Add the contacts' wrenches up at each body's centre of mass, pressure and friction apart; sums start at 0."""
    contact = wp.tid()
    if contact >= num_contacts[0]:
        return
    row = shape_body[shapes[contact]]
    if row < 0:
        return
    force = wp.spatial_top(wrenches[contact])
    if wp.length_sq(force) == 0.0:
        return
    world = row // reactions.shape[1]
    body = row % reactions.shape[1]
    pressure = wp.dot(force, normals[contact])
    normal_force = pressure * normals[contact]
    lever = points[contact] - com[world % com.shape[0], body]
    arm = wp.quat_rotate(wp.transform_get_rotation(body_q[row]), lever)
    rubbing = force - normal_force
    wp.atomic_add(reactions, world, body, wp.spatial_vector(normal_force, wp.cross(arm, normal_force)))
    wp.atomic_add(frictions, world, body, wp.spatial_vector(rubbing, wp.cross(arm, rubbing)))
    limit = friction[contact] * wp.abs(pressure)
    yielding = node_damper[indices[contact][0] % node_damper.shape[0]]
    if limit > 0.0:
        wp.atomic_add(dampers, world, body, 1.0 / (wp.static(FRICTION_VELOCITY) / limit + 1.0 / yielding))


@wp.kernel(enable_backward=False)
def let_friction_follow(
    step: float,
    body_mass: wp.array(dtype=float),  # (nbody,) effective masses, 0 for what nothing moves
    frictions: wp.array2d(dtype=wp.spatial_vectorf),  # (W, nbody) of this step
    dampers: wp.array2d(dtype=float),  # (W, nbody) [N s/m]
    held: wp.array2d(dtype=wp.spatial_vectorf),  # (W, nbody) friction that lasts, of the step before
    reactions: wp.array2d(dtype=wp.spatial_vectorf),  # (W, nbody)
):
    """Let each body feel friction that follows that of its contacts as fast as is stable, and add it to the rest."""
    world, body = wp.tid()
    follow = float(1.0)
    if body_mass[body] > 0.0:
        follow = 1.0 / (1.0 + 3.0 * step * dampers[world, body] / body_mass[body])
    difference = frictions[world, body] - held[world, body]
    reactions[world, body] += held[world, body] + follow * difference
    held[world, body] += 0.125 * follow * difference


@wp.kernel(enable_backward=False)
def add_wrenches(
    first: wp.array2d(dtype=wp.spatial_vectorf),  # (W, nbody)
    second: wp.array2d(dtype=wp.spatial_vectorf),  # (W, nbody)
    total: wp.array2d(dtype=wp.spatial_vectorf),  # (W, nbody)
):
    """Add two wrenches on every body."""
    world, body = wp.tid()
    total[world, body] = first[world, body] + second[world, body]
