"""Velocity limits of joints, held after every engine step.

:mod:`pippin.physics.backends.joint_limits` keeps joints from what their own drives and efforts would do beyond their
limits. What other joints and contacts do to them is known after the step alone: the wrist of a humanoid, with a
thousandth of the inertia of its arm, came to twenty times its limit.

After a step, the velocities ``v`` of a mechanism with joints beyond their limits ``L`` become those that are closest to
them, as kinetic energy measures it::

    minimise  (v' - v)^T M (v' - v)    where    |v'_i| <= L_i    and    f . v' >= min(f . v, 0)

That is what impulses of the joints at their limits do that only ever brake. ``f`` are the forces of contacts and other
constraints in the step (``qfrc_constraint``), with whose power, ``f . v``, impulses do not push through what they hold:
a leg that lands with its knee at the limit would go 2.5 times as deep into the ground. Where nothing touches the robot
its momenta stay as they are; and as rest is within all bounds, kinetic energy falls in any case. Positions move by
``h v'``, not by ``h v``. ``M`` is the mass matrix at the beginning of the step, with the inertia of the dampers that
the step was made with.

The impulses are found as an active set: stiff dampers pull velocities that are too fast to their limits, others that
come beyond theirs are added, and those that would be pushed on are left free. Impulses are kept from round to round, so
that dampers need not be stiffer than single precision takes. A robot of 35 degrees of freedom takes 15 us on a CPU.
Where that finds no end (2 of 576 random states at up to a hundred times their limits), all velocities of the mechanism
are multiplied by the one factor that brings them within their limits.
"""

# No postponed annotations here: Warp evaluates those of a kernel.

from functools import cache
from string import Template
from typing import Any

import mujoco
import numpy as np
import warp as wp

from ..guard import MAX_SPEED
from ..lanes import END, LANES, ROWS, VECTORS, num_blocks, num_lanes

TOLERANCE = 1e-3
"""Share of its limit by which a joint may exceed it."""

HOLDING = 1e3
"""Dampers that hold joints at their limits, as a multiple of the joint's inertia per step."""

ROUNDS = 10
"""Active sets to try; two or three are the rule."""

LARGEST = 128
"""Most degrees of freedom of a mechanism that is held: what lanes share has room for their matrix (48 kB on a GPU)."""

SIZES = 32
"""Kernels are made for multiples of so many degrees of freedom, so that most robots share one."""

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
    PIPPIN_SHARED(factor, $num_dofs * ($num_dofs + 1) / 2);
    PIPPIN_SHARED(change, $num_dofs);
    PIPPIN_SHARED(holding, $num_dofs);
    PIPPIN_SHARED(side, $num_dofs);  // 1 and -1 where a joint is held at its upper and lower limit
    PIPPIN_SHARED(impulse, $num_dofs);  // towards that side
    PIPPIN_SHARED(response, $num_dofs);  // of velocities to the forces of contacts

    const int first = trees.data[tree][0], size = trees.data[tree][1];
    const int offset = row_starts.data[first];
    const int num_entries = row_starts.data[first + size - 1] + row_sizes.data[first + size - 1] - offset;
    auto* const velocity = row_of(qvel) + first;
    const auto* const force = row_of(constraint_forces) + first;
    const auto* const M = row_of(mass_matrix) + offset;
    const float* const limits = parameters_of(speed_limits) + first;
    const int* const dofs = columns.data + offset;

    // A row of the matrix has the degrees of freedom that move a link, from the root on: the first of them are the row
    // of each of these. So A = L^T D L, from the last to the first, has entries where A has them.
    const auto factorise = [&]() {
        for (int k = size - 1; k >= 0; --k) {
            PIPPIN_SYNC();
            const float* const row = factor + row_starts.data[first + k] - offset;
            const int last = row_sizes.data[first + k] - 1;
            const float inverse = 1.0f / row[last];
            for (int a = lane; a < last; a += PIPPIN_LANES) {
                float* const other = factor + row_starts.data[dofs[row - factor + a]] - offset;
                const float share = row[a] * inverse;
                for (int b = 0; b <= a; ++b) other[b] -= share * row[b];
            }
        }
        PIPPIN_SYNC();
    };
    // x = A^-1 x
    const auto substitute = [&](float* x) {
        for (int k = size - 1; k >= 0; --k) {
            PIPPIN_SYNC();
            const float* const row = factor + row_starts.data[first + k] - offset;
            const int last = row_sizes.data[first + k] - 1;
            const float solved = x[k] / row[last];
            for (int a = lane; a < last; a += PIPPIN_LANES) x[dofs[row - factor + a] - first] -= row[a] * solved;
        }
        for (int k = 0; k < size; ++k) {
            PIPPIN_SYNC();
            const float* const row = factor + row_starts.data[first + k] - offset;
            const int last = row_sizes.data[first + k] - 1;
            float others = 0.0f;
            for (int a = lane; a < last; a += PIPPIN_LANES) others += row[a] * x[dofs[row - factor + a] - first];
            others = sum(others);
            if (lane == 0) x[k] = (x[k] - others) / row[last];
        }
        PIPPIN_SYNC();
    };

    bool is_over = false, is_lost = false;
    for (int i = lane; i < size; i += PIPPIN_LANES) {
        const float speed = wp::abs(static_cast<float>(velocity[i]));
        is_over |= speed > (1.0f + $tolerance) * limits[i];
        is_lost |= !(speed <= $max_speed);
    }
    if (!any_lane(is_over) || any_lane(is_lost)) return;

    const auto excess = [&](int i, float by) {  // over the limit that a joint is held at
        return side[i] * (static_cast<float>(velocity[i]) + by) - limits[i];
    };
    for (int i = lane; i < size; i += PIPPIN_LANES) {
        const float v = static_cast<float>(velocity[i]);
        side[i] = v > limits[i] ? 1.0f : v < -limits[i] ? -1.0f : 0.0f;
        impulse[i] = 0.0f;
    }
    const auto power = [&](const auto* velocities) {  // of the forces of contacts, for velocities
        float result = 0.0f;
        for (int i = lane; i < size; i += PIPPIN_LANES) result += static_cast<float>(force[i] * velocities[i]);
        return sum(result);
    };
    const float power_before = power(velocity);
    bool is_settled = false;
    for (int round = 0; round < $rounds && !is_settled; ++round) {
        for (int entry = lane; entry < num_entries; entry += PIPPIN_LANES) factor[entry] = static_cast<float>(M[entry]);
        PIPPIN_SYNC();
        for (int i = lane; i < size; i += PIPPIN_LANES) {
            float& diagonal = factor[row_starts.data[first + i] - offset + row_sizes.data[first + i] - 1];
            holding[i] = $holding * diagonal;
            change[i] = 0.0f;
            if (side[i] != 0.0f) {
                diagonal += holding[i];
                change[i] = side[i] * (impulse[i] - holding[i] * excess(i, 0.0f));
            }
        }
        factorise();
        substitute(change);
        const float lacking = wp::min(power_before, 0.0f) - power_before - power(change);
        if (lacking > 0.0f) {
            for (int i = lane; i < size; i += PIPPIN_LANES) response[i] = static_cast<float>(force[i]);
            substitute(response);
            const float share = lacking / power(response);
            for (int i = lane; i < size; i += PIPPIN_LANES) change[i] += share * response[i];
            PIPPIN_SYNC();
        }
        bool differs = false;
        for (int i = lane; i < size; i += PIPPIN_LANES) {
            const float after = static_cast<float>(velocity[i]) + change[i];
            const float most = (1.0f + $tolerance) * limits[i];
            if (side[i] != 0.0f) {
                impulse[i] -= holding[i] * excess(i, change[i]);
                differs |= wp::abs(after) > most;
                if (impulse[i] > 0.0f) side[i] = impulse[i] = 0.0f, differs = true;
            } else if (wp::abs(after) > most) side[i] = after > 0.0f ? 1.0f : -1.0f, differs = true;
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
def hold_kernel(num_dofs: int, real: Any) -> wp.Kernel:
    """Build the kernel for mechanisms of a size.

    Args:
        num_dofs: Degrees of freedom of the largest mechanism.
        real: Type of the state, wp.float32 or wp.float64.
    """
    source = _HOLD.substitute(
        lanes=num_lanes(num_dofs),
        num_dofs=num_dofs,
        tolerance=f"{TOLERANCE}f",
        holding=f"{HOLDING}f",
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
        speed_limits: wp.array2d(dtype=float),
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
        speed_limits: wp.array2d(dtype=float),  # (W or 1, nv)
        mass_matrix: wp.array2d(dtype=real),  # (W, nC)
        constraint_forces: wp.array2d(dtype=real),  # (W, nv)
        qpos: wp.array2d(dtype=real),  # (W, nq)
        qvel: wp.array2d(dtype=real),  # (W, nv)
    ):
        """Hold joints at their velocity limits after a step, some lanes for each mechanism."""
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
            speed_limits,
            mass_matrix,
            constraint_forces,
            qpos,
            qvel,
        )

    return hold_velocities


class VelocityLimits:
    """Holds the joints of the worlds of one variant at their velocity limits.

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
        num_dofs = -(-int(trees[:, 1].max()) // SIZES) * SIZES
        self._kernel = hold_kernel(num_dofs, real)
        self._num_blocks = num_blocks(num_worlds * len(trees), num_lanes(num_dofs), self._device)
        names = ("jnt_type", "jnt_dofadr", "jnt_qposadr", "M_rowadr", "M_rownnz", "M_colind")
        self._inputs = [
            *(num_worlds, len(trees), model.njnt, float(model.opt.timestep)),
            wp.array(trees, dtype=wp.vec2i, device=device),
            *(wp.array(getattr(model, name), dtype=int, device=device) for name in names),
        ]

    def load(self) -> None:
        """Compile and load the kernel, which a captured graph does not."""
        if self.any:
            self._kernel.module.load(self._device, 1 if self._device.is_cpu else 32)

    def launch(self, speed_limits: wp.array, step: tuple[wp.array, wp.array], qpos: wp.array, qvel: wp.array) -> None:
        """Hold the joints after an engine step.

        Args:
            speed_limits: Largest velocities [rad/s, m/s], shape (W or 1, nv), float32.
            step: Mass matrix and forces of constraints (``qfrc_constraint``) of the step, shapes (W, nC) and (W, nv).
            qpos: Positions, shape (W, nq), changed in place.
            qvel: Velocities, shape (W, nv), changed in place.
        """
        if not self.any:
            return
        wp.launch_tiled(
            self._kernel,
            dim=[self._num_blocks],
            inputs=[*self._inputs, speed_limits, *step],
            outputs=[qpos, qvel],
            block_dim=32,
            device=self._device,
        )


def _mechanisms(model: mujoco.MjModel) -> np.ndarray:
    """First degree of freedom of each tree with hinges or slides, and how many it has, shape (T, 2), int32."""
    inner = np.isin(model.jnt_type, (mujoco.mjtJoint.mjJNT_HINGE, mujoco.mjtJoint.mjJNT_SLIDE))
    trees = np.unique(model.dof_treeid[model.jnt_dofadr[inner]])
    sizes = np.stack([model.tree_dofadr[trees], model.tree_dofnum[trees]], axis=1).astype(np.int32)
    return sizes[sizes[:, 1] <= LARGEST]
