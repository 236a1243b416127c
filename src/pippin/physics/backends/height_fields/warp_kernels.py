"""The kernels that look at pairs of MuJoCo Warp's geometries, and append contacts to the engine's arrays."""

from __future__ import annotations

import warp as wp

from ...engine_internals import contact_margin_gap, contact_material_params, make_frame, write_contact
from ...structures import Vec5
from .convex_shapes import Hulls, contacts_of_convex_shape
from .pairs import Found, Pair, bounded
from .round_shapes import contacts_of_capsule, contacts_of_sphere
from .surface import Fields, surface_around


@wp.struct
class Model:
    """Parameters of geometries with MuJoCo's names, with one row or one for each environment in two dimensions."""

    geom_type: wp.array(dtype=int)
    geom_dataid: wp.array2d(dtype=int)
    geom_size: wp.array2d(dtype=wp.vec3)
    geom_aabb: wp.array3d(dtype=wp.vec3)
    geom_condim: wp.array(dtype=int)
    geom_priority: wp.array(dtype=int)
    geom_solmix: wp.array2d(dtype=float)
    geom_solref: wp.array2d(dtype=wp.vec2)
    geom_solimp: wp.array2d(dtype=Vec5)
    geom_friction: wp.array2d(dtype=wp.vec3)
    geom_margin: wp.array2d(dtype=float)
    geom_gap: wp.array2d(dtype=float)
    geom_adhesion: wp.array2d(dtype=float)
    pair_dim: wp.array(dtype=int)
    pair_solref: wp.array2d(dtype=wp.vec2)
    pair_solreffriction: wp.array2d(dtype=wp.vec2)
    pair_solimp: wp.array2d(dtype=Vec5)
    pair_margin: wp.array2d(dtype=float)
    pair_gap: wp.array2d(dtype=float)
    pair_adhesion: wp.array2d(dtype=float)
    pair_friction: wp.array2d(dtype=Vec5)


@wp.struct
class Contacts:
    """Poses of geometries, and contacts of all environments, with MuJoCo's names."""

    geom_xpos: wp.array2d(dtype=wp.vec3)
    geom_xmat: wp.array2d(dtype=wp.mat33)
    dist: wp.array(dtype=float)
    pos: wp.array(dtype=wp.vec3)
    frame: wp.array(dtype=wp.mat33)
    includemargin: wp.array(dtype=float)
    friction: wp.array(dtype=Vec5)
    solref: wp.array(dtype=wp.vec2)
    solreffriction: wp.array(dtype=wp.vec2)
    solimp: wp.array(dtype=Vec5)
    dim: wp.array(dtype=int)
    geom: wp.array(dtype=wp.vec2i)
    efc_address: wp.array2d(dtype=int)
    worldid: wp.array(dtype=int)
    type: wp.array(dtype=int)
    geomcollisionid: wp.array(dtype=int)
    adhesion: wp.array(dtype=float)
    nacon: wp.array(dtype=int)


@wp.func
def pair_of(model: Model, fields: Fields, contacts: Contacts, geoms: wp.vec2i, parameters: int, world: int) -> Pair:
    """Look at a field and a shape, and find out whether they are near each other."""
    pair = Pair()
    pair.world = world
    pair.geoms = geoms
    pair.parameters = parameters
    pair.position = contacts.geom_xpos[world, geoms[1]]
    pair.field_to_world = contacts.geom_xmat[world, geoms[0]]
    to_field = wp.transpose(pair.field_to_world)
    in_field = to_field @ (pair.position - contacts.geom_xpos[world, geoms[0]])
    margin, gap = contact_margin_gap(
        model.geom_margin, model.geom_gap, model.pair_margin, model.pair_gap, geoms, parameters, world
    )
    pair.reach = margin + gap
    pair.rotation = to_field @ contacts.geom_xmat[world, geoms[1]]
    bounds = world % model.geom_aabb.shape[0]
    pair.box_center = model.geom_aabb[bounds, geoms[1], 0]
    pair.box_half = model.geom_aabb[bounds, geoms[1], 1]
    field = model.geom_dataid[world % model.geom_dataid.shape[0], geoms[0]]
    pair.surface = surface_around(fields, field, in_field)
    return bounded(pair, fields, field)


@wp.func
def put_contact(
    model: Model, contacts: Contacts, pair: Pair, index: int, distance: float, position: wp.vec3, normal: wp.vec3
) -> int:
    """Append a contact.

    Args:
        model: Parameters of geometries.
        contacts: Where to append it.
        pair: What touches.
        index: Number of the contact among those of the pair.
        distance: Of the surfaces [m].
        position: Middle between the surfaces, from the shape's position along the field's axes [m].
        normal: Unit vector out of the field, along its axes.

    Returns:
        1 if the contact is closer than the margin, else 0.
    """
    margin, gap = contact_margin_gap(
        model.geom_margin, model.geom_gap, model.pair_margin, model.pair_gap, pair.geoms, pair.parameters, pair.world
    )
    dimension, friction, solref, solreffriction, solimp, adhesion = contact_material_params(
        model.geom_condim,
        model.geom_priority,
        model.geom_solmix,
        model.geom_solref,
        model.geom_solimp,
        model.geom_friction,
        model.geom_adhesion,
        model.pair_dim,
        model.pair_solref,
        model.pair_solreffriction,
        model.pair_solimp,
        model.pair_adhesion,
        model.pair_friction,
        pair.geoms,
        pair.parameters,
        pair.world,
    )
    return write_contact(
        contacts.dist.shape[0],
        index,
        distance,
        pair.position + pair.field_to_world @ position,
        make_frame(pair.field_to_world @ normal),
        margin,
        gap,
        dimension,
        friction,
        solref,
        solreffriction,
        solimp,
        adhesion,
        pair.geoms,
        wp.vec2i(pair.parameters, -1),
        pair.world,
        contacts.dist,
        contacts.pos,
        contacts.frame,
        contacts.includemargin,
        contacts.friction,
        contacts.solref,
        contacts.solreffriction,
        contacts.solimp,
        contacts.dim,
        contacts.geom,
        contacts.efc_address,
        contacts.worldid,
        contacts.type,
        contacts.geomcollisionid,
        contacts.adhesion,
        contacts.nacon,
    )


@wp.func
def put_contacts(model: Model, contacts: Contacts, pair: Pair, found: Found):
    """Append what was found."""
    index = wp.int32(0)
    while index < found.count:
        put_contact(model, contacts, pair, index, found.distances[index], found.points[index], found.normals[index])
        index += 1


@wp.kernel(enable_backward=False)
def collide_spheres(
    pairs: wp.array(dtype=wp.vec2i), parameters: wp.array(dtype=int), model: Model, fields: Fields, contacts: Contacts
):
    """Append the contacts of each sphere with a height field."""
    index, world = wp.tid()
    pair = pair_of(model, fields, contacts, pairs[index], parameters[index], world)
    if pair.is_near:
        size = model.geom_size[world % model.geom_size.shape[0], pair.geoms[1]]
        put_contacts(model, contacts, pair, contacts_of_sphere(pair, size[0]))


@wp.kernel(enable_backward=False)
def collide_capsules(
    pairs: wp.array(dtype=wp.vec2i), parameters: wp.array(dtype=int), model: Model, fields: Fields, contacts: Contacts
):
    """Append the contacts of each capsule with a height field."""
    index, world = wp.tid()
    pair = pair_of(model, fields, contacts, pairs[index], parameters[index], world)
    if pair.is_near:
        size = model.geom_size[world % model.geom_size.shape[0], pair.geoms[1]]
        put_contacts(model, contacts, pair, contacts_of_capsule(pair, size))


@wp.kernel(enable_backward=False)
def list_near_pairs(
    pairs: wp.array(dtype=wp.vec2i),
    parameters: wp.array(dtype=int),
    model: Model,
    fields: Fields,
    contacts: Contacts,
    near: wp.array(dtype=wp.vec2i),
    count: wp.array(dtype=int),
):
    """List which pairs of which environments may touch, and count them."""
    index, world = wp.tid()
    pair = pair_of(model, fields, contacts, pairs[index], parameters[index], world)
    if pair.is_near:
        near[wp.atomic_add(count, 0, 1)] = wp.vec2i(index, world)


@wp.kernel(enable_backward=False)
def collide_convex_shapes(
    pairs: wp.array(dtype=wp.vec2i),
    parameters: wp.array(dtype=int),
    model: Model,
    fields: Fields,
    hulls: Hulls,
    near: wp.array(dtype=wp.vec2i),
    count: wp.array(dtype=int),
    groups: int,
    lanes: int,
    contacts: Contacts,
):
    """Append the contacts of the boxes, cylinders and hulls that may touch a height field, with some lanes for each."""
    group, lane = wp.tid()
    place = group
    while place < count[0]:
        index, world = near[place][0], near[place][1]
        pair = pair_of(model, fields, contacts, pairs[index], parameters[index], world)
        geom = pair.geoms[1]
        size = model.geom_size[world % model.geom_size.shape[0], geom]
        found = contacts_of_convex_shape(pair, model.geom_type[geom], size, hulls, lane, lanes)
        if lane == 0:
            put_contacts(model, contacts, pair, found)
        place += groups
