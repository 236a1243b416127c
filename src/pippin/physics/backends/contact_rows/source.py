"""C++ of the constraint rows of contacts: their Jacobian, stiffness and reference acceleration.

By the lanes of one contact, which share out the degrees of freedom for the Jacobian and then the rows. The rows are
those of MuJoCo (https://mujoco.readthedocs.io/en/stable/computation/index.html#contact and
https://mujoco.readthedocs.io/en/stable/modeling.html#solver-parameters): one along the normal and one for each
direction of friction for an elliptic cone, or one for each edge of a pyramid.
"""

from __future__ import annotations

from string import Template

from ...lanes import END, LANES, ROWS

CONTACT_ROWS = Template(
    LANES
    + r"""
#if defined(__CUDA_ARCH__)
    const auto from_first = [=](int value) { return __shfl_sync(lane_mask, value, 0, PIPPIN_LANES); };
    const auto take_rows = [&](int world, int count) { return atomicAdd(&data.nefc.data[world], count); };
#else
    const auto from_first = [](int value) { return value; };
    const auto take_rows = [&](int world, int count) {
        const int first = data.nefc.data[world];
        data.nefc.data[world] += count;
        return first;
    };
#endif
    constexpr int NV = $num_dofs, COLUMNS = $num_columns, MOST_ROWS = $most_rows_of_a_contact;
    constexpr bool ELLIPTIC = $is_elliptic;
    constexpr int CONSTRAINT = 1;  // flag of contacts that push, beside those that sensors alone look for
    constexpr int FRICTIONLESS = 5, PYRAMIDAL = 6, CONE = 7;  // mjtConstraint
    constexpr float LEAST_IMPEDANCE = 1.0e-4f, MOST_IMPEDANCE = 0.9999f, TINY = 1.0e-15f;
    const int num_contacts = wp::min(data.nacon.data[0], max_contacts);

    for (int contact = block * GROUPS + group; contact < num_contacts; contact += num_blocks * GROUPS) {
        const float distance = contacts.dist.data[contact] - contacts.includemargin.data[contact];
        if (!(contacts.type.data[contact] & CONSTRAINT) || distance >= 0.0f) continue;
        const int world = contacts.worldid.data[contact], dimension = contacts.dim.data[contact];
        const int count = ELLIPTIC || dimension == 1 ? dimension : 2 * (dimension - 1);
        const int first = from_first(lane == 0 ? take_rows(world, count) : 0);
        int* const addresses = contacts.efc_address.data + contact * (contacts.efc_address.strides[0] / sizeof(int));
        for (int row = lane; row < count; row += PIPPIN_LANES)
            addresses[row] = first + row < max_rows ? first + row : -1;
"""
    + ROWS
    + r"""
        const float* const friction = reinterpret_cast<const float*>(contacts.friction.data + contact);
        const auto& frame = contacts.frame.data[contact];
        const auto& position = contacts.pos.data[contact];
        const auto& geoms = contacts.geom.data[contact];
        const int bodies[2] = {model.geom_bodyid.data[geoms[0]], model.geom_bodyid.data[geoms[1]]};
        using Vec = wp::vec_t<3, wp::float32>;
        Vec arms[2];
        for (int side = 0; side < 2; ++side)
            arms[side] = position - row_of(data.subtree_com)[model.body_rootid.data[bodies[side]]];

        // Jacobian, and the speed along each row.
        float* const J = row_of(data.J);
        float speeds[MOST_ROWS];
        for (int row = 0; row < MOST_ROWS; ++row) speeds[row] = 0.0f;
        for (int dof = lane; dof < COLUMNS; dof += PIPPIN_LANES) {
            Vec shift(0.0f, 0.0f, 0.0f), turn(0.0f, 0.0f, 0.0f);
            if (dof < NV) {
                const auto& axis = row_of(data.cdof)[dof];
                const Vec angular(axis[0], axis[1], axis[2]), linear(axis[3], axis[4], axis[5]);
                for (int side = 0; side < 2; ++side) {
                    const int* const moved_by = model.body_isdofancestor.data
                                              + bodies[side] * (model.body_isdofancestor.strides[0] / sizeof(int));
                    if (!moved_by[dof]) continue;
                    const float sign = side == 1 ? 1.0f : -1.0f;
                    shift = shift + sign * (linear + wp::cross(angular, arms[side]));
                    turn = turn + sign * angular;
                }
            }
            float along[6];  // the six directions of the contact's frame, rotations last
            for (int k = 0; k < 3; ++k) {
                const Vec direction(frame.data[k][0], frame.data[k][1], frame.data[k][2]);
                along[k] = wp::dot(shift, direction);
                along[3 + k] = wp::dot(turn, direction);
            }
            const float v = dof < NV ? row_of(data.qvel)[dof] : 0.0f;
            for (int row = 0; row < MOST_ROWS; ++row) {
                if (row >= count || first + row >= max_rows) break;
                float value = along[0];
                if (ELLIPTIC) value = along[row];
                else if (dimension > 1) value += (row % 2 ? -1.0f : 1.0f) * friction[row / 2] * along[row / 2 + 1];
                J[(first + row) * COLUMNS + dof] = value;
                speeds[row] += value * v;
            }
        }

        // Stiffness and reference of each row.
        for (int row = 0; row < MOST_ROWS; ++row) {
            if (row >= count || first + row >= max_rows) break;
            const float speed = sum(speeds[row]);
            if (lane != row % PIPPIN_LANES) continue;
            const float step = parameters_of(model.timestep)[0];
            const float* const impedance = reinterpret_cast<const float*>(contacts.solimp.data + contact);
            const float lowest = wp::clamp(impedance[0], LEAST_IMPEDANCE, MOST_IMPEDANCE);
            const float highest = wp::clamp(impedance[1], LEAST_IMPEDANCE, MOST_IMPEDANCE);
            const float midpoint = wp::clamp(impedance[3], LEAST_IMPEDANCE, MOST_IMPEDANCE);
            const float power = wp::max(1.0f, impedance[4]);
            const float depth = -distance / wp::max(TINY, impedance[2]);
            float part = depth;  // of the way from the lowest to the highest impedance
            if (power > 1.0f)
                part = depth <= midpoint ? wp::pow(depth, power) / wp::pow(midpoint, power - 1.0f)
                     : 1.0f - wp::pow(1.0f - wp::min(depth, 1.0f), power) / wp::pow(1.0f - midpoint, power - 1.0f);
            if (lowest == highest || impedance[2] <= TINY) part = 0.5f;
            else if (depth >= 1.0f) part = 1.0f;
            const float taken = lowest + part * (highest - lowest);

            const auto reference = [&](const auto& values, float& stiffness, float& damping) {
                const float constant = is_safe ? wp::max(values[0], 2.0f * step) : values[0];
                stiffness = values[0] <= 0.0f ? -values[0] / wp::max(TINY, highest * highest)
                          : 1.0f / wp::max(TINY, highest * highest * constant * constant * values[1] * values[1]);
                damping = values[1] <= 0.0f ? -values[1] / wp::max(TINY, highest)
                        : 2.0f / wp::max(TINY, highest * constant);
            };
            float stiffness, damping;
            reference(contacts.solref.data[contact], stiffness, damping);

            const float* const inverse_masses = parameters_of(model.body_invweight0);  // and inertias
            const float root = parameters_of(model.impratio_invsqrt)[0];
            float weight = inverse_masses[2 * bodies[0]] + inverse_masses[2 * bodies[1]];
            if (!ELLIPTIC && dimension > 1) {
                const float mu = friction[0];
                weight = (weight + mu * mu * weight) * 2.0f * mu * mu * root * root;
            }
            float D = 1.0f / wp::max(weight * (1.0f - taken) / taken, TINY);
            float target = -stiffness * taken * distance - damping * speed;
            if (ELLIPTIC && row > 0) {
                const float ratio = row > 1 ? friction[0] / friction[row - 1] : 1.0f;
                D /= root * root * ratio * ratio;
                const auto& own = contacts.solreffriction.data[contact];
                float unused;
                if (own[0] != 0.0f || own[1] != 0.0f) reference(own, unused, damping);
                target = -damping * speed;
            }
            const int place = first + row;
            row_of(data.D)[place] = D;
            row_of(data.aref)[place] = target;
            row_of(data.vel)[place] = speed;
            row_of(data.pos)[place] = (ELLIPTIC && row > 0 ? 0.0f : distance) + contacts.includemargin.data[contact];
            row_of(data.margin)[place] = contacts.includemargin.data[contact];
            row_of(data.frictionloss)[place] = 0.0f;
            row_of(data.type)[place] = dimension == 1 ? FRICTIONLESS : ELLIPTIC ? CONE : PYRAMIDAL;
            row_of(data.id)[place] = contact;
        }
    }
"""
    + END
)
"""Body of the function; the template's fields are sizes."""
