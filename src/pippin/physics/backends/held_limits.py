"""Limits of joints, held after every engine step: of velocities, and of how far position limits are passed.

:mod:`pippin.physics.backends.joint_limits` keeps joints from what their own drives and efforts would do beyond their
limits. What other joints and contacts do to them is known after the step alone: the wrist of a humanoid, with a
thousandth of the inertia of its arm, came to twenty times its velocity limit. And the engine stops a joint once it is
past a position limit; a leg that falls at its velocity limit may be half a radian past it by then, and a drive's
damping, which the engine integrates after it has solved for limits, has it go on.

After a step, the velocities ``v`` of a mechanism with joints beyond such bounds ``[a, b]`` become those that are
closest to them, as kinetic energy measures it::

    minimise  (v' - v)^T M (v' - v)    where    a_i <= v'_i <= b_i    and    f . v' >= min(f . v, 0)

That is what impulses of the joints at their bounds do that only ever brake. ``b`` is the velocity limit, or what takes
the joint 1 % of its range past its position limit in the step, or 0 where it was there before. ``f`` are the forces of
contacts and other constraints in the step (``qfrc_constraint``), with whose power, ``f . v``, impulses do not push
through what they hold: a leg that lands with its knee at the limit would go 2.5 times as deep into the ground. Where
nothing touches the robot its momenta stay as they are; and as rest is within all bounds, kinetic energy falls in any
case. Positions move by ``h v'``, not by ``h v``. ``M`` is the mass matrix at the beginning of the step, with the
inertia of the dampers that the step was made with.

The impulses are found as an active set: stiff dampers pull velocities that are too fast to their bounds, others that
come beyond theirs are added, and those that would be pushed on are left free. Impulses are kept from round to round, so
that dampers need not be stiffer than single precision takes. A robot of 35 degrees of freedom takes 15 us on a CPU.
Where that finds no end (2 of 576 random states at up to a hundred times their limits), all velocities of the mechanism
are multiplied by the one factor that brings them within their velocity limits.

Mechanisms without velocity limits step as the engine has them.
"""

# No postponed annotations here: Warp evaluates those of a kernel.

from functools import cache
from string import Template
from typing import Any

import mujoco
import numpy as np
import warp as wp

from pippin.utils.repeated_launch import RepeatedLaunch

from ..compile import UNLIMITED
from ..guard import MAX_SPEED
from ..lanes import END, LANES, ROWS, VECTORS, num_blocks, num_lanes
from ..position_limits import IMPEDANCE
from ..row_work import RowWork
from ..tree_factor import SOLVE_TREE, tree_of
from .joint_limits import shared_rows

TOLERANCE = 1e-3
"""Share of its velocity limit by which a joint may exceed its bounds."""

HOLDING = 1e3
"""Dampers that hold joints at their limits, as a multiple of the joint's inertia per step."""

ROUNDS = 10
"""Active sets to try; two or three are the rule."""

LARGEST = 128
"""Most degrees of freedom of a mechanism that is held: what lanes share has room for their matrix (48 kB on a GPU)."""

PAST = 0.01
"""Share of its range by which a joint may go past a position limit: the engine's own limits act once it is past."""

WARP = 32
"""Threads of a block on a GPU."""

SIZES = 32, 8
"""Kernels are made for multiples of so many degrees of freedom and entries of a row of the mass matrix, so that many
robots share one."""

INNER = int(mujoco.mjtJoint.mjJNT_SLIDE), int(mujoco.mjtJoint.mjJNT_HINGE)
"""Joints that may have limits."""

_HOLD = Template(
    LANES
    + r"""
    const int item = block * GROUPS + group;
    if (item >= num_worlds * num_trees) return;
    const int world = item / num_trees, tree = item % num_trees;
"""
    + ROWS
    + VECTORS
    + r"""
    PIPPIN_SHARED(inverse_diagonal, $num_dofs);
    PIPPIN_SHARED(change, $num_dofs);
    PIPPIN_SHARED(holding, $num_dofs);
    PIPPIN_SHARED(side, $num_dofs);  // 1 and -1 where a joint is held at its upper and lower limit
    PIPPIN_SHARED(impulse, $num_dofs);  // towards that side
    PIPPIN_SHARED(response, $num_dofs);  // of velocities to the forces of contacts
    PIPPIN_SHARED(lowest, $num_dofs);
    PIPPIN_SHARED(highest, $num_dofs);
    PIPPIN_SHARED(slack, $num_dofs);

    constexpr int NV = $num_dofs, DEPTH = $depth;
    const int first = trees.data[tree][0], size = trees.data[tree][1];
    const int* const inertia_starts = row_starts.data;
    const int* const inertia_sizes = row_sizes.data;
    const int* const inertia_columns = columns.data;
    const int* const dof_ends = ends.data;
    const int* const tree_entries = entries.data;
    const int* const length_starts = starts_of_lengths.data + tree * (DEPTH + 1);
    const int tree_first = first, num_tree_dofs = size, num_tree_levels = DEPTH;
    auto* const velocity = row_of(qvel) + first;
    const auto* const force = row_of(constraint_forces) + first;
    const auto* const M = row_of(mass_matrix);
    const float* const limits = parameters_of(speed_limits) + first;
"""
    + SOLVE_TREE
    + r"""
    PIPPIN_SHARED(factor, MATRIX);

    // The side that a velocity is beyond its limits on, 0 within. A joint that is past its position limit already, so
    // that its bound is 0, would go on by its slack in each step: there it has a hundredth of it.
    const auto is_beyond = [&](int i, float v, float bound) {
        return v - bound > (bound == 0.0f ? 0.01f * slack[i] : slack[i]);
    };
    const auto side_of = [&](int i, float v) {
        return is_beyond(i, v, highest[i]) ? 1.0f : is_beyond(i, -v, -lowest[i]) ? -1.0f : 0.0f;
    };
    const auto excess = [&](int i, float by) {  // over the limit that a joint is held at
        return side[i] * (static_cast<float>(velocity[i]) + by) - (side[i] > 0.0f ? highest[i] : -lowest[i]);
    };

    bool is_over = false, is_lost = false, is_limited = false;
    for (int i = lane; i < size; i += PIPPIN_LANES) {
        const float v = static_cast<float>(velocity[i]);
        lowest[i] = -limits[i], highest[i] = limits[i];
        slack[i] = $tolerance * limits[i];
        const int joint = stops.data[first + i];
        if (joint >= 0) {
            const float* const range = parameters_of(position_limits) + 2 * joint;
            const float past = $past * (range[1] - range[0]);
            const float before = static_cast<float>(row_of(qpos)[joint_coordinates.data[joint]]) - step * v;
            const float above = (range[1] + past - before) / step, below = (range[0] - past - before) / step;
            slack[i] = wp::min(slack[i], $tolerance * (range[1] - range[0]) / step);
            highest[i] = wp::min(highest[i], wp::max(above, 0.0f));
            lowest[i] = wp::max(lowest[i], wp::min(below, 0.0f));
        }
        side[i] = side_of(i, v);
        impulse[i] = 0.0f;
        is_over |= side[i] != 0.0f;
        is_limited |= limits[i] < $unlimited;
        is_lost |= !(wp::abs(v) <= $max_speed);
    }
    if (!any_lane(is_over) || !any_lane(is_limited) || any_lane(is_lost)) return;

    const auto power = [&](const auto* velocities) {  // of the forces of contacts, for velocities
        float result = 0.0f;
        for (int i = lane; i < size; i += PIPPIN_LANES) result += static_cast<float>(force[i] * velocities[i]);
        return sum(result);
    };
    const float power_before = power(velocity);
    bool is_settled = false;
    for (int round = 0; round < $rounds && !is_settled; ++round) {
        load_tree(M, factor);
        PIPPIN_SYNC();
        for (int i = lane; i < size; i += PIPPIN_LANES) {
            float& diagonal = factor[row_at(i) + own_sizes[i] - 1];
            holding[i] = $holding * diagonal;
            change[i] = 0.0f;
            if (side[i] != 0.0f) {
                diagonal += holding[i];
                change[i] = side[i] * (impulse[i] - holding[i] * excess(i, 0.0f));
            }
        }
        factor_tree(factor, inverse_diagonal, 0.0f);
        substitute_tree(factor, inverse_diagonal, change);
        const float lacking = wp::min(power_before, 0.0f) - power_before - power(change);
        if (lacking > 0.0f) {
            for (int i = lane; i < size; i += PIPPIN_LANES) response[i] = static_cast<float>(force[i]);
            substitute_tree(factor, inverse_diagonal, response);
            const float share = lacking / power(response);
            for (int i = lane; i < size; i += PIPPIN_LANES) change[i] += share * response[i];
            PIPPIN_SYNC();
        }
        bool differs = false;
        for (int i = lane; i < size; i += PIPPIN_LANES) {
            const float after = static_cast<float>(velocity[i]) + change[i];
            if (side[i] != 0.0f) {
                impulse[i] -= holding[i] * excess(i, change[i]);
                differs |= side_of(i, after) != 0.0f;
                if (impulse[i] > 0.0f) side[i] = impulse[i] = 0.0f, differs = true;
            } else if (side_of(i, after) != 0.0f) side[i] = side_of(i, after), differs = true;
        }
        is_settled = !any_lane(differs);
    }
    if (!is_settled) {
        float factor = 1.0f;
        for (int i = 0; i < size; ++i) {
            const float speed = wp::abs(static_cast<float>(velocity[i]));
            if (speed > limits[i]) factor = wp::min(factor, limits[i] / speed);
        }
        for (int i = lane; i < size; i += PIPPIN_LANES) change[i] = (factor - 1.0f) * static_cast<float>(velocity[i]);
        PIPPIN_SYNC();
    }

    for (int joint = lane; joint < num_joints; joint += PIPPIN_LANES) {
        const int dof = joint_dofs.data[joint] - first;
        if (dof < 0 || dof >= size) continue;
        auto* x = row_of(qpos) + joint_coordinates.data[joint];
        const auto* v = velocity + dof;
        const float* dv = change + dof;
        const int type = joint_types.data[joint];
        if (type == FREE) {
            for (int k = 0; k < 3; ++k) x[k] += step * dv[k];
            x += 3, v += 3, dv += 3;
        }
        if (type == FREE || type == BALL) {
            float now[4];
            for (int k = 0; k < 4; ++k) now[k] = static_cast<float>(x[k]);
            Vec turn(static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2]));
            float speed = wp::length(turn);
            Vec direction = turn * (speed > 0.0f ? 1.0f / speed : 0.0f);
            const Quat before = product(quat(now), about_axis(direction, -step * speed));
            turn += vec(dv, 0);
            speed = wp::length(turn);
            direction = turn * (speed > 0.0f ? 1.0f / speed : 0.0f);
            put_quat(now, normalized(product(before, about_axis(direction, step * speed))));
            for (int k = 0; k < 4; ++k) x[k] = now[k];
        } else x[0] += step * dv[0];
    }
    PIPPIN_SYNC();
    for (int i = lane; i < size; i += PIPPIN_LANES) velocity[i] += change[i];
"""
    + END
)


@cache
def hold_kernel(num_dofs: int, depth: int, real: Any) -> wp.Kernel:
    """Build the kernel for mechanisms of a size.

    Args:
        num_dofs: Degrees of freedom of the largest mechanism.
        depth: Most entries of a row of a mass matrix.
        real: Type of the state, wp.float32 or wp.float64.
    """
    source = _HOLD.substitute(
        lanes=num_lanes(num_dofs),
        num_dofs=num_dofs,
        depth=depth,
        tolerance=f"{TOLERANCE}f",
        holding=f"{HOLDING}f",
        past=f"{PAST}f",
        unlimited=f"{UNLIMITED:.1f}f",
        max_speed=f"{MAX_SPEED:.1f}f",
        rounds=ROUNDS,
    )

    @wp.func_native(source)
    def hold_mechanism(
        block: int,
        thread: int,
        num_worlds: int,
        num_trees: int,
        num_joints: int,
        step: float,
        trees: wp.array(dtype=wp.vec2i),
        joint_types: wp.array(dtype=int),
        joint_dofs: wp.array(dtype=int),
        joint_coordinates: wp.array(dtype=int),
        row_starts: wp.array(dtype=int),
        row_sizes: wp.array(dtype=int),
        columns: wp.array(dtype=int),
        ends: wp.array(dtype=int),
        entries: wp.array(dtype=int),
        starts_of_lengths: wp.array2d(dtype=int),
        stops: wp.array(dtype=int),
        speed_limits: wp.array2d(dtype=float),
        position_limits: wp.array3d(dtype=float),
        mass_matrix: wp.array2d(dtype=real),
        constraint_forces: wp.array2d(dtype=real),
        qpos: wp.array2d(dtype=real),
        qvel: wp.array2d(dtype=real),
    ):
        """Hold the joints of one mechanism of one environment at their limits."""
        ...

    @wp.kernel(module="unique", enable_backward=False)
    def hold_velocities(
        num_worlds: int,
        num_trees: int,
        num_joints: int,
        step: float,
        trees: wp.array(dtype=wp.vec2i),  # (T,) first degree of freedom, and how many
        joint_types: wp.array(dtype=int),  # (njnt,)
        joint_dofs: wp.array(dtype=int),  # (njnt,)
        joint_coordinates: wp.array(dtype=int),  # (njnt,)
        row_starts: wp.array(dtype=int),  # (nv,) of the mass matrix
        row_sizes: wp.array(dtype=int),  # (nv,)
        columns: wp.array(dtype=int),  # (nC,)
        ends: wp.array(dtype=int),  # (nv,) of trees, as the next two
        entries: wp.array(dtype=int),  # (nC,)
        starts_of_lengths: wp.array2d(dtype=int),  # (T, depth + 1)
        stops: wp.array(dtype=int),  # (nv,) joint whose position limits stop it, or -1
        speed_limits: wp.array2d(dtype=float),  # (W or 1, nv)
        position_limits: wp.array3d(dtype=float),  # (W or 1, njnt, 2)
        mass_matrix: wp.array2d(dtype=real),  # (W, nC)
        constraint_forces: wp.array2d(dtype=real),  # (W, nv)
        qpos: wp.array2d(dtype=real),  # (W, nq)
        qvel: wp.array2d(dtype=real),  # (W, nv)
    ):
        """Hold joints at their limits after a step, some lanes for each mechanism."""
        block, thread = wp.tid()
        hold_mechanism(
            block,
            thread,
            num_worlds,
            num_trees,
            num_joints,
            step,
            trees,
            joint_types,
            joint_dofs,
            joint_coordinates,
            row_starts,
            row_sizes,
            columns,
            ends,
            entries,
            starts_of_lengths,
            stops,
            speed_limits,
            position_limits,
            mass_matrix,
            constraint_forces,
            qpos,
            qvel,
        )

    return hold_velocities


class HeldLimits:
    """Holds the joints of the worlds of one variant at their limits.

    Args:
        model: Compiled model of one environment; its time step is that of the engine.
        num_worlds: W.
        real: Type of the engine's state, wp.float32 or wp.float64.
        device: Warp device.

    Attributes:
        any: Whether a mechanism has joints that may have limits.
    """

    def __init__(self, model: mujoco.MjModel, num_worlds: int, real: Any, device: str) -> None:
        self._device = wp.get_device(device)
        trees = _mechanisms(model)
        self.any = len(trees) > 0
        if not self.any:
            return
        num_dofs, depth = (
            -(-int(size) // step) * step for size, step in zip(_largest(model, trees), SIZES, strict=True)
        )
        self._kernel = hold_kernel(num_dofs, depth, real)
        self._hold = RepeatedLaunch(self._kernel, self._device, WARP)
        blocks = num_blocks(num_worlds * len(trees), num_lanes(num_dofs), self._device)
        self._dim = blocks, 1 if self._device.is_cpu else WARP
        names = ("jnt_type", "jnt_dofadr", "jnt_qposadr", "M_rowadr", "M_rownnz", "M_colind")
        self._inputs = [
            *(num_worlds, len(trees), model.njnt, float(model.opt.timestep)),
            wp.array(trees, dtype=wp.vec2i, device=device),
            *(wp.array(getattr(model, name), dtype=int, device=device) for name in names),
            *(wp.array(values, dtype=int, device=device) for values in _lists(model, trees, depth)),
            wp.array(stopped_dofs(model), dtype=int, device=device),
        ]

    def load(self) -> None:
        """Compile and load the kernel, which a captured graph does not."""
        if self.any:
            self._kernel.module.load(self._device, self._dim[1])

    def launch(
        self, limits: tuple[wp.array, wp.array], step: tuple[wp.array, wp.array], qpos: wp.array, qvel: wp.array
    ) -> None:
        """Hold the joints after an engine step.

        Args:
            limits: Largest velocities [rad/s, m/s], shape (W or 1, nv), and lowest and highest positions of joints
                [rad, m], shape (W or 1, njnt, 2), float32.
            step: Mass matrix and forces of constraints (``qfrc_constraint``) of the step, shapes (W, nC) and (W, nv).
            qpos: Positions, shape (W, nq), changed in place.
            qvel: Velocities, shape (W, nv), changed in place.
        """
        if not self.any:
            return
        self._hold(self._dim, [*self._inputs, *limits, *step], [qpos, qvel])


def _mechanisms(model: mujoco.MjModel) -> np.ndarray:
    """First degree of freedom of each tree with hinges or slides, and how many it has, shape (T, 2), int32."""
    inner = np.isin(model.jnt_type, INNER)
    trees = np.unique(model.dof_treeid[model.jnt_dofadr[inner]])
    sizes = np.stack([model.tree_dofadr[trees], model.tree_dofnum[trees]], axis=1).astype(np.int32)
    return sizes[sizes[:, 1] <= LARGEST]


def _largest(model: mujoco.MjModel, trees: np.ndarray) -> tuple[int, int]:
    """Most degrees of freedom of some trees, and most entries of a row of their mass matrices."""
    depths = [model.M_rownnz[first : first + size].max() for first, size in trees]
    return int(trees[:, 1].max()), int(max(depths))


def _lists(model: mujoco.MjModel, trees: np.ndarray, depth: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Ends, entries of all trees, and where those of each length of rows begin in each tree, shape (T, depth + 1)."""
    shapes = [tree_of(model.M_rownnz, model.M_colind, int(first), int(size)) for first, size in trees]
    before = np.cumsum([0, *(len(shape.entries) for shape in shapes)])[:-1]
    starts = [np.pad(shape.length_starts, (0, depth - shape.depth), "edge") for shape in shapes]
    entries = np.concatenate([shape.entries for shape in shapes])
    return shapes[0].ends, entries, (np.array(starts) + before[:, None]).astype(np.int32)


def stopped_dofs(model: mujoco.MjModel) -> np.ndarray:
    """Joint of each degree of freedom that hard position limits stop, else -1, shape (nv,), int32."""
    stops = np.full(model.nv, -1, dtype=np.int32)
    is_inner = np.isin(model.jnt_type, INNER)
    joints = np.flatnonzero(is_inner & (model.jnt_limited != 0) & (model.jnt_solimp[:, 0] == IMPEDANCE))
    stops[model.jnt_dofadr[joints]] = joints
    return stops


class PassedLimits:
    """A quick look on a CPU at whether a joint is beyond its limits.

    Args:
        model: Compiled model of one environment.
        speed_limits: Largest velocities, shape (W or 1, nv).
        position_limits: Lowest and highest positions of joints, shape (W or 1, njnt, 2).
    """

    def __init__(self, model: mujoco.MjModel, speed_limits: np.ndarray, position_limits: np.ndarray) -> None:
        self._has_limits = bool(np.isfinite(speed_limits).any())
        self._fastest = shared_rows(speed_limits.astype(np.float32))
        stops = stopped_dofs(model)
        joints = stops[stops >= 0]
        self._columns = model.jnt_qposadr[joints]
        lowest, highest = position_limits[:, joints, 0], position_limits[:, joints, 1]
        with np.errstate(over="ignore"):  # of joints without limits
            past = PAST * (highest - lowest)
            self._lowest, self._highest = shared_rows(lowest - past), shared_rows(highest + past)

    def look(self, work: RowWork, qpos: np.ndarray, qvel: np.ndarray) -> list[int]:
        """Look whether one is in some world, given the states of all; never without velocity limits.

        Returns:
            Where the work tells of it.
        """
        if not self._has_limits:
            return []
        of_speeds = work.exceeds(qvel, np.arange(qvel.shape[1]), -self._fastest, self._fastest)
        return [of_speeds, work.exceeds(qpos, self._columns, self._lowest, self._highest)]
