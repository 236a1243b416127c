"""C++ of the constraint solver: Newton's method for one environment, by its lanes.

The method is that of MuJoCo (https://mujoco.readthedocs.io/en/stable/computation/index.html#constraint-solver):
minimise over the acceleration a

    1/2 (a - a_smooth)^T M (a - a_smooth) + sum of s_k(J a - a_ref)

with s the costs of equalities, friction losses, limits and contacts with pyramidal or elliptic friction cones.

The inertia M and the factor of the Hessian stay in the memory of the block, as packed lower triangles; what there is
for each constraint row is kept in the cache, since most environments use few of the rows that there is room for. Five
things keep an iteration short:

- *A cone is two rows.* In the middle zone of an elliptic cone the Hessian of its cost is, with the scaled rows
  z_j = f_j J_j, the unit slip direction u and p = sum u_j z_j, the sum of d (mu J_0 - mu p)(mu J_0 - mu p)^T and
  d mu (mu - N / T) (sum z_j z_j^T - p p^T). For a contact with two tangents the second bracket is q q^T with q across
  the slip: two weighted rows, where a pyramid has four.
- *The Hessian is built where it is factored.* On a GPU each lane adds the weighted rows to its own rows of the Hessian,
  in registers, and the factorisation solves the gradient forwards on its way.
- *The factorisation follows the tree*, see :mod:`pippin.physics.tree_factor`, where lanes do not have whole rows and no
  constraint holds one branch of an environment to another.
- *A factor serves as long as it is right.* Where no row changed its zone and none slides, the Hessian is that of the
  iteration before, so that the last iteration, which finds that nothing is left to gain, takes no factorisation.
- *A search along the direction always ends.* The cost is convex, so its slope brackets the minimum; Newton's steps that
  leave the bracket are replaced by bisection. Velocities stay bounded, whatever the contacts.

On a CPU the same source runs with one thread for each environment; tests compare it there with native MuJoCo.
"""

from __future__ import annotations

from string import Template

from ...lanes import END, ENVIRONMENT, LANES, ROWS, SOLVE_TRIANGLE
from ...tree_factor import SOLVE_TREE

SOLVE = Template(
    LANES
    + ENVIRONMENT
    + ROWS
    + r"""
    constexpr int NV = $num_dofs;          // degrees of freedom
    constexpr bool SPARSE = $is_sparse;    // whether rows of J are lists of nonzeros
    constexpr int TRI = NV * (NV + 1) / 2;
    constexpr int DEPTH = $depth;          // most entries of a row of the inertia matrix
    constexpr int CHUNK = $rows_per_chunk; // weighted rows added to the Hessian at a time
    constexpr int PADDED = (NV + 3) / 4 * 4;
    constexpr float TINY = 1.0e-15f;
    constexpr float EXACT = 1.0e-5f;       // of forces and accelerations, what the last step may be without being taken
    constexpr float NEAR = 0.1f;           // of the tolerance, for what a factor that is near promises
    constexpr int EQUALITY = 0, FRICTION = 1, UNILATERAL = 2, CONE = 3, TANGENT = 4, DROPPED = 5;
    constexpr int SATISFIED = 0, QUADRATIC = 1, LINEAR_NEG = 2, LINEAR_POS = 3, IN_CONE = 4;  // mjtConstraintState
    // What a weighted row is made of.
    constexpr int PLAIN = 0, ACROSS_CONE = 1, ALONG_CIRCLE = 2, SCALED = 3, ALONG_SLIP = 4;

"""
    + SOLVE_TRIANGLE
    + r"""
    // Where lanes do not have whole rows of the Hessian, it and the inertia have the entries of the tree, unless
    // constraints hold one branch to another.
    constexpr bool BY_TREE = SPARSE && !IN_REGISTERS;
    const int* const inertia_starts = inertia_row_starts.data;
    const int* const inertia_sizes = inertia_row_sizes.data;
    const int* const inertia_columns = inertia_column_list.data;
    const int* const dof_ends = dof_end_list.data;
    const int* const tree_entries = tree_entry_list.data;
    const int* const length_starts = length_start_list.data;
    constexpr int tree_first = 0, num_tree_dofs = NV, num_tree_levels = DEPTH;  // all trees at a time
"""
    + SOLVE_TREE
    + r"""
    PIPPIN_SHARED(inertia, BY_TREE ? MATRIX : TRI);
    PIPPIN_SHARED(hessian, TRI);
    PIPPIN_SHARED(inverse_diagonal, NV);
    PIPPIN_SHARED(acceleration, NV);
    PIPPIN_SHARED(product, NV);       // M a
    PIPPIN_SHARED(gradient, NV);
    PIPPIN_SHARED(search, NV);
    PIPPIN_SHARED(search_product, NV);  // M times the search direction
    PIPPIN_SHARED(chunk, CHUNK * PADDED); // weighted rows, times the root of the size of their weight
    PIPPIN_SHARED(sign, CHUNK);       // of their weight
    PIPPIN_SHARED(root, CHUNK);       // of the size of their weight, with the friction of scaled rows
    PIPPIN_SHARED(inverse_slip, CHUNK);
    PIPPIN_SHARED(source_bits, CHUNK);
    int* const made_from = reinterpret_cast<int*>(source_bits);  // first row, and what they are made of

    const float* const M = row_of(inertia_in);
    const float* const J = row_of(jacobian_in);
    const int* const columns = SPARSE ? row_of(jacobian_columns) : nullptr;
    const int* const row_sizes = SPARSE ? row_of(jacobian_row_sizes) : nullptr;
    const int* const row_starts = SPARSE ? row_of(jacobian_row_starts) : nullptr;
    const int leading = SPARSE ? 0 : (int)(jacobian_in.strides[1] / sizeof(float));
    const float* const target = row_of(reference_in);
    const float* const force_smooth = row_of(force_smooth_in);
    const float* const acceleration_smooth = row_of(acceleration_smooth_in);
    const float* const loss = row_of(friction_loss_in);
    const float* const stiffness = row_of(stiffness_in);
    float* const force = row_of(force_out);
    int* const state = row_of(state_out);
    float* const residual = row_of(residual_scratch);  // J a - a_ref
    float* const slope = row_of(slope_scratch);        // J times the search direction
    float* const scale = row_of(scale_scratch);        // of cones: mu of the first row, friction of the others
    int* const kind = row_of(kind_scratch);            // with the dimension of a cone from bit 4 on
    int* const source = row_of(source_scratch);        // of weighted rows: first row, and what they are made of
    float* const weight = row_of(weight_scratch);

    struct alignas(16) Quad { float a, b, c, d; };
    const auto row_start = [&](int row) { return SPARSE ? row_starts[row] : row * leading; };
    const auto row_size = [&](int row) { return SPARSE ? row_sizes[row] : NV; };
    const auto column = [&](int start, int entry) { return SPARSE ? columns[start + entry] : entry; };
    const auto times_row = [&](int row, const float* vector) {
        float result = 0.0f;
        if (SPARSE) {
            const int start = row_start(row), size = row_size(row);
            for (int entry = 0; entry < size; ++entry) result += J[start + entry] * vector[columns[start + entry]];
        } else {  // four at a time: rows are padded to multiples of four numbers
            const Quad* const quads = reinterpret_cast<const Quad*>(J + row * leading);
            for (int entry = 0; entry + 3 < NV; entry += 4) {
                const Quad quad = quads[entry / 4];
                result += quad.a * vector[entry] + quad.b * vector[entry + 1];
                result += quad.c * vector[entry + 2] + quad.d * vector[entry + 3];
            }
            for (int entry = NV & ~3; entry < NV; ++entry) result += J[row * leading + entry] * vector[entry];
        }
        return result;
    };
    const auto times_inertia = [&](const float* vector, int i) {
        float result = 0.0f;
        if (BY_TREE) {
            const int size = inertia_sizes[i], end = dof_ends[i];
            const int* const dofs = inertia_columns + inertia_starts[i];
            for (int a = 0; a < size; ++a) result += inertia[row_at(i) + a] * vector[dofs[a]];
            for (int j = i + 1; j < end; ++j) result += inertia[row_at(j) + size - 1] * vector[j];
            return result;
        }
        for (int j = 0; j <= i; ++j) result += inertia[i * (i + 1) / 2 + j] * vector[j];
        for (int j = i + 1; j < NV; ++j) result += inertia[j * (j + 1) / 2 + i] * vector[j];
        return result;
    };

    const auto load_triangle = [&](float* triangle) {
        for (int place = lane; place < TRI; place += PIPPIN_LANES) triangle[place] = 0.0f;
        PIPPIN_SYNC();
        each_entry(0, DEPTH, [&](int i, int place, int j) {
            triangle[i * (i + 1) / 2 + j] = M[inertia_starts[i] + place];
        });
    };

    // The inertia, and its trace, by which tolerances are relative.
    if (BY_TREE) load_tree(M, inertia);
    else load_triangle(inertia);
    float trace = 0.0f;
    for (int i = lane; i < NV; i += PIPPIN_LANES) trace += M[inertia_starts[i] + inertia_sizes[i] - 1];
    const float inverse_trace = 1.0f / wp::max(TINY, sum(trace));
    const float tolerance = tolerances.data[world % tolerances.shape[0]];
    const int num_rows = wp::min(num_rows_in.data[world], (int)types_in.shape[1]);
    const int num_equalities = num_equalities_in.data[world], num_losses = num_losses_in.data[world];

    // What each row is.
    const float inverse_root = inverse_root_impratio.data[world % inverse_root_impratio.shape[0]];
    for (int row = lane; row < num_rows; row += PIPPIN_LANES) {
        int what = row < num_equalities ? EQUALITY : row < num_equalities + num_losses ? FRICTION : UNILATERAL;
        if (row_of(types_in)[row] == 7) {  // mjCNSTR_CONTACT_ELLIPTIC
            const int contact = row_of(ids_in)[row];
            const int first = contact_rows.data[contact * (contact_rows.strides[0] / sizeof(int))];
            const int dimension = contact_dimensions.data[contact];
            const auto& friction = contact_friction.data[contact];
            if (first < 0 || first + dimension > num_rows) what = DROPPED;
            else if (row == first) what = CONE | dimension << 4, scale[row] = friction[0] * inverse_root;
            else what = TANGENT, scale[row] = friction[row - first - 1];
        }
        kind[row] = what;
    }
    bool is_coupled = false;  // whether a row has degrees of freedom of several branches
    for (int row = lane; row < num_rows && BY_TREE; row += PIPPIN_LANES) {
        const int start = row_start(row), end = start + row_size(row);
        int last = 0;
        for (int entry = start; entry < end; ++entry) last = wp::max(last, columns[entry]);
        for (int entry = start; entry < end; ++entry) is_coupled |= last >= dof_ends[columns[entry]];
    }
    const bool by_tree = BY_TREE && !any_lane(is_coupled);
    PIPPIN_SYNC();

    // Place of a cone's residual, moved by alpha along the search direction: N, T, and the zone.
    const auto zone = [&](int first, int dimension, float alpha, float& N, float& T) {
        N = (residual[first] + (alpha != 0.0f ? alpha * slope[first] : 0.0f)) * scale[first];
        float square = 0.0f;
        for (int row = first + 1; row < first + dimension; ++row) {
            const float u = (residual[row] + (alpha != 0.0f ? alpha * slope[row] : 0.0f)) * scale[row];
            square += u * u;
        }
        T = wp::sqrt(square);
        const float mu = scale[first];
        if (N >= mu * T) return SATISFIED;
        return mu * N + T <= 0.0f ? QUADRATIC : IN_CONE;
    };
    const auto cone_stiffness = [&](int first) {
        const float mu = scale[first];
        return stiffness[first] / wp::max(TINY, mu * mu * (1.0f + mu * mu));
    };

    // Begin at the acceleration of the last step, where it is a number.
    const float* const warm_start = row_of(warm_start_in);
    float size = 0.0f;
    for (int i = lane; i < NV; i += PIPPIN_LANES) size += wp::abs(warm_start[i]);
    const bool is_warm = num_rows > 0 && use_warm_start && sum(size) < 1.0e30f;
    for (int i = lane; i < NV; i += PIPPIN_LANES) acceleration[i] = is_warm ? warm_start[i] : acceleration_smooth[i];
    PIPPIN_SYNC();
    for (int i = lane; i < NV; i += PIPPIN_LANES) product[i] = times_inertia(acceleration, i);
    for (int row = lane; row < num_rows; row += PIPPIN_LANES)
        residual[row] = times_row(row, acceleration) - target[row];

    int iteration = 0;
    bool converged = num_rows == 0, is_refined = false;
    while (num_rows > 0) {
        // Forces and states, and the list of weighted rows that make up the Hessian.
        PIPPIN_SYNC();
        int num_weighted = 0;
        float num_negative = 0.0f;
        // Whether rows are in another zone than in the last iteration, or in one whose cost is not quadratic.
        bool has_changed = iteration == 0, is_bent = false;
        for (int base = 0; base < num_rows; base += PIPPIN_LANES) {
            const int row = base + lane;
            int added = 0, place = SATISFIED, dimension = 0;
            float N = 0.0f, T = 0.0f;
            const int what = row < num_rows ? kind[row] & 15 : TANGENT;
            if (what == EQUALITY || what == UNILATERAL) {
                const bool active = what == EQUALITY || residual[row] < 0.0f;
                force[row] = active ? -stiffness[row] * residual[row] : 0.0f;
                place = active ? QUADRATIC : SATISFIED;
                has_changed |= state[row] != place;
                state[row] = place;
                added = active;
            } else if (what == FRICTION) {
                const float x = residual[row], f = loss[row], width = f / wp::max(TINY, stiffness[row]);
                place = x <= -width ? LINEAR_NEG : x >= width ? LINEAR_POS : QUADRATIC;
                force[row] = place == LINEAR_NEG ? f : place == LINEAR_POS ? -f : -stiffness[row] * x;
                has_changed |= state[row] != place;
                state[row] = place;
                added = place == QUADRATIC;
            } else if (what == CONE) {
                dimension = kind[row] >> 4;
                place = zone(row, dimension, 0.0f, N, T);
                const float mu = scale[row], pressing = cone_stiffness(row) * (N - mu * T) * mu;
                has_changed |= state[row] != place, is_bent |= place == IN_CONE;
                for (int k = row; k < row + dimension; ++k) {
                    state[k] = place;
                    force[k] = place == SATISFIED ? 0.0f : place == QUADRATIC ? -stiffness[k] * residual[k]
                             : k == row ? -pressing : pressing / T * residual[k] * scale[k] * scale[k];
                }
                added = place == SATISFIED ? 0 : place == QUADRATIC ? dimension : dimension == 3 ? 2 : dimension + 1;
            } else if (what == DROPPED) force[row] = 0.0f, state[row] = SATISFIED;
            int slot = added;  // sum over the lanes up to this one
#if defined(__CUDA_ARCH__)
            for (int offset = 1; offset < PIPPIN_LANES; offset <<= 1) {
                const int other = __shfl_up_sync(lane_mask, slot, offset, PIPPIN_LANES);
                if (lane >= offset) slot += other;
            }
            const int total = __shfl_sync(lane_mask, slot, PIPPIN_LANES - 1, PIPPIN_LANES);
#else
            const int total = slot;
#endif
            slot += num_weighted - added;
            num_weighted += total;
            if (what == CONE && place == IN_CONE) {
                const float mu = scale[row], D = cone_stiffness(row), bent = D * mu * (mu - N / T);
                source[slot] = row << 3 | ACROSS_CONE, weight[slot++] = D;
                if (dimension == 3) source[slot] = row << 3 | ALONG_CIRCLE, weight[slot++] = bent;
                else {
                    for (int k = row + 1; k < row + dimension; ++k)
                        source[slot] = k << 3 | SCALED, weight[slot++] = bent;
                    source[slot] = row << 3 | ALONG_SLIP, weight[slot++] = -bent;
                    num_negative += 1.0f;
                }
            } else if (added)
                for (int k = row; k < row + added; ++k) source[slot] = k << 3 | PLAIN, weight[slot++] = stiffness[k];
        }

        const bool has_negative = sum(num_negative) > 0.0f;

        // Gradient M a - f_smooth - J^T f.
        PIPPIN_SYNC();
        for (int i = lane; i < NV; i += PIPPIN_LANES) gradient[i] = product[i] - force_smooth[i];
        if (SPARSE) {
            constexpr int BATCH = PIPPIN_LANES > 1 ? 4 : 1;  // rows on the way from memory at a time
            for (int first = 0; first < num_rows; first += BATCH) {
                float pull[BATCH];
                int start[BATCH], size[BATCH], dof[BATCH];
                for (int k = 0; k < BATCH; ++k) {
                    const int row = wp::min(first + k, num_rows - 1);
                    pull[k] = first + k < num_rows ? force[row] : 0.0f;
                    start[k] = row_start(row), size[k] = row_size(row);
                }
                for (int k = 0; k < BATCH; ++k) {
                    dof[k] = lane < size[k] && pull[k] != 0.0f ? column(start[k], lane) : -1;
                    if (dof[k] >= 0) pull[k] *= J[start[k] + lane];
                }
                for (int k = 0; k < BATCH; ++k) {
                    PIPPIN_SYNC();
                    if (dof[k] >= 0) gradient[dof[k]] -= pull[k];
                }
                for (int k = 0; k < BATCH && first + k < num_rows; ++k) {  // longer rows
                    const float f = size[k] > PIPPIN_LANES ? force[first + k] : 0.0f;
                    for (int entry = lane + PIPPIN_LANES; entry < size[k] && f != 0.0f; entry += PIPPIN_LANES)
                        gradient[column(start[k], entry)] -= J[start[k] + entry] * f;
                }
            }
        } else {
            // Rows without a force are read, too: so that many are on the way at a time.
            for (int i = lane; i < NV; i += PIPPIN_LANES) {
                float pull = 0.0f;
#if defined(__CUDA_ARCH__)
    #pragma unroll 8
#endif
                for (int row = 0; row < num_rows; ++row) pull += J[row * leading + i] * force[row];
                gradient[i] -= pull;
            }
        }
        PIPPIN_SYNC();
        if (is_refined) break;
        float square = 0.0f;
        for (int i = lane; i < NV; i += PIPPIN_LANES) square += gradient[i] * gradient[i];
        square = sum(square);
        if (inverse_trace * wp::sqrt(square) < tolerance || iteration >= max_iterations || !wp::isfinite(square)) {
            converged = inverse_trace * wp::sqrt(square) < tolerance;
            if (!wp::isfinite(square))  // forces that are no numbers must show, not be replaced by the warm start
                for (int i = lane; i < NV; i += PIPPIN_LANES)
                    acceleration[i] = acceleration_smooth[i], product[i] = force_smooth[i];
            break;
        }

        // The search direction -H^-1 g, and twice what it promises to gain.
        for (int i = lane; i < NV; i += PIPPIN_LANES) search[i] = -gradient[i];
        const auto find_direction = [&](bool is_half_solved) {
            if (by_tree) substitute_tree(hessian, inverse_diagonal, search);
            else substitute(hessian, inverse_diagonal, search, is_half_solved);
            float decrement = 0.0f;
            for (int i = lane; i < NV; i += PIPPIN_LANES) decrement -= search[i] * gradient[i];
            return sum(decrement);
        };
        // Where no row changed its zone, the factor of the last iteration is the Hessian's, or with sliding contacts
        // near it: near enough to tell that there is nothing left to gain.
        has_changed = any_lane(has_changed), is_bent = any_lane(is_bent);
        float decrement = has_changed ? 0.0f : find_direction(false);
        converged = !has_changed && is_bent && inverse_trace * 0.5f * decrement < NEAR * tolerance;
        if (!converged && (has_changed || is_bent)) {
            // Hessian M + sum of weighted rows, a chunk of rows at a time.
            for (int i = lane; i < NV && !has_changed; i += PIPPIN_LANES) search[i] = -gradient[i];
#if defined(__CUDA_ARCH__)
            Rows rows;
            if (IN_REGISTERS) load_rows(inertia, rows);
            else
#endif
                if (BY_TREE && !by_tree) load_triangle(hessian);
                else for (int place = lane; place < (BY_TREE ? MATRIX : TRI); place += PIPPIN_LANES)
                    hessian[place] = inertia[place];
            for (int first = 0; first < num_weighted; first += CHUNK) {
                const int count = wp::min(CHUNK, num_weighted - first);
                PIPPIN_SYNC();
                if (SPARSE) {
                    for (int entry = lane; entry < count * PADDED; entry += PIPPIN_LANES) chunk[entry] = 0.0f;
                    PIPPIN_SYNC();
                }
                bool has_slip = false;
                for (int c = lane; c < count; c += PIPPIN_LANES) {
                    const int from = source[first + c], made_of = from & 7, row = from >> 3;
                    const float signed_weight = weight[first + c];
                    made_from[c] = from;
                    sign[c] = signed_weight < 0.0f ? -1.0f : 1.0f;
                    root[c] = wp::sqrt(wp::abs(signed_weight)) * (made_of == SCALED ? scale[row] : 1.0f);
                    if (made_of != PLAIN && made_of != SCALED) {
                        float N, T;
                        zone(row, kind[row] >> 4, 0.0f, N, T);
                        inverse_slip[c] = 1.0f / T;
                        has_slip = true;
                    }
                }
                has_slip = any_lane(has_slip);
                PIPPIN_SYNC();
                if (SPARSE) {
    #pragma unroll 4
                    for (int c = 0; c < count; ++c) {
                        const int start = row_start(made_from[c] >> 3), size = row_size(made_from[c] >> 3);
                        for (int entry = lane; entry < size; entry += PIPPIN_LANES)
                            chunk[c * PADDED + column(start, entry)] = root[c] * J[start + entry];
                    }
                } else {
                    constexpr int BATCH = 8;  // rows on the way from memory at a time
                    for (int entry = lane; entry < NV; entry += PIPPIN_LANES)
                        for (int c = 0; c < count; c += BATCH) {
                            float values[BATCH];
                            for (int k = 0; k < BATCH; ++k)
                                values[k] = c + k < count ? J[(made_from[c + k] >> 3) * leading + entry] : 0.0f;
                            for (int k = 0; k < BATCH && c + k < count; ++k)
                                chunk[(c + k) * PADDED + entry] = root[c + k] * values[k];
                        }
                }
                for (int c = 0; c < count && has_slip; ++c) {
                    const int made_of = made_from[c] & 7, row = made_from[c] >> 3;
                    if (made_of == PLAIN || made_of == SCALED) continue;
                    const int start = row_start(row), size = row_size(row), dimension = kind[row] >> 4;
                    for (int entry = lane; entry < size; entry += PIPPIN_LANES) {
                        float value;
                        if (made_of == ALONG_CIRCLE) {
                            const float u1 = residual[row + 1] * scale[row + 1];
                            const float u2 = residual[row + 2] * scale[row + 2];
                            const float z1 = J[row_start(row + 1) + entry] * scale[row + 1];
                            const float z2 = J[row_start(row + 2) + entry] * scale[row + 2];
                            value = (u1 * z2 - u2 * z1) * inverse_slip[c];
                        } else {
                            float along = 0.0f;
                            for (int k = row + 1; k < row + dimension; ++k)
                                along += residual[k] * scale[k] * scale[k] * J[row_start(k) + entry];
                            along *= inverse_slip[c];
                            value = made_of == ACROSS_CONE ? scale[row] * (J[start + entry] - along) : along;
                        }
                        chunk[c * PADDED + column(start, entry)] = root[c] * value;
                    }
                }
                PIPPIN_SYNC();
#if defined(__CUDA_ARCH__)
                if (IN_REGISTERS) {
                    for (int c = 0; c < count; ++c) {
                        const float* const row = chunk + c * PADDED;
                        float own[ROWS_OF_A_LANE];
    #pragma unroll
                        for (int r = 0; r < ROWS_OF_A_LANE; ++r) {
                            const int i = lane + r * PIPPIN_LANES;
                            own[r] = i < NV ? sign[c] * row[i] : 0.0f;
                        }
    #pragma unroll
                        for (int j = 0; j < NV; j += 4) {
                            const Quad quad = *reinterpret_cast<const Quad*>(row + j);
                            const float values[4] = {quad.a, quad.b, quad.c, quad.d};
    #pragma unroll
                            for (int k = 0; k < 4 && j + k < NV; ++k)
    #pragma unroll
                                for (int r = 0; r < ROWS_OF_A_LANE; ++r) rows[r][j + k] += own[r] * values[k];
                        }
                    }
                    continue;
                }
#endif
                const auto weighted = [&](int i, int j) {
                    const float* row = chunk;
                    float added = 0.0f;
                    if (has_negative)
                        for (int c = 0; c < count; ++c, row += PADDED) added += sign[c] * row[i] * row[j];
                    else
                        for (int c = 0; c < count; ++c, row += PADDED) added += row[i] * row[j];
                    return added;
                };
                if (by_tree)
                    each_entry(0, DEPTH, [&](int i, int place, int j) {
                        hessian[row_at(i) + place] += weighted(i, j);
                    });
                else
                    for (int entry = lane; entry < TRI; entry += PIPPIN_LANES) {
                        const int i = triangle_rows.data[entry], j = entry - i * (i + 1) / 2;
                        hessian[entry] += weighted(i, j);
                    }
            }
#if defined(__CUDA_ARCH__)
            if (IN_REGISTERS) {
                factor_rows(rows, hessian, inverse_diagonal, search, TINY);
                decrement = find_direction(HAS_SPARE_ROW);
            } else
#endif
            {
                if (by_tree) factor_tree(hessian, inverse_diagonal, TINY);
                else factor_triangle(hessian, inverse_diagonal, search_product, TINY);
                decrement = find_direction(false);
            }
        }

        if (!(decrement > 0.0f)) {
            converged = true;
            break;
        }
        converged = converged || inverse_trace * 0.5f * decrement < tolerance;
        if (converged) {
            // The cost has nothing left to gain, but rows that are stiff may pull by more than they should, and what is
            // light be accelerated by more: then the last step is taken, too.
            float pull_square = 0.0f, step_square = 0.0f, size_square = 0.0f;
            for (int i = lane; i < NV; i += PIPPIN_LANES) {
                const float pull = product[i] - force_smooth[i] - gradient[i];
                pull_square += pull * pull;
                step_square += search[i] * search[i];
                size_square += acceleration[i] * acceleration[i];
            }
            is_refined = square > EXACT * EXACT * (1.0f + sum(pull_square));
            is_refined |= sum(step_square) > EXACT * EXACT * (1.0f + sum(size_square));
            if (!is_refined) break;
        }

        // Slope and curvature of the cost along the direction; the last reader of `search_product` has been the factor.
        float first_slope = 0.0f, inertia_curvature = 0.0f;
        for (int i = lane; i < NV; i += PIPPIN_LANES) {
            search_product[i] = times_inertia(search, i);
            first_slope += search[i] * (product[i] - force_smooth[i]);
            inertia_curvature += search[i] * search_product[i];
        }
        for (int row = lane; row < num_rows; row += PIPPIN_LANES) slope[row] = times_row(row, search);
        first_slope = sum(first_slope), inertia_curvature = sum(inertia_curvature);
        PIPPIN_SYNC();
        const auto derivatives = [&](float alpha, float& second) {
            float d1 = 0.0f, d2 = 0.0f;
            for (int row = lane; row < num_rows; row += PIPPIN_LANES) {
                const int what = kind[row] & 15;
                const float v = slope[row], x = residual[row] + alpha * v, D = stiffness[row];
                if (what == EQUALITY || (what == UNILATERAL && x < 0.0f)) d1 += D * x * v, d2 += D * v * v;
                else if (what == FRICTION) {
                    const float f = loss[row], width = f / wp::max(TINY, D);
                    if (wp::abs(x) < width) d1 += D * x * v, d2 += D * v * v;
                    else d1 += x > 0.0f ? f * v : -f * v;
                } else if (what == CONE) {
                    float N, T;
                    const int dimension = kind[row] >> 4, place = zone(row, dimension, alpha, N, T);
                    if (place == QUADRATIC)
                        for (int k = row; k < row + dimension; ++k) {
                            d1 += stiffness[k] * (residual[k] + alpha * slope[k]) * slope[k];
                            d2 += stiffness[k] * slope[k] * slope[k];
                        }
                    else if (place == IN_CONE) {
                        float along = 0.0f, speed = 0.0f;
                        for (int k = row + 1; k < row + dimension; ++k) {
                            const float u = (residual[k] + alpha * slope[k]) * scale[k], du = slope[k] * scale[k];
                            along += u * du, speed += du * du;
                        }
                        const float mu = scale[row], Dm = cone_stiffness(row), dT = along / T;
                        const float across = N - mu * T, d_across = v * mu - mu * dT;
                        d1 += Dm * across * d_across;
                        d2 += Dm * (d_across * d_across - across * mu * (speed - dT * dT) / T);
                    }
                }
            }
            second = sum(d2) + inertia_curvature;
            return sum(d1) + first_slope + alpha * inertia_curvature;
        };

        // Where the slope vanishes: Newton's steps within a bracket.
        float alpha = 1.0f, low = 0.0f, high = -1.0f;
        const float enough = 0.01f * decrement;  // the slope at 0 is minus the decrement
        for (int trial = 0; trial < max_trials && !is_refined; ++trial) {
            float second;
            const float first = derivatives(alpha, second);
            if (wp::abs(first) <= enough) break;
            if (first < 0.0f) low = alpha;
            else high = alpha;
            float next = alpha - first / wp::max(TINY, second);
            const bool outside = !(next > low) || (high > 0.0f && !(next < high));
            if (outside) next = high > 0.0f ? 0.5f * (low + high) : 2.0f * alpha;
            if (next == alpha || (high > 0.0f && high - low < 1.0e-6f * high)) break;
            alpha = next;
        }
        if (!is_refined) ++iteration;
        for (int i = lane; i < NV; i += PIPPIN_LANES) {
            acceleration[i] += alpha * search[i];
            product[i] += alpha * search_product[i];
        }
        for (int row = lane; row < num_rows; row += PIPPIN_LANES) residual[row] += alpha * slope[row];
    }

    PIPPIN_SYNC();
    for (int i = lane; i < NV; i += PIPPIN_LANES) {
        row_of(acceleration_out)[i] = acceleration[i];
        row_of(product_out)[i] = product[i];
        row_of(constraint_force_out)[i] = num_rows > 0 ? product[i] - force_smooth[i] - gradient[i] : 0.0f;
    }
    if (lane == 0) {
        num_iterations_out.data[world] = iteration;
        if (!converged) overflow_out.data[world] |= $iterations_exhausted;
    }
"""
    + END
)
"""Body of the function that solves one environment; the template's fields are sizes."""
