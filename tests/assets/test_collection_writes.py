"""Writes of collections arrive at the objects that are chosen, and at no others."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import torch
import warp as wp

from pippin_isaac.older_names import older_method
from pippin_isaac.tables.older_names import OBJECT_CALLS

from .conftest import stages
from .test_rigid_object_collection import N, Objects, assert_equal, in_random_states, make_objects, random_poses

BACKENDS = [("mujoco", "cpu"), ("newton", "cpu"), pytest.param(("newton", "cuda:0"), marks=pytest.mark.gpu)]


@pytest.fixture(scope="module", params=BACKENDS, ids="-".join)
def kept_objects(request: pytest.FixtureRequest) -> Iterator[Objects]:
    """Objects for all tests, each of which compares with what was there before."""
    with stages() as make_stage:
        yield make_objects(make_stage, request.param)


@pytest.fixture
def objects(kept_objects: Objects) -> Iterator[Objects]:
    with in_random_states(kept_objects) as objects:
        yield objects


WRITES = {
    "write_body_pose_to_sim": ("body_poses", "root_link_pose_w"),
    "write_body_link_pose_to_sim": ("body_poses", "root_link_pose_w"),
    "write_body_com_pose_to_sim": ("body_poses", "root_com_pose_w"),
    "write_body_velocity_to_sim": ("body_velocities", "root_com_vel_w"),
    "write_body_com_velocity_to_sim": ("body_velocities", "root_com_vel_w"),
    "write_body_link_velocity_to_sim": ("body_velocities", "root_link_vel_w"),
}
"""Methods without the ending ``_index`` or ``_mask``: keyword, and the quantity of a single object that reads it."""


def values_for(keyword: str, *shape: int) -> torch.Tensor:
    return random_poses(*shape) if "pose" in keyword else torch.randn(*shape, 6)


@pytest.mark.parametrize("full_data", [False, True], ids=["chosen data", "full data"])
@pytest.mark.parametrize("name", WRITES)
def test_values_arrive_at_the_chosen_objects_only(objects: Objects, name: str, full_data: bool) -> None:
    keyword, quantity = WRITES[name]
    columns = [2, 0]
    chosen = {"all": None, "list": [3, 0], "slice": slice(1, 3), "tensor": torch.tensor([2]), "nothing": []}
    for kind, env_ids in chosen.items():
        rows = torch.arange(N)[env_ids].reshape(-1).tolist() if env_ids != [] else []
        expected = objects.of_singles(quantity)
        values = values_for(keyword, N, 3) if full_data else values_for(keyword, len(rows), 2)
        getattr(objects.collection, f"{name}_index")(
            **{keyword: values}, env_ids=env_ids, body_ids=columns, full_data=full_data
        )
        where = (torch.tensor(rows, dtype=torch.long)[:, None], torch.tensor(columns))
        expected[where] = values[where] if full_data else values
        assert_equal(objects.of_singles(quantity), expected, kind)


@pytest.mark.parametrize("name", WRITES)
def test_masks_choose(objects: Objects, name: str) -> None:
    keyword, quantity = WRITES[name]
    expected, values = objects.of_singles(quantity), values_for(keyword, N, 3)
    env_mask, body_mask = torch.tensor([False, True, True, False]), torch.tensor([True, False, True])
    getattr(objects.collection, f"{name}_mask")(
        **{keyword: values}, env_mask=wp.from_torch(env_mask), body_mask=wp.from_torch(body_mask)
    )
    chosen = (env_mask[:, None] & body_mask)[..., None]
    assert_equal(objects.of_singles(quantity), torch.where(chosen, values, expected))


@pytest.mark.parametrize("name", WRITES)
def test_everything_is_written_by_warp_arrays(objects: Objects, name: str) -> None:
    keyword, quantity = WRITES[name]
    values = values_for(keyword, N, 3)
    dtype = wp.transformf if "pose" in keyword else wp.spatial_vectorf
    getattr(objects.collection, f"{name}_index")(**{keyword: wp.from_torch(values, dtype=dtype)})
    assert_equal(objects.of_singles(quantity), values)


OLD_WRITES = {
    "write_object_pose_to_sim": ["root_link_pose_w"],
    "write_object_link_pose_to_sim": ["root_link_pose_w"],
    "write_object_com_pose_to_sim": ["root_com_pose_w"],
    "write_object_velocity_to_sim": ["root_com_vel_w"],
    "write_object_com_velocity_to_sim": ["root_com_vel_w"],
    "write_object_link_velocity_to_sim": ["root_link_vel_w"],
    "write_object_state_to_sim": ["root_link_pose_w", "root_com_vel_w"],
    "write_object_link_state_to_sim": ["root_link_pose_w", "root_link_vel_w"],
    "write_object_com_state_to_sim": ["root_com_pose_w", "root_com_vel_w"],
}
"""Older methods, and what reads back the parts of what they write."""


@pytest.mark.parametrize(("env_ids", "object_ids"), [(None, None), ([3, 1], [1, 0])], ids=["all", "some"])
@pytest.mark.parametrize("name", OLD_WRITES)
def test_older_methods_write_and_warn(objects: Objects, name: str, env_ids: object, object_ids: object) -> None:
    quantities = OLD_WRITES[name]
    shape = (N, 3) if env_ids is None else (2, 2)
    where = (slice(None),) if env_ids is None else (torch.tensor(env_ids)[:, None], torch.tensor(object_ids))
    expected = [objects.of_singles(quantity) for quantity in quantities]
    parts = [values_for(quantity, *shape) for quantity in quantities]
    with pytest.warns(DeprecationWarning, match=f"'{name}' is deprecated: use .*_index'") as warned:
        getattr(objects.collection, name)(torch.cat(parts, dim=-1), env_ids=env_ids, object_ids=object_ids)
    assert warned[0].filename == __file__
    assert all(hasattr(objects.collection, new) for new in str(warned[0].message).split("'")[3::2])
    for quantity, before, part in zip(quantities, expected, parts, strict=True):
        before[where] = part
        assert_equal(objects.of_singles(quantity), before)


def test_all_older_methods_are_tried() -> None:
    assert {older_method(row, calls).__name__ for row, calls in OBJECT_CALLS.items()} == {*OLD_WRITES}
