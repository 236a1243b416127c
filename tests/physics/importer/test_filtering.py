"""Who collides with whom, shown by the contacts of overlapping bodies."""

from __future__ import annotations

import itertools

import mujoco
import pytest


def ball(name: str, apis: str = "", attributes: str = "", content: str = "") -> str:
    """A ball at the origin: all of them overlap."""
    return f"""
def Xform "{name}" (prepend apiSchemas = ["PhysicsRigidBodyAPI"{apis}])
{{
    {attributes}
    def Sphere "shape" (prepend apiSchemas = ["PhysicsCollisionAPI"])
    {{
        {content}
    }}
}}
"""


FLOOR = 'def Plane "floor" (prepend apiSchemas = ["PhysicsCollisionAPI"]) { uniform token axis = "Z"; }'


def colliding(model: mujoco.MjModel) -> set[frozenset[str]]:
    """Pairs of colliders in contact, by the names of their bodies, or of the collider where that is static."""
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)

    def name(geom: int) -> str:
        body = model.geom_bodyid[geom]
        return model.body(body).name if body else model.geom(geom).name

    return {frozenset((name(contact.geom1), name(contact.geom2))) for contact in data.contact}


def pairs(*names: str) -> set[frozenset[str]]:
    """All pairs of names."""
    return {frozenset(pair) for pair in itertools.combinations(names, 2)}


def robot(name: str, self_collisions: bool | None, links: int = 4) -> str:
    """A row of links, so that first and third are not neighbours."""
    authored = (
        "" if self_collisions is None else f"bool physxArticulation:enabledSelfCollisions = {int(self_collisions)}"
    )
    bodies = "".join(ball(f"link_{i}") for i in range(links))
    joints = "".join(
        f"""
def PhysicsRevoluteJoint "joint_{i}"
{{
    rel physics:body0 = </{name}/link_{i}>
    rel physics:body1 = </{name}/link_{i + 1}>
}}
"""
        for i in range(links - 1)
    )
    return f"""
def Xform "{name}" (prepend apiSchemas = ["PhysicsArticulationRootAPI"])
{{
    {authored}
    {bodies}
    {joints}
}}
"""


def links(name: str) -> list[str]:
    return [f"/{name}/link_{i}" for i in range(4)]


def neighbours(name: str) -> set[frozenset[str]]:
    return {frozenset(pair) for pair in itertools.pairwise(links(name))}


def test_everything_collides_if_nothing_is_filtered(model_of):
    assert colliding(model_of(FLOOR + ball("a") + ball("b"))) == pairs("/floor", "/a", "/b")


@pytest.mark.parametrize("self_collisions", [None, True])
def test_links_of_an_articulation_collide_but_neighbours(model_of, self_collisions):
    model = model_of(FLOOR + robot("r", self_collisions))
    assert colliding(model) == pairs("/floor", *links("r")) - neighbours("r")


def test_articulations_without_self_collisions_collide_with_all_others(model_of):
    model = model_of(FLOOR + robot("r", False) + robot("s", False) + ball("a"))
    everything = pairs("/floor", "/a", *links("r"), *links("s"))
    assert colliding(model) == everything - pairs(*links("r")) - pairs(*links("s"))
    assert model.nexclude == 0  # bits do it


def test_neighbours_of_a_fixed_base_do_not_collide(model_of):
    fixed = """
def PhysicsFixedJoint "hold" { rel physics:body1 = </r/link_0>; }
"""
    assert colliding(model_of(robot("r", True) + fixed)) == pairs(*links("r")) - neighbours("r")


def test_authored_bits_of_mujoco_are_kept_and_self_collisions_excluded_pairwise(model_of):
    model = model_of(FLOOR + robot("r", False) + ball("ghost", content="int mjc:contype = 2; int mjc:conaffinity = 2"))
    assert colliding(model) == pairs("/floor", *links("r")) - pairs(*links("r"))
    geom = model.geom("/ghost/shape")
    assert (geom.contype[0], geom.conaffinity[0]) == (2, 2)


@pytest.mark.parametrize("of_shape", [False, True])
def test_filtered_pairs_of_bodies_do_not_collide(model_of, of_shape):
    target = "</b/shape>" if of_shape else "</b>"
    model = model_of(
        FLOOR
        + ball("a", ', "PhysicsFilteredPairsAPI"', f"rel physics:filteredPairs = {target}")
        + ball("b")
        + ball("c")
    )
    assert colliding(model) == pairs("/floor", "/a", "/b", "/c") - pairs("/a", "/b")
    assert model.nexclude == 1


def test_filtered_pair_with_a_static_collider(model_of):
    model = model_of(
        FLOOR + ball("a", ', "PhysicsFilteredPairsAPI"', "rel physics:filteredPairs = </floor>") + ball("b")
    )
    assert colliding(model) == pairs("/floor", "/a", "/b") - pairs("/floor", "/a")


def test_filtered_pair_of_one_of_several_colliders(model_of):
    """Only the first collider of the body ignores the other ball; the second one still touches it."""
    two = """
def Xform "a" (prepend apiSchemas = ["PhysicsRigidBodyAPI"])
{
    def Sphere "first" (prepend apiSchemas = ["PhysicsCollisionAPI", "PhysicsFilteredPairsAPI"])
    {
        rel physics:filteredPairs = </b>
    }
    def Sphere "second" (prepend apiSchemas = ["PhysicsCollisionAPI"])
    {
    }
}
"""
    model = model_of(two + ball("b"))
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    touching = {frozenset((model.geom(c.geom1).name, model.geom(c.geom2).name)) for c in data.contact}
    assert touching == {frozenset(("/a/second", "/b/shape"))}


def test_filtered_pair_with_an_articulation(model_of):
    text = robot("r", True).replace(
        '["PhysicsArticulationRootAPI"]', '["PhysicsArticulationRootAPI", "PhysicsFilteredPairsAPI"]'
    )
    text = text.replace("bool physx", "rel physics:filteredPairs = </a>\nbool physx", 1)
    model = model_of(text + ball("a"))
    assert not any("/a" in pair for pair in colliding(model))


def group(name: str, members: str, filtered: str = "", invert: bool = False) -> str:
    return f"""
def PhysicsCollisionGroup "{name}"
{{
    rel collection:colliders:includes = {members}
    {f"rel physics:filteredGroups = {filtered}" if filtered else ""}
    bool physics:invertFilteredGroups = {int(invert)}
}}
"""


def test_groups_that_are_filtered_do_not_collide(model_of):
    text = FLOOR + ball("a") + ball("b") + ball("c")
    text += group("left", "[</a>, </b>]", "</right>") + group("right", "</c>")
    assert colliding(model_of(text)) == pairs("/floor", "/a", "/b", "/c") - pairs("/a", "/c") - pairs("/b", "/c")


def test_group_may_filter_itself(model_of):
    text = FLOOR + ball("a") + ball("b") + ball("c") + group("crowd", "[</a>, </b>]", "</crowd>")
    assert colliding(model_of(text)) == pairs("/floor", "/a", "/b", "/c") - pairs("/a", "/b")


def test_inverted_group_collides_with_the_named_ones_only(model_of):
    text = ball("a") + ball("b") + ball("c")
    text += group("left", "</a>", "</right>", invert=True) + group("right", "</b>") + group("other", "</c>")
    assert colliding(model_of(text)) == {frozenset(("/a", "/b")), frozenset(("/b", "/c"))}


def test_more_kinds_than_bits_become_excluded_pairs(model_of):
    """Forty balls, each in a group of its own; each group filters the next one."""
    text = ""
    for i in range(40):
        following = f"</group_{i + 1}>" if i < 39 else ""
        text += ball(f"ball_{i}") + group(f"group_{i}", f"</ball_{i}>", following)
    names = [f"/ball_{i}" for i in range(40)]
    model = model_of(text)
    assert colliding(model) == pairs(*names) - {frozenset(pair) for pair in itertools.pairwise(names)}
    assert model.nexclude == 39


def test_what_neither_bits_nor_pairs_can_say_is_refused(model_of):
    text = FLOOR + ball("a", ', "PhysicsFilteredPairsAPI"', "rel physics:filteredPairs = </floor>")
    text += ball("b", content="int mjc:contype = 3")
    with pytest.raises(NotImplementedError, match=r"'the world' and '/a'|'/a' and 'the world'"):
        model_of(text)


@pytest.mark.parametrize("collides", [False, True])
def test_bodies_joined_by_a_loop_collide_only_if_the_joint_says_so(model_of, collides):
    text = (
        ball("a")
        + ball("b")
        + f"""
def PhysicsSphericalJoint "joint"
{{
    rel physics:body0 = </a>
    rel physics:body1 = </b>
    bool physics:excludeFromArticulation = true
    bool physics:collisionEnabled = {int(collides)}
}}
"""
    )
    assert colliding(model_of(text)) == (pairs("/a", "/b") if collides else set())
