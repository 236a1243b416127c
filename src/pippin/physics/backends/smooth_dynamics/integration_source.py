"""C++ of the integration: from accelerations to the next positions and velocities of one environment.

Semi-implicit Euler steps as MuJoCo's ``implicitfast`` and ``Euler`` make them
(https://mujoco.readthedocs.io/en/stable/computation/index.html#numerical-integration): the acceleration that moves the
state solves (M - h D) a = M a_now, where D holds the derivatives of dampers and, for ``implicitfast``, of actuators
and of tendons' dampers by velocities; ``Euler`` takes dampers of joints alone. Of a tendon D has the entries that M
has, too. ``implicitfast`` adds, for bodies that float by themselves, derivatives of
gyroscopic and centrifugal forces, without which fast spins gain energy. Let such a body have mass m, inertia I about
its centre of mass, that centre s from the body's origin, orientation R and angular velocity w = R v. The bias force is
m w x (w x s), and the bias torque, in the body's frame, R^T (w x I w + s x m w x (w x s)). With

    K = s w^T - (w . s) 1 + [w x s],    d bias force / d v = -m K R,    d bias torque / d v = R^T C R,
    C = [w] I - [I w] - m [s] K,

where [u] is the matrix of the cross product with u.
"""

from __future__ import annotations

from string import Template

from ...lanes import END, ENVIRONMENT, LANES, ROWS, SOLVE_TRIANGLE, VECTORS
from ...tree_factor import SOLVE_TREE
from .arrays import INERTIA_TREE

INTEGRATE = Template(
    LANES
    + ENVIRONMENT
    + ROWS
    + VECTORS
    + r"""
    constexpr int NV = $num_dofs, NJ = $num_joints, NM = $num_inertias, NT = $num_tendons;
    constexpr int DEPTH = $depth;
    constexpr int AFFINE = 1;  // mjtGain, mjtBias
"""
    + SOLVE_TRIANGLE
    + INERTIA_TREE
    + SOLVE_TREE
    + r"""
    constexpr int ENTRIES = IN_REGISTERS ? NV * (NV + 1) / 2 : MATRIX;
    PIPPIN_SHARED(matrix, ENTRIES);
    PIPPIN_SHARED(inverse_diagonal, NV);
    PIPPIN_SHARED(column, NV);
    PIPPIN_SHARED(acceleration, NV);
    PIPPIN_SHARED(next_velocity, NV);
    PIPPIN_SHARED(drag, NT > 0 ? NT : 1);

    float* const qpos = numbers_of(data.qpos);
    float* const qvel = numbers_of(data.qvel);
    const float* const M = numbers_of(data.M);
    const float step = parameters_of(model.timestep)[0];

    const auto damping = [&](int dof) {
        const float* const poly = parameters_of(model.dof_dampingpoly) + 2 * dof;
        const float speed = wp::abs(qvel[dof]);
        return parameters_of(model.dof_damping)[dof] + speed * (2.0f * poly[0] + 3.0f * poly[1] * speed);
    };

    // Derivatives of tendons' dampers by the velocity of their length.
    bool is_pulled = false;
    for (int tendon = lane; tendon < NT && has_dampers && is_implicit; tendon += PIPPIN_LANES) {
        const float* const poly = parameters_of(model.tendon_dampingpoly) + 2 * tendon;
        const float speed = wp::abs(numbers_of(data.ten_velocity)[tendon]);
        drag[tendon] = parameters_of(model.tendon_damping)[tendon] + speed * (2.0f * poly[0] + 3.0f * poly[1] * speed);
        is_pulled |= drag[tendon] != 0.0f;
    }
    is_pulled = any_lane(is_pulled);
    // What tendons that two degrees of freedom share resist to both.
    const auto resistance_of_tendons = [&](int i, int j) {
        float resistance = 0.0f;
        for (int place = tree.gear_starts.data[i]; place < tree.gear_starts.data[i + 1]; ++place)
            for (int other = tree.gear_starts.data[j]; other < tree.gear_starts.data[j + 1]; ++other) {
                const int one = tree.gears_of_dofs.data[place], two = tree.gears_of_dofs.data[other];
                const int tendon = tree.gear_tendons.data[one];
                if (tendon == tree.gear_tendons.data[two])
                    resistance += drag[tendon] * tree.gears.data[one] * tree.gears.data[two];
            }
        return resistance;
    };

    // Derivatives of dampers and actuators, on the diagonal.
    bool is_damped = is_pulled;
    for (int dof = lane; dof < NV; dof += PIPPIN_LANES) {
        float resistance = has_dampers ? damping(dof) : 0.0f;
        if (has_dampers && is_implicit)
            for (int place = tree.actuator_starts.data[dof]; place < tree.actuator_starts.data[dof + 1]; ++place) {
                const int actuator = tree.actuators.data[place];
                float slope = 0.0f;
                if (model.actuator_gaintype.data[actuator] == AFFINE)
                    slope = parameters_of(model.actuator_gainprm)[10 * actuator + 2]
                          * numbers_of(data.ctrl)[model.actuator_ctrladr.data[actuator]];
                if (model.actuator_biastype.data[actuator] == AFFINE)
                    slope += parameters_of(model.actuator_biasprm)[10 * actuator + 2];
                if (model.actuator_forcelimited.data[actuator]) {
                    const float* const range = parameters_of(model.actuator_forcerange) + 2 * actuator;
                    const float force = numbers_of(data.actuator_force)[actuator];
                    if (force <= range[0] || force >= range[1]) slope = 0.0f;
                }
                const float gear = parameters_of(model.actuator_gear)[6 * actuator];
                resistance -= gear * gear * slope;
            }
        column[dof] = step * resistance;
        is_damped |= resistance != 0.0f;
    }
    is_damped = any_lane(is_damped);

    if (is_damped) {
        for (int entry = lane; entry < ENTRIES; entry += PIPPIN_LANES) matrix[entry] = 0.0f;
        PIPPIN_SYNC();
        for (int entry = lane; entry < NM; entry += PIPPIN_LANES) {
            const int i = tree.inertia_rows.data[entry], j = model.M_colind.data[entry];
            const float tendons = is_pulled ? step * resistance_of_tendons(i, j) : 0.0f;
            const int place = IN_REGISTERS ? i * (i + 1) / 2 + j : row_at(i) + entry - inertia_starts[i];
            matrix[place] = M[entry] + tendons + (i == j ? column[i] : 0.0f);
        }
        for (int dof = lane; dof < NV; dof += PIPPIN_LANES) acceleration[dof] = numbers_of(data.Ma)[dof];
        if (IN_REGISTERS) solve_triangle(matrix, inverse_diagonal, column, acceleration, 0.0f);
        else factor_tree(matrix, inverse_diagonal, 0.0f), substitute_tree(matrix, inverse_diagonal, acceleration);
    } else
        for (int dof = lane; dof < NV; dof += PIPPIN_LANES) acceleration[dof] = numbers_of(data.qacc)[dof];
    PIPPIN_SYNC();

    // Bodies that float by themselves: (D X; Y Z) (a; b) = force, with D diagonal.
    for (int place = lane; is_implicit && place < model.body_freeadr.shape[0]; place += PIPPIN_LANES) {
        using Mat = wp::mat_t<3, 3, wp::float32>;
        const int body = model.body_freeadr.data[place], dof = model.body_dofadr.data[body];
        Mat Y(0.0f), Z(0.0f);
        Vec D(0.0f, 0.0f, 0.0f);
        for (int r = 0; r < 6; ++r)
            for (int k = 0; k < model.M_rownnz.data[dof + r]; ++k) {
                const int entry = model.M_rowadr.data[dof + r] + k, c = model.M_colind.data[entry] - dof;
                if (r < 3 && r == c) D[r] = M[entry];
                else if (r >= 3 && c < 3) Y.data[r - 3][c] = M[entry];
                else if (r >= 3) Z.data[r - 3][c - 3] = Z.data[c - 3][r - 3] = M[entry];
            }
        const float* const inertia = numbers_of(data.crb) + 10 * body;
        const float* const directions = numbers_of(data.xmat) + 9 * body;
        Mat I(0.0f), R(0.0f);
        for (int r = 0; r < 3; ++r)
            for (int c = 0; c < 3; ++c) {
                I.data[r][c] = inertia[r == c ? r : r + c + 2];
                R.data[r][c] = directions[3 * r + c];
            }
        const float mass = inertia[9];
        const Vec s = vec(numbers_of(data.subtree_com), body) - vec(numbers_of(data.xpos), body);
        const Vec v = vec(qvel + dof, 1);
        const Vec w = wp::mul(R, v);
        Mat K = wp::add(wp::outer(s, w), wp::skew(wp::cross(w, s)));
        for (int r = 0; r < 3; ++r) K.data[r][r] -= wp::dot(w, s);
        const Mat C = wp::sub(wp::sub(wp::mul(wp::skew(w), I), wp::skew(wp::mul(I, w))),
                              wp::mul(wp::mul(wp::skew(s), K), mass));
        Mat X = wp::add(wp::transpose(Y), wp::mul(wp::mul(K, R), -step * mass));
        Z = wp::add(Z, wp::mul(wp::mul(wp::mul(wp::transpose(R), C), R), step));
        for (int r = 0; r < 3 && has_dampers; ++r) {
            D[r] += step * damping(dof + r);
            Z.data[r][r] += step * damping(dof + 3 + r);
        }
        const Vec force = vec(numbers_of(data.Ma) + dof, 0);
        Vec torque = vec(numbers_of(data.Ma) + dof, 1);
        for (int r = 0; r < 3; ++r)
            for (int k = 0; k < 3; ++k) {
                const float share = Y.data[r][k] / D[k];
                torque[r] -= share * force[k];
                for (int c = 0; c < 3; ++c) Z.data[r][c] -= share * X.data[k][c];
            }
        const float size = Z.data[0][0] + Z.data[1][1] + Z.data[2][2];
        const Vec turning = wp::mul(wp::inverse(wp::mul(Z, 1.0f / size)), torque) * (1.0f / size);
        const Vec pushed = force - wp::mul(X, turning);
        put(acceleration + dof, 0, Vec(pushed[0] / D[0], pushed[1] / D[1], pushed[2] / D[2]));
        put(acceleration + dof, 1, turning);
    }
    PIPPIN_SYNC();

    for (int dof = lane; dof < NV; dof += PIPPIN_LANES) {
        next_velocity[dof] = qvel[dof] + step * acceleration[dof];
        qvel[dof] = next_velocity[dof];
        numbers_of(data.qacc_warmstart)[dof] = numbers_of(data.qacc)[dof];
    }
    PIPPIN_SYNC();
    for (int joint = lane; joint < NJ; joint += PIPPIN_LANES) {
        const int type = model.jnt_type.data[joint];
        float* x = qpos + model.jnt_qposadr.data[joint];
        const float* v = next_velocity + model.jnt_dofadr.data[joint];
        if (type == FREE) {
            put(x, 0, vec(x, 0) + step * vec(v, 0));
            x += 3, v += 3;
        }
        if (type == FREE || type == BALL) {
            const Vec turn = vec(v, 0);
            const float speed = wp::length(turn);
            const Vec direction = turn * (speed > 0.0f ? 1.0f / speed : 0.0f);
            put_quat(x, normalized(product(normalized(quat(x)), about_axis(direction, step * speed))));
        } else x[0] += step * v[0];
    }
    if (lane == 0) {
        data.time.data[world] += step;
        int flags = 0;
        const int num_rows = data.nefc.data[world];
        if (num_rows > max_rows) flags |= $rows_exceeded;
        else if (num_rows > 0 && is_sparse) {
            const int* const sizes = row_of(data.J_rownnz);
            const int* const starts = row_of(data.J_rowadr);
            if (starts[num_rows - 1] + sizes[num_rows - 1] > max_nonzeros) flags |= $nonzeros_exceeded;
        }
        if (data.ncollision.data[0] > max_contacts) flags |= $candidates_exceeded;
        if (data.nacon.data[0] > max_contacts) flags |= $contacts_exceeded;
        if (flags) data.overflow.data[world] |= flags;
    }
"""
    + END
)
"""Body of the function; the template's fields are sizes and flags of buffers that ran over."""
