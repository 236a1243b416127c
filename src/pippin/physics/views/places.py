"""Where the rows of a view are in the engine, for the kernels that write."""

from __future__ import annotations

import warp as wp

from pippin.utils.choices import Chosen, chosen_entry


@wp.struct
class Place:
    """A row of a view, and where the engine has it."""

    row: int
    world: int  # -1 where nothing is to be written
    slot: int


@wp.func
def find_place(row: int, world_of: wp.array(dtype=int), slot_of: wp.array(dtype=int)) -> Place:
    """Place of a row; no world has the row -1, and those of other variants.

    Args:
        row: Row of the view, or -1.
        world_of: World of each row, -1 for those of other variants, shape (N,).
        slot_of: Slot of each row, shape (N,).
    """
    place = Place()
    place.row = row
    place.world = -1
    if row >= 0:
        place.world = world_of[row]
        place.slot = slot_of[row]
    return place


@wp.func
def chosen_member(groups: Chosen, members: Chosen, i: int, j: int) -> int:
    """Row of the j-th chosen member of the i-th chosen group, or -1; rows go group by group."""
    group = chosen_entry(groups, i)
    member = chosen_entry(members, j)
    return wp.where(group < 0 or member < 0, -1, group * members.size + member)
