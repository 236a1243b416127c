"""C++ of the integration: from accelerations to the next positions and velocities of one environment.

Semi-implicit Euler steps as MuJoCo's ``implicitfast`` and ``Euler`` make them
(https://mujoco.readthedocs.io/en/stable/computation/index.html#numerical-integration): the acceleration that moves the
state solves (M - h D) a = M a_now, where D holds the derivatives of dampers and, for ``implicitfast``, of actuators by
velocities; ``Euler`` takes dampers alone.
"""

from __future__ import annotations

from string import Template

from ...lanes import END, LANES, SOLVE_TRIANGLE, VECTORS

INTEGRATE = Template(
    LANES
    + VECTORS
    + r"""
    constexpr int NV = $num_dofs, NJ = $num_joints, NM = $num_inertias, TRIANGLE = NV * (NV + 1) / 2;
    constexpr int AFFINE = 1;  // mjtGain, mjtBias

    PIPPIN_SHARED(triangle, TRIANGLE);
    PIPPIN_SHARED(inverse_diagonal, NV);
    PIPPIN_SHARED(column, NV);
    PIPPIN_SHARED(acceleration, NV);
    PIPPIN_SHARED(next_velocity, NV);
"""
    + SOLVE_TRIANGLE
    + r"""
    float* const qpos = row_of(data.qpos);
    float* const qvel = row_of(data.qvel);
    const float* const M = row_of(data.M);
    const float step = model.timestep.data[model.timestep.shape[0] == 1 ? 0 : world % model.timestep.shape[0]];

    // Derivatives of dampers and actuators, on the diagonal.
    bool is_damped = false;
    for (int dof = lane; dof < NV; dof += PIPPIN_LANES) {
        float resistance = 0.0f;
        if (has_dampers) {
            const float* const poly = parameters_of(model.dof_dampingpoly) + 2 * dof;
            const float speed = wp::abs(qvel[dof]);
            resistance = parameters_of(model.dof_damping)[dof] + speed * (2.0f * poly[0] + 3.0f * poly[1] * speed);
        }
        if (by_actuators)
            for (int place = tree.actuator_starts.data[dof]; place < tree.actuator_starts.data[dof + 1]; ++place) {
                const int actuator = tree.actuators.data[place];
                float slope = 0.0f;
                if (model.actuator_gaintype.data[actuator] == AFFINE)
                    slope = parameters_of(model.actuator_gainprm)[10 * actuator + 2]
                          * row_of(data.ctrl)[model.actuator_ctrladr.data[actuator]];
                if (model.actuator_biastype.data[actuator] == AFFINE)
                    slope += parameters_of(model.actuator_biasprm)[10 * actuator + 2];
                if (model.actuator_forcelimited.data[actuator]) {
                    const float* const range = parameters_of(model.actuator_forcerange) + 2 * actuator;
                    const float force = row_of(data.actuator_force)[actuator];
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
        for (int entry = lane; entry < TRIANGLE; entry += PIPPIN_LANES) triangle[entry] = 0.0f;
        PIPPIN_SYNC();
        for (int entry = lane; entry < NM; entry += PIPPIN_LANES) {
            const int i = tree.inertia_rows.data[entry], j = model.M_colind.data[entry];
            triangle[i * (i + 1) / 2 + j] = M[entry] + (i == j ? column[i] : 0.0f);
        }
        for (int dof = lane; dof < NV; dof += PIPPIN_LANES) acceleration[dof] = row_of(data.inertial_force)[dof];
        solve_triangle(triangle, inverse_diagonal, column, acceleration);
    } else
        for (int dof = lane; dof < NV; dof += PIPPIN_LANES) acceleration[dof] = row_of(data.qacc)[dof];
    PIPPIN_SYNC();

    for (int dof = lane; dof < NV; dof += PIPPIN_LANES) {
        next_velocity[dof] = qvel[dof] + step * acceleration[dof];
        qvel[dof] = next_velocity[dof];
        row_of(data.qacc_warmstart)[dof] = row_of(data.qacc)[dof];
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
            const int* const sizes = reinterpret_cast<const int*>(row_of(data.row_sizes));
            const int* const starts = reinterpret_cast<const int*>(row_of(data.row_starts));
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
