"""What the kernels know of the shapes that may touch a height field, and how they write contacts."""

from __future__ import annotations

import warp as wp

from ...engine_internals import contact_margin_gap, contact_material_params, make_frame, write_contact
from .surface import Fields, Surface, highest_below, highest_sample, surface_around

FEW_CELLS = wp.constant(3.0)
"""Half as many cells along a shape up to which each of their corners is looked at, to find out whether it is near."""

Vec5 = wp.types.vector(length=5, dtype=wp.float32)


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


@wp.struct
class Pair:
    """A height field and a shape of one environment."""

    world: int
    geoms: wp.vec2i
    parameters: int  # number of a pair whose parameters are its own, or -1
    position: wp.vec3  # of the shape's geometry
    field_to_world: wp.mat33
    rotation: wp.mat33  # from the shape's frame to the field's
    reach: float  # distance from which on contacts are detected
    box_center: wp.vec3  # of the box around the shape along its own axes, in its frame
    box_half: wp.vec3
    lower: wp.vec3  # of the box around the shape, along the field's axes, from the shape's position
    upper: wp.vec3
    surface: Surface
    highest: float  # height that the field does not exceed there, from the shape's position
    is_near: bool  # whether the two may touch


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
    center = pair.rotation @ pair.box_center
    extent = wp.vec3(pair.reach, pair.reach, pair.reach)
    for axis in range(3):
        extent[axis] += wp.dot(
            wp.vec3(wp.abs(pair.rotation[axis, 0]), wp.abs(pair.rotation[axis, 1]), wp.abs(pair.rotation[axis, 2])),
            pair.box_half,
        )
    pair.lower = center - extent
    pair.upper = center + extent
    field = model.geom_dataid[world % model.geom_dataid.shape[0], geoms[0]]
    pair.surface = surface_around(fields, field, in_field)
    pair.highest = highest_below(fields, pair.surface, field, pair.lower, pair.upper)
    bottom = pair.surface.corner[2] - fields.hfield_size[field][3]
    pair.is_near = pair.lower[2] <= pair.highest and pair.upper[2] >= bottom
    is_small = wp.max((extent[0] / pair.surface.dx), (extent[1] / pair.surface.dy)) <= FEW_CELLS
    if pair.is_near and is_small:
        pair.highest = highest_sample(pair.surface, pair.lower, pair.upper)
        pair.is_near = pair.lower[2] <= pair.highest
    return pair


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
