"""Copies of rows, and looks at them, are what NumPy says of the same arrays."""

from __future__ import annotations

import numpy as np
import pytest

from pippin.physics.row_work import RowWork

RNG = np.random.default_rng(3)


def rows(num_rows: int, num_columns: int, gap: int = 0, dtype: type = np.float32) -> np.ndarray:
    """Random rows that lie apart by as many values."""
    return RNG.normal(size=(num_rows, num_columns + gap)).astype(dtype)[:, :num_columns]


@pytest.mark.parametrize("num_rows", [1, 5])
def test_copies_convert_and_leave_the_gaps_alone(num_rows):
    wide, single = rows(num_rows, 7, 4, np.float64), rows(num_rows, 7)
    gaps = wide.base[:, 7:].copy() if wide.base is not None else None
    out, same = np.full_like(single, np.inf), np.full_like(single, np.inf)
    work = RowWork()
    work.narrow(out, wide)
    work.copy(same, single)
    assert not work.run()
    np.testing.assert_array_equal(out, wide.astype(np.float32))
    np.testing.assert_array_equal(same, single)
    work = RowWork()
    work.widen(wide, single)
    work.run()
    np.testing.assert_array_equal(wide, single.astype(np.float64))
    if gaps is not None:
        np.testing.assert_array_equal(wide.base[:, 7:], gaps)


def test_forces_are_copied_while_there_are_any_and_once_more():
    row, mirror = np.full((2, 3), 9.0), np.zeros((2, 3), np.float32)
    work = RowWork()
    work.widen_unless_nothing(row, mirror)
    mirror[:] = -0.0
    work.run()
    assert (row == 9.0).all(), "there is nothing to copy"
    mirror[1, 2] = 4.0
    work.run()
    np.testing.assert_array_equal(row, mirror)
    mirror[:] = 0.0
    work.run()
    assert (row == 0.0).all(), "what was there ends"
    row[:] = 9.0
    work.run()
    assert (row == 9.0).all()


def test_values_leave_their_bounds_where_they_are_larger_or_no_number():
    values, most = np.zeros((3, 4), np.float32), np.array([1.0, 2.0, np.inf, 3.0])
    work = RowWork()
    place = work.leaves(values, most)
    assert not work.run()
    for column, value, leaves in (
        (0, 1.0, 0),
        (1, -1.5, 0),
        (1, -2.5, 1),
        (2, 1e30, 0),
        (2, np.nan, 1),
        (3, np.inf, 1),
    ):
        values[:] = 0.0
        values[2, column] = value
        assert work.run() == bool(leaves)
        assert work.found[place] == leaves


@pytest.mark.parametrize("num_bounds", [1, 6])
def test_looks_at_some_columns_agree_with_numpy(num_bounds):
    columns = np.array([4, 0, 3])
    for _ in range(50):
        now, before = rows(6, 5), rows(6, 5)
        high = np.abs(rows(num_bounds, 3)) + 1.5
        work = RowWork()
        looks = work.exceeds(now, columns, -high, high), work.changes(now, before, columns, high)
        work.run()
        expected = np.abs(now[:, columns]) > high, np.abs(now[:, columns] - before[:, columns]) > high
        assert [bool(work.found[look]) for look in looks] == [bool(found.any()) for found in expected]


def test_looks_at_drives_agree_with_their_law():
    chosen = [np.array(index) for index in ([1, 0], [2, 0], [0, 3])]
    outcomes = set()
    for _ in range(50):
        ctrl, qpos, qvel = rows(4, 2), rows(4, 3), rows(4, 5)
        law, limit = rows(1, 8).reshape(1, 2, 4), np.full((1, 2), 4.0, np.float32)
        work = RowWork()
        inputs, positions, velocities = zip((ctrl, qpos, qvel), chosen, strict=True)
        work.drives(inputs, positions, velocities, law, -limit, limit)
        c, q, v = (values[:, index] for values, index in (inputs, positions, velocities))
        effort = law[..., 0] * q + law[..., 1] * v + law[..., 2] * c + law[..., 3]
        outcomes.add(work.run())
        assert work.run() == bool((np.abs(effort) > limit).any())
    assert outcomes == {True, False}


def test_numbers_reach_their_limit():
    counts = np.zeros((3, 2), np.int32)
    work = RowWork()
    work.reaches(counts, 50)
    assert not work.run()
    counts[2, 1] = 50
    assert work.run()


def test_efforts_oppose_velocities():
    target = rows(3, 6, dtype=np.float64)
    before = target.copy()
    constants, rates, velocities = (rows(3, width, dtype=np.float64) for width in (2, 2, 4))
    work = RowWork()
    work.oppose((target, np.array([5, 1])), constants, rates, (velocities, np.array([0, 3])))
    work.run()
    np.testing.assert_allclose(target[:, [5, 1]], constants - rates * velocities[:, [0, 3]], rtol=1e-15)
    np.testing.assert_array_equal(np.delete(target, [5, 1], axis=1), np.delete(before, [5, 1], axis=1))


def test_rows_with_gaps_are_refused():
    with pytest.raises(ValueError, match="no gaps"):
        RowWork().copy(np.zeros((3, 2), np.float32), np.zeros((2, 3), np.float32).T)


@pytest.mark.parametrize(
    "add",
    [
        lambda work: work.widen(rows(5, 7, dtype=np.float64), rows(5, 6)),
        lambda work: work.widen(rows(4, 6, dtype=np.float64), rows(5, 6)),
        lambda work: work.leaves(rows(5, 3), np.ones(2)),
        lambda work: work.exceeds(rows(5, 3), np.array([0, 3]), rows(5, 2), rows(5, 2)),
        lambda work: work.exceeds(rows(5, 3), np.array([-1, 0]), rows(5, 2), rows(5, 2)),
        lambda work: work.exceeds(rows(5, 3), np.array([0, 1]), rows(5, 1), rows(5, 2)),
        lambda work: work.changes(rows(5, 3), rows(4, 3), np.array([0]), rows(1, 1)),
        lambda work: work.oppose(
            (rows(5, 9, dtype=np.float64), np.array([0, 5])),
            rows(5, 2, dtype=np.float64),
            rows(1, 3, dtype=np.float64),
            (rows(5, 2, dtype=np.float64), np.array([0, 1])),
        ),
    ],
    ids=["column", "row", "bound", "beyond", "before", "limit", "state", "rate"],
)
def test_arrays_that_would_be_left_are_refused(add):
    """Nothing but the listing looks at lengths: the work goes by addresses."""
    with pytest.raises(ValueError, match="do not fit"):
        add(RowWork())
