"""C++ of the smooth dynamics: everything that follows from positions and velocities, but for contacts and constraints.

For one environment, by its lanes, what MuJoCo computes before its constraint solver
(https://mujoco.readthedocs.io/en/stable/computation/index.html#forward-dynamics): poses of bodies, geoms and sites;
centres of mass and inertias about the centre of their tree; axes of joints; the inertia matrix M by composite bodies;
velocities; bias forces by Newton and Euler's recursion; springs, dampers and gravity compensation; actuators on joints;
and the acceleration that all of these give without constraints.

Bodies are visited level by level of their tree, from the world outwards for poses and velocities and back for centres
of mass, composite inertias and wrenches: twice out, twice back. What a level needs of another stays in the memory of
the block; global memory is written once, with what later stages and users read.

Spatial vectors hold the rotation first. Spatial inertias are xx, yy, zz, xy, xz, yz of the rotational inertia, mass
times offset, and mass.
"""

from __future__ import annotations

from string import Template

from ...lanes import END, ENVIRONMENT, LANES, ROWS, SOLVE_TRIANGLE, VECTORS
from ...tree_factor import SOLVE_TREE
from .arrays import INERTIA_TREE

SMOOTH_DYNAMICS = Template(
    LANES
    + ENVIRONMENT
    + ROWS
    + VECTORS
    + r"""
    constexpr int NB = $num_bodies, NV = $num_dofs, NJ = $num_joints, NG = $num_geoms, NS = $num_sites;
    constexpr int NM = $num_inertias;            // entries of M
    constexpr int LEVELS = $num_levels;          // of the tree of bodies, with the world
    constexpr int NT = $num_tendons;
    constexpr bool ACTUATED = $drives_joints;    // whether to go on to actuators and accelerations
    constexpr int DEPTH = $depth;                // most entries of a row of M
    constexpr int AFFINE = 1;                    // mjtGain, mjtBias
"""
    + SOLVE_TRIANGLE
    + INERTIA_TREE
    + SOLVE_TREE
    + r"""
    constexpr int ENTRIES = !ACTUATED ? 1 : IN_REGISTERS ? NV * (NV + 1) / 2 : MATRIX;
    PIPPIN_SHARED(motions, NV * 12 > 9 * PIPPIN_LANES ? NV * 12 : 9 * PIPPIN_LANES);
    PIPPIN_SHARED(poses, NB * 7);
    PIPPIN_SHARED(centre, NB * 3);        // of mass, of a body
    PIPPIN_SHARED(tree_centre, NB * 3);   // of mass, of a body and all beyond it
    PIPPIN_SHARED(gathered, NB * 16);     // inertia and wrench of a body, then of all beyond it too
    PIPPIN_SHARED(acceleration, NB * 6);
    PIPPIN_SHARED(tension, NT > 0 ? 2 * NT : 1);  // of springs and of dampers of tendons
    PIPPIN_SHARED(push, NV);              // smooth force, then acceleration
    PIPPIN_SHARED(factor, ENTRIES);
    PIPPIN_SHARED(inverse_diagonal, NV);
    PIPPIN_SHARED(column, NV);
    float* const position = poses;
    float* const orientation = poses + 3 * NB;
    float* const velocity = poses;        // once poses are not needed any more
    float* const axis = motions;
    float* const momentum = motions + 6 * NV;  // of a composite body that moves along a joint's axis
    float* const stage = motions;         // on the way to global memory, before there are axes

    const float* const qpos = numbers_of(data.qpos);
    const float* const qvel = numbers_of(data.qvel);
    const int* const parents = model.body_parentid.data;
    const int* const roots = model.body_rootid.data;
    const int* const level_starts = tree.level_starts.data;
    const int* const level_bodies = tree.level_bodies.data;
    const int* const child_starts = tree.child_starts.data;
    const int* const children = tree.children.data;
    const Vec gravity = vec(parameters_of(model.gravity), 0);

    const auto cross_motion = [](const float* u, const float* v, float* out) {
        out[0] = u[1] * v[2] - u[2] * v[1], out[1] = u[2] * v[0] - u[0] * v[2], out[2] = u[0] * v[1] - u[1] * v[0];
        out[3] = u[4] * v[2] - u[5] * v[1] + u[1] * v[5] - u[2] * v[4];
        out[4] = u[5] * v[0] - u[3] * v[2] + u[2] * v[3] - u[0] * v[5];
        out[5] = u[3] * v[1] - u[4] * v[0] + u[0] * v[4] - u[1] * v[3];
    };
    const auto times_inertia = [](const float* i, const float* v, float* out) {
        out[0] = i[0] * v[0] + i[3] * v[1] + i[4] * v[2] - i[8] * v[4] + i[7] * v[5];
        out[1] = i[3] * v[0] + i[1] * v[1] + i[5] * v[2] + i[8] * v[3] - i[6] * v[5];
        out[2] = i[4] * v[0] + i[5] * v[1] + i[2] * v[2] - i[7] * v[3] + i[6] * v[4];
        out[3] = i[8] * v[1] - i[7] * v[2] + i[9] * v[3];
        out[4] = i[6] * v[2] - i[8] * v[0] + i[9] * v[4];
        out[5] = i[7] * v[0] - i[6] * v[1] + i[9] * v[5];
    };
    const auto dot6 = [](const float* u, const float* v) {
        return u[0] * v[0] + u[1] * v[1] + u[2] * v[2] + u[3] * v[3] + u[4] * v[4] + u[5] * v[5];
    };
    // Rotation matrix of a quaternion, row by row.
    const auto matrix = [](const Quat& q, float* out) {
        const float ww = q.w * q.w, xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
        const float wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z, xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
        out[0] = ww + xx - yy - zz, out[1] = 2.0f * (xy - wz), out[2] = 2.0f * (xz + wy);
        out[3] = 2.0f * (xy + wz), out[4] = ww - xx + yy - zz, out[5] = 2.0f * (yz - wx);
        out[6] = 2.0f * (xz - wy), out[7] = 2.0f * (yz + wx), out[8] = ww - xx - yy + zz;
    };

    // Poses, outwards.
    float* const anchors = numbers_of(data.xanchor);
    float* const axes = numbers_of(data.xaxis);
    if (lane == 0) {
        put(position, 0, Vec(0.0f, 0.0f, 0.0f));
        put_quat(orientation, Quat{1.0f, 0.0f, 0.0f, 0.0f});
    }
    for (int level = 1; level < LEVELS; ++level) {
        PIPPIN_SYNC();
        for (int place = level_starts[level] + lane; place < level_starts[level + 1]; place += PIPPIN_LANES) {
            const int body = level_bodies[place], parent = parents[body];
            const int first = model.body_jntadr.data[body], count = model.body_jntnum.data[body];
            Vec x;
            Quat q;
            if (count == 1 && model.jnt_type.data[first] == FREE) {
                const float* const own = qpos + model.jnt_qposadr.data[first];
                x = vec(own, 0);
                q = normalized(quat(own + 3));
                put(anchors, first, x);
                put(axes, first, vec(parameters_of(model.jnt_axis), first));
            } else {
                const int mocap = model.body_mocapid.data[body];
                const Vec offset = mocap >= 0 ? vec(numbers_of(data.mocap_pos), mocap)
                                              : vec(parameters_of(model.body_pos), body);
                const Quat turn = quat(mocap >= 0 ? numbers_of(data.mocap_quat) + 4 * mocap
                                                  : parameters_of(model.body_quat) + 4 * body);
                const Quat carrier = quat(orientation + 4 * parent);
                x = rotated(carrier, offset) + vec(position, parent);
                q = product(carrier, turn);
                for (int joint = first; joint < first + count; ++joint) {
                    const int type = model.jnt_type.data[joint], address = model.jnt_qposadr.data[joint];
                    const Vec own_axis = vec(parameters_of(model.jnt_axis), joint);
                    const Vec own_anchor = vec(parameters_of(model.jnt_pos), joint);
                    const Vec anchor = rotated(q, own_anchor) + x, direction = rotated(q, own_axis);
                    const float rest = type == BALL ? 0.0f : parameters_of(model.qpos0)[address];
                    if (type == SLIDE) x = x + direction * (qpos[address] - rest);
                    else {
                        q = product(q, type == BALL ? normalized(quat(qpos + address))
                                                    : about_axis(own_axis, qpos[address] - rest));
                        x = anchor - rotated(q, own_anchor);
                    }
                    put(anchors, joint, anchor);
                    put(axes, joint, direction);
                }
                q = normalized(q);
            }
            put(position, body, x);
            put_quat(orientation + 4 * body, q);
        }
    }
    PIPPIN_SYNC();

    // Frames of bodies, geoms and sites; inertias in the directions of the world. Lanes make one row each, and then
    // write them all together: neighbours in memory are written at once.
    const auto write_rows = [&](float* out, int count, int width, auto make) {
        for (int first = 0; first < count; first += PIPPIN_LANES) {
            const int index = first + lane, numbers = width * wp::min(PIPPIN_LANES, count - first);
            if (index < count) make(index, stage + width * lane);
            PIPPIN_SYNC();
            for (int entry = lane; entry < numbers; entry += PIPPIN_LANES) out[width * first + entry] = stage[entry];
            PIPPIN_SYNC();
        }
    };
    const auto copy_out = [&](const float* values, float* out, int count) {
        for (int entry = lane; entry < count; entry += PIPPIN_LANES) out[entry] = values[entry];
    };
    copy_out(position, numbers_of(data.xpos), 3 * NB);
    copy_out(orientation, numbers_of(data.xquat), 4 * NB);
    write_rows(numbers_of(data.xmat), NB, 9, [&](int body, float* out) { matrix(quat(orientation + 4 * body), out); });
    write_rows(numbers_of(data.ximat), NB, 9, [&](int body, float* R) {
        const Quat q = quat(orientation + 4 * body);
        const Vec middle = vec(position, body) + rotated(q, vec(parameters_of(model.body_ipos), body));
        matrix(product(q, quat(parameters_of(model.body_iquat) + 4 * body)), R);
        put(centre, body, middle);
        const float mass = parameters_of(model.body_mass)[body];
        put(tree_centre, body, mass * middle);
        const Vec principal = vec(parameters_of(model.body_inertia), body);
        float* const own = gathered + 16 * body;
        const int rows[6] = {0, 1, 2, 0, 0, 1}, columns[6] = {0, 1, 2, 1, 2, 2};
        for (int k = 0; k < 6; ++k) {
            float value = 0.0f;
            for (int p = 0; p < 3; ++p) value += R[3 * rows[k] + p] * principal[p] * R[3 * columns[k] + p];
            own[k] = value;
        }
        own[9] = mass;
    });
    copy_out(centre, numbers_of(data.xipos), 3 * NB);
    // What is fixed to the world was placed once and for all, unless it hangs on a mocap body.
    const auto is_static = [&](int body) {
        return model.body_weldid.data[body] == 0 && model.body_mocapid.data[roots[body]] == -1;
    };
    write_rows(numbers_of(data.geom_xpos), NG, 3, [&](int geom, float* out) {
        const int body = model.geom_bodyid.data[geom];
        const Vec offset = vec(parameters_of(model.geom_pos), geom);
        put(out, 0, is_static(body) ? vec(numbers_of(data.geom_xpos), geom)
                                    : vec(position, body) + rotated(quat(orientation + 4 * body), offset));
    });
    write_rows(numbers_of(data.geom_xmat), NG, 9, [&](int geom, float* out) {
        const int body = model.geom_bodyid.data[geom];
        if (is_static(body)) for (int k = 0; k < 9; ++k) out[k] = numbers_of(data.geom_xmat)[9 * geom + k];
        else matrix(product(quat(orientation + 4 * body), quat(parameters_of(model.geom_quat) + 4 * geom)), out);
    });
    for (int site = lane; site < NS; site += PIPPIN_LANES) {
        const int body = model.site_bodyid.data[site];
        const Quat q = quat(orientation + 4 * body);
        const Vec offset = vec(parameters_of(model.site_pos), site);
        put(numbers_of(data.site_xpos), site, vec(position, body) + rotated(q, offset));
        matrix(product(q, quat(parameters_of(model.site_quat) + 4 * site)), numbers_of(data.site_xmat) + 9 * site);
    }

    // Centres of mass of trees, back to the world.
    for (int level = LEVELS - 2; level >= 0; --level) {
        PIPPIN_SYNC();
        const int start = level_starts[level], count = level_starts[level + 1] - start;
        for (int entry = lane; entry < 3 * count; entry += PIPPIN_LANES) {
            const int body = level_bodies[start + entry / 3], k = entry % 3;
            float value = tree_centre[3 * body + k];
            for (int c = child_starts[body]; c < child_starts[body + 1]; ++c) value += tree_centre[3 * children[c] + k];
            tree_centre[3 * body + k] = value;
        }
    }
    PIPPIN_SYNC();
    for (int body = lane; body < NB; body += PIPPIN_LANES) {
        const float mass = parameters_of(model.body_subtreemass)[body];
        const Vec middle = mass != 0.0f ? vec(tree_centre, body) * (1.0f / mass) : vec(centre, body);
        put(tree_centre, body, middle);
    }
    PIPPIN_SYNC();
    copy_out(tree_centre, numbers_of(data.subtree_com), 3 * NB);

    // Inertias about the centre of the whole tree, and axes of joints there.
    for (int body = lane; body < NB; body += PIPPIN_LANES) {
        float* const own = gathered + 16 * body;
        const Vec d = vec(centre, body) - vec(tree_centre, roots[body]);
        const float mass = own[9];
        own[0] += mass * (d[1] * d[1] + d[2] * d[2]);
        own[1] += mass * (d[0] * d[0] + d[2] * d[2]);
        own[2] += mass * (d[0] * d[0] + d[1] * d[1]);
        own[3] -= mass * d[0] * d[1], own[4] -= mass * d[0] * d[2], own[5] -= mass * d[1] * d[2];
        for (int k = 0; k < 3; ++k) own[6 + k] = mass * d[k];
    }
    for (int joint = lane; joint < NJ; joint += PIPPIN_LANES) {
        const int body = model.jnt_bodyid.data[joint], type = model.jnt_type.data[joint];
        const Vec arm = vec(tree_centre, roots[body]) - vec(anchors, joint), direction = vec(axes, joint);
        float* own = axis + 6 * model.jnt_dofadr.data[joint];
        if (type == FREE)
            for (int k = 0; k < 3; ++k, own += 6)
                for (int c = 0; c < 6; ++c) own[c] = c == 3 + k ? 1.0f : 0.0f;
        if (type == FREE || type == BALL) {
            float R[9];
            matrix(quat(orientation + 4 * body), R);
            for (int k = 0; k < 3; ++k, own += 6) {
                const Vec turn(R[k], R[3 + k], R[6 + k]);
                put(own, 0, turn);
                put(own, 1, wp::cross(turn, arm));
            }
        } else if (type == SLIDE) {
            put(own, 0, Vec(0.0f, 0.0f, 0.0f));
            put(own, 1, direction);
        } else {
            put(own, 0, direction);
            put(own, 1, wp::cross(direction, arm));
        }
    }
    PIPPIN_SYNC();
    copy_out(axis, numbers_of(data.cdof), 6 * NV);
    for (int entry = lane; entry < 10 * NB; entry += PIPPIN_LANES)
        numbers_of(data.cinert)[entry] = gathered[16 * (entry / 10) + entry % 10];

    // Velocities, and accelerations where joints do not accelerate, outwards.
    for (int k = lane; k < 6; k += PIPPIN_LANES) {
        velocity[k] = 0.0f;
        acceleration[k] = k < 3 || !has_gravity ? 0.0f : -gravity[k - 3];
    }
    for (int level = 1; level < LEVELS; ++level) {
        PIPPIN_SYNC();
        for (int place = level_starts[level] + lane; place < level_starts[level + 1]; place += PIPPIN_LANES) {
            const int body = level_bodies[place], parent = parents[body];
            float v[6], a[6];
            for (int k = 0; k < 6; ++k) v[k] = velocity[6 * parent + k], a[k] = acceleration[6 * parent + k];
            const int first = model.body_jntadr.data[body], count = model.body_jntnum.data[body];
            int dof = model.body_dofadr.data[body];
            for (int joint = first; joint < first + count; ++joint) {
                const int type = model.jnt_type.data[joint];
                if (type == FREE)
                    for (int end = dof + 3; dof < end; ++dof)
                        for (int k = 0; k < 6; ++k) {
                            v[k] += axis[6 * dof + k] * qvel[dof];
                            numbers_of(data.cdof_dot)[6 * dof + k] = 0.0f;
                        }
                const int turns = type == FREE || type == BALL ? 3 : 1;
                float rates[18];
                for (int t = 0; t < turns; ++t) cross_motion(v, axis + 6 * (dof + t), rates + 6 * t);
                for (int t = 0; t < turns; ++t, ++dof)
                    for (int k = 0; k < 6; ++k) {
                        numbers_of(data.cdof_dot)[6 * dof + k] = rates[6 * t + k];
                        a[k] += rates[6 * t + k] * qvel[dof];
                        v[k] += axis[6 * dof + k] * qvel[dof];
                    }
            }
            for (int k = 0; k < 6; ++k) velocity[6 * body + k] = v[k], acceleration[6 * body + k] = a[k];
        }
    }
    PIPPIN_SYNC();
    copy_out(velocity, numbers_of(data.cvel), 6 * NB);

    // Wrenches that these motions take; with composite inertias back to the world.
    for (int body = lane; body < NB; body += PIPPIN_LANES) {
        float pull[6], spin[6];
        const float* const v = velocity + 6 * body;
        times_inertia(gathered + 16 * body, acceleration + 6 * body, pull);
        times_inertia(gathered + 16 * body, v, spin);
        const Vec turning = wp::cross(vec(v, 0), vec(spin, 0)) + wp::cross(vec(v, 1), vec(spin, 1));
        const Vec moving = wp::cross(vec(v, 0), vec(spin, 1));
        for (int k = 0; k < 3; ++k) {
            gathered[16 * body + 10 + k] = pull[k] + turning[k];
            gathered[16 * body + 13 + k] = pull[3 + k] + moving[k];
        }
    }
    for (int level = LEVELS - 2; level >= 1; --level) {
        PIPPIN_SYNC();
        const int start = level_starts[level], count = level_starts[level + 1] - start;
        for (int entry = lane; entry < 16 * count; entry += PIPPIN_LANES) {
            const int body = level_bodies[start + entry / 16], k = entry % 16;
            float value = gathered[16 * body + k];
            for (int c = child_starts[body]; c < child_starts[body + 1]; ++c) value += gathered[16 * children[c] + k];
            gathered[16 * body + k] = value;
        }
    }
    PIPPIN_SYNC();
    for (int entry = lane; entry < 10 * NB; entry += PIPPIN_LANES)
        numbers_of(data.crb)[entry] = gathered[16 * (entry / 10) + entry % 10];

    // Springs and dampers, joint by joint.
    for (int joint = lane; joint < NJ; joint += PIPPIN_LANES) {
        const int type = model.jnt_type.data[joint], address = model.jnt_qposadr.data[joint];
        const int first = model.jnt_dofadr.data[joint], count = type == FREE ? 6 : type == BALL ? 3 : 1;
        for (int dof = first; dof < first + count; ++dof) {
            const float v = qvel[dof], speed = wp::abs(v);
            const float* const poly = parameters_of(model.dof_dampingpoly) + 2 * dof;
            const float damping = parameters_of(model.dof_damping)[dof] + poly[0] * speed + poly[1] * v * v;
            numbers_of(data.qfrc_damper)[dof] = has_dampers ? -v * damping : 0.0f;
            numbers_of(data.qfrc_spring)[dof] = 0.0f;
        }
        const float stiffness = parameters_of(model.jnt_stiffness)[joint];
        const float* const poly = parameters_of(model.jnt_stiffnesspoly) + 2 * joint;
        if (!has_springs || (stiffness == 0.0f && poly[0] == 0.0f && poly[1] == 0.0f)) continue;
        const float* const rest = parameters_of(model.qpos_spring) + address;
        float* const force = numbers_of(data.qfrc_spring) + first;
        const auto pull = [&](const Vec& away, float* out) {
            const float r = wp::length(away), k = stiffness + poly[0] * r + poly[1] * r * r;
            put(out, 0, -k * away);
        };
        const auto turn_away = [&](const float* now, const float* then) {
            const Quat q = quat(then), turn = product(Quat{q.w, -q.x, -q.y, -q.z}, normalized(quat(now)));
            const Vec direction(turn.x, turn.y, turn.z);
            const float s = wp::length(direction);
            if (s == 0.0f) return direction;
            float angle = 2.0f * wp::atan2(s, turn.w);
            if (angle > 3.14159265358979f) angle -= 6.28318530717959f;
            return direction * (angle / s);
        };
        if (type == FREE) {
            pull(vec(qpos + address, 0) - vec(rest, 0), force);
            pull(turn_away(qpos + address + 3, rest + 3), force + 3);
        } else if (type == BALL) pull(turn_away(qpos + address, rest), force);
        else {
            const float away = qpos[address] - rest[0];
            force[0] = -away * (stiffness + poly[0] * away + poly[1] * away * away);
        }
    }

    if (ACTUATED) {
        // Tendons along joints: length, velocity, and the tension of their springs and dampers.
        for (int tendon = lane; tendon < NT; tendon += PIPPIN_LANES) {
            float length = 0.0f, speed = 0.0f;
            const int start = model.ten_J_rowadr.data[tendon];
            for (int entry = start; entry < start + model.ten_J_rownnz.data[tendon]; ++entry) {
                const int dof = model.ten_J_colind.data[entry];
                const float gear = tree.gears.data[entry];
                length += gear * qpos[model.jnt_qposadr.data[model.dof_jntid.data[dof]]];
                speed += gear * qvel[dof];
                numbers_of(data.ten_J)[entry] = gear;
            }
            numbers_of(data.ten_length)[tendon] = length;
            numbers_of(data.ten_velocity)[tendon] = speed;
            const float* const rest = parameters_of(model.tendon_lengthspring) + 2 * tendon;
            const float* const spring = parameters_of(model.tendon_stiffnesspoly) + 2 * tendon;
            const float* const damper = parameters_of(model.tendon_dampingpoly) + 2 * tendon;
            const float away = wp::max(length - rest[1], 0.0f) + wp::min(length - rest[0], 0.0f);
            const float stiffness = parameters_of(model.tendon_stiffness)[tendon] + away * spring[0]
                                  + away * away * spring[1];
            const float damping = parameters_of(model.tendon_damping)[tendon] + wp::abs(speed) * damper[0]
                                + damper[1] * speed * speed;
            tension[2 * tendon] = has_springs ? -away * stiffness : 0.0f;
            tension[2 * tendon + 1] = has_dampers ? -speed * damping : 0.0f;
        }
        PIPPIN_SYNC();
        for (int dof = lane; dof < NV && NT > 0; dof += PIPPIN_LANES)
            for (int place = tree.gear_starts.data[dof]; place < tree.gear_starts.data[dof + 1]; ++place) {
                const int entry = tree.gears_of_dofs.data[place], tendon = tree.gear_tendons.data[entry];
                numbers_of(data.qfrc_spring)[dof] += tree.gears.data[entry] * tension[2 * tendon];
                numbers_of(data.qfrc_damper)[dof] += tree.gears.data[entry] * tension[2 * tendon + 1];
            }
    }

    // Forces on degrees of freedom: bias, gravity compensation, and wrenches applied to bodies.
    bool is_pushed = false, is_compensated = false;
    const float* const wrenches = numbers_of(data.xfrc_applied);
    for (int body = 1 + lane; body < NB; body += PIPPIN_LANES) {
        for (int k = 0; k < 6; ++k) is_pushed |= wrenches[6 * body + k] != 0.0f;
        is_compensated |= has_gravity && parameters_of(model.body_gravcomp)[body] != 0.0f;
    }
    is_pushed = any_lane(is_pushed) && ACTUATED, is_compensated = any_lane(is_compensated);
    PIPPIN_SYNC();
    for (int dof = lane; dof < NV; dof += PIPPIN_LANES) {
        const int body = model.dof_bodyid.data[dof];
        const float* const own = axis + 6 * dof;
        float compensation = 0.0f, applied = 0.0f;
        if (is_pushed || is_compensated) {
            const Vec middle = vec(tree_centre, roots[body]), turn = vec(own, 0), shift = vec(own, 1);
            for (int other = body; other < body + model.body_subtreenum.data[body]; ++other) {
                const Vec motion = shift + wp::cross(turn, vec(centre, other) - middle);
                const float weight = parameters_of(model.body_mass)[other] * parameters_of(model.body_gravcomp)[other];
                const Vec force = vec(wrenches, 2 * other), torque = vec(wrenches, 2 * other + 1);
                if (is_compensated) compensation -= weight * wp::dot(motion, gravity);
                if (is_pushed) applied += wp::dot(motion, force) + wp::dot(turn, torque);
            }
        }
        const float bias = dot6(own, gathered + 16 * body + 10);
        const bool by_actuators = model.jnt_actgravcomp.data[model.dof_jntid.data[dof]] != 0;
        const float passive = numbers_of(data.qfrc_spring)[dof] + numbers_of(data.qfrc_damper)[dof]
                            + (by_actuators ? 0.0f : compensation);
        numbers_of(data.qfrc_bias)[dof] = bias;
        numbers_of(data.qfrc_gravcomp)[dof] = compensation;
        numbers_of(data.qfrc_passive)[dof] = passive;
        push[dof] = passive - bias + numbers_of(data.qfrc_applied)[dof] + applied;
        times_inertia(gathered + 16 * body, own, momentum + 6 * dof);
    }
    if (ACTUATED) for (int entry = lane; entry < ENTRIES; entry += PIPPIN_LANES) factor[entry] = 0.0f;
    PIPPIN_SYNC();

    // Inertia matrix.
    for (int entry = lane; entry < NM; entry += PIPPIN_LANES) {
        const int i = tree.inertia_rows.data[entry], j = model.M_colind.data[entry];
        const float armature = i == j ? parameters_of(model.dof_armature)[i] : 0.0f;
        const float value = dot6(axis + 6 * j, momentum + 6 * i) + armature;
        numbers_of(data.M)[entry] = value;
        if (ACTUATED) factor[IN_REGISTERS ? i * (i + 1) / 2 + j : row_at(i) + entry - inertia_starts[i]] = value;
    }
    if (ACTUATED) {
        // Actuators, each on one joint with one degree of freedom.
        for (int dof = lane; dof < NV; dof += PIPPIN_LANES) {
            const int joint = model.dof_jntid.data[dof];
            float torque = 0.0f;
            for (int place = tree.actuator_starts.data[dof]; place < tree.actuator_starts.data[dof + 1]; ++place) {
                const int actuator = tree.actuators.data[place], input = model.actuator_ctrladr.data[actuator];
                const float gear = parameters_of(model.actuator_gear)[6 * actuator];
                const float length = gear * qpos[model.jnt_qposadr.data[joint]], speed = gear * qvel[dof];
                float control = numbers_of(data.ctrl)[input];
                if (clamps_controls && model.actuator_ctrllimited.data[input]) {
                    const float* const range = parameters_of(model.actuator_ctrlrange) + 2 * input;
                    control = wp::clamp(control, range[0], range[1]);
                }
                const float* const gains = parameters_of(model.actuator_gainprm) + 10 * actuator;
                const float* const biases = parameters_of(model.actuator_biasprm) + 10 * actuator;
                float force = gains[0];
                if (model.actuator_gaintype.data[actuator] == AFFINE) force += gains[1] * length + gains[2] * speed;
                force *= control;
                if (model.actuator_biastype.data[actuator] == AFFINE)
                    force += biases[0] + biases[1] * length + biases[2] * speed;
                if (model.actuator_forcelimited.data[actuator]) {
                    const float* const range = parameters_of(model.actuator_forcerange) + 2 * actuator;
                    force = wp::clamp(force, range[0], range[1]);
                }
                numbers_of(data.actuator_length)[actuator] = length;
                numbers_of(data.actuator_velocity)[actuator] = speed;
                numbers_of(data.actuator_force)[actuator] = force;
                torque += gear * force;
            }
            if (model.jnt_actfrclimited.data[joint]) {
                const float* const range = parameters_of(model.jnt_actfrcrange) + 2 * joint;
                torque = wp::clamp(torque, range[0], range[1]);
            }
            numbers_of(data.qfrc_actuator)[dof] = torque;
            push[dof] += torque;
            numbers_of(data.qfrc_smooth)[dof] = push[dof];
        }
        if (IN_REGISTERS) solve_triangle(factor, inverse_diagonal, column, push, 0.0f);
        else factor_tree(factor, inverse_diagonal, 0.0f), substitute_tree(factor, inverse_diagonal, push);
        for (int dof = lane; dof < NV; dof += PIPPIN_LANES) numbers_of(data.qacc_smooth)[dof] = push[dof];
    }
"""
    + END
)
"""Body of the function; the template's fields are sizes."""
