"""Which pairs are asked for, and what a filter expression stands for."""

from __future__ import annotations

import pytest
from pxr import Usd

from pippin.physics.contact_pairs import Partner, find_partner, read_contact_filters, request_contact_filters


@pytest.fixture
def stage() -> Usd.Stage:
    return Usd.Stage.CreateInMemory()


def test_requests_for_one_body_add_up_and_the_largest_capacity_counts(stage: Usd.Stage) -> None:
    body, other = stage.DefinePrim("/World/A"), stage.DefinePrim("/World/B")
    request_contact_filters(body, ["/World/B", "/World/C"], 4)
    request_contact_filters(body, ["/World/B"], 8)
    request_contact_filters(body, ["/World/B"], 8)
    assert read_contact_filters(body) == {"/World/B": 8, "/World/C": 4}
    assert read_contact_filters(other) == {}


def test_a_body_within_an_instance_asks_for_itself_alone(stage: Usd.Stage) -> None:
    """Prims of an instance cannot be written: what is asked for is kept above them."""
    for name in ("hand", "arm"):
        stage.DefinePrim(f"/Prototype/{name}", "Xform")
    robot = stage.DefinePrim("/World/Robot")
    robot.GetReferences().AddInternalReference("/Prototype")
    robot.SetInstanceable(True)
    hand, arm = (stage.GetPrimAtPath(f"/World/Robot/{name}") for name in ("hand", "arm"))
    assert hand.IsInstanceProxy()
    request_contact_filters(hand, ["/World/Cube"], 16)
    request_contact_filters(arm, ["/World/Table"], 2)
    assert read_contact_filters(hand) == {"/World/Cube": 16}
    assert read_contact_filters(arm) == {"/World/Table": 2}
    assert read_contact_filters(robot) == {}


BODIES = ["/World/envs/env_0/Cube", "/World/envs/env_0/Robot/hand", "/World/envs/env_0/Robot/hand/finger"]
STATIC = ["/World/ground/terrain/mesh", "/World/ground/box:0", "/World/ground/box:1", "/World/table"]


@pytest.mark.parametrize(
    ("expression", "bodies", "geoms"),
    [
        ("/World/envs/env_.*/Cube", BODIES[:1], []),
        ("/World/envs/env_.*/Robot/hand", BODIES[1:2], []),  # and not what is below it
        ("/World/envs/env_.*/Robot", BODIES[1:], []),
        ("/World/ground", [], STATIC[:3]),
        ("/World/ground/box", [], STATIC[1:3]),
        ("/World/table", [], STATIC[3:]),
        ("/World/ta", [], []),
        ("/World/(table|envs/env_0/Cube)", BODIES[:1], STATIC[3:]),
    ],
)
def test_an_expression_stands_for_bodies_or_static_geometry(
    expression: str, bodies: list[str], geoms: list[str]
) -> None:
    assert find_partner(expression, BODIES, STATIC) == Partner(tuple(bodies), tuple(geoms))
