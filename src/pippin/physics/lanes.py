"""C++ that the kernels with a group of threads for each environment share.

The threads that work on an environment are its lanes, a power of two up to the 32 of a warp: each loop over bodies,
joints or entries gives every lane its share, and ``PIPPIN_SYNC`` lets the lanes see what the others wrote. Small
environments take few lanes, so that a warp works on several at a time. On a CPU, where Warp runs one thread for each
environment, there is one lane.
"""

from __future__ import annotations

import warp as wp

LANES = r"""
#if defined(__CUDA_ARCH__)
    #define PIPPIN_LANES $lanes
    #define PIPPIN_SHARED(name, size)                       \
        __shared__ __align__(16) float name##_of_all[GROUPS * (size)]; \
        float* const name = name##_of_all + group * (size)
    #define PIPPIN_SYNC() __syncwarp(lane_mask)
    const unsigned lane_mask = (PIPPIN_LANES == 32 ? 0xffffffffu : (1u << PIPPIN_LANES % 32) - 1u)
                             << (thread - thread % PIPPIN_LANES);
#else
    #define PIPPIN_LANES 1
    #define PIPPIN_SHARED(name, size) float name[size]
    #define PIPPIN_SYNC()
    thread = 0;
#endif
    constexpr int GROUPS = PIPPIN_LANES == 1 ? 1 : 32 / PIPPIN_LANES;  // environments of a block of threads
    const int lane = thread % PIPPIN_LANES, group = thread / PIPPIN_LANES;
    if (group >= GROUPS) return;

    const auto sum = [=](float value) {
#if defined(__CUDA_ARCH__)
        for (int offset = PIPPIN_LANES / 2; offset > 0; offset >>= 1)
            value += __shfl_xor_sync(lane_mask, value, offset);
#endif
        return value;
    };
    const auto any_lane = [=](bool value) {
#if defined(__CUDA_ARCH__)
        return __any_sync(lane_mask, value) != 0;
#else
        return value;
#endif
    };
"""
"""Lanes and groups of them, for a function of ``thread``, and what all lanes of a group have together."""

ENVIRONMENT = r"""
    const int world = block * GROUPS + group;
    if (world >= num_worlds) return;
"""
"""The environment of a group of lanes, for a function of ``block`` and ``num_worlds``."""

ROWS = r"""
    // Row of an environment: in arrays of all environments, the same as plain numbers, and in parameters that
    // environments may share.
    const auto row_of = [world](auto& values) {
        auto* const data = values.data;
        return decltype(values.data)(reinterpret_cast<char*>(data) + size_t(world) * values.strides[0]);
    };
    const auto numbers_of = [world](const auto& values) {
        return reinterpret_cast<float*>(reinterpret_cast<char*>(values.data) + size_t(world) * values.strides[0]);
    };
    const auto parameters_of = [world](const auto& values) {
        const size_t row = values.shape[0] == 1 ? 0 : world % values.shape[0];
        return reinterpret_cast<const float*>(reinterpret_cast<char*>(values.data) + row * values.strides[0]);
    };
"""
"""Rows of arrays, where ``world`` is the number of an environment."""

VECTORS = r"""
    constexpr int FREE = 0, BALL = 1, SLIDE = 2;  // mjtJoint

    using Vec = wp::vec_t<3, wp::float32>;
    struct Quat { float w, x, y, z; };
    const auto vec = [](const float* values, int index) {
        return Vec(values[3 * index], values[3 * index + 1], values[3 * index + 2]);
    };
    const auto put = [](float* values, int index, const Vec& v) {
        for (int k = 0; k < 3; ++k) values[3 * index + k] = v[k];
    };
    const auto quat = [](const float* values) { return Quat{values[0], values[1], values[2], values[3]}; };
    const auto put_quat = [](float* values, const Quat& q) {
        values[0] = q.w, values[1] = q.x, values[2] = q.y, values[3] = q.z;
    };
    const auto normalized = [](const Quat& q) {
        const float size = wp::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
        if (size == 0.0f) return Quat{1.0f, 0.0f, 0.0f, 0.0f};
        const float inverse = 1.0f / size;
        return Quat{q.w * inverse, q.x * inverse, q.y * inverse, q.z * inverse};
    };
    const auto product = [](const Quat& u, const Quat& v) {
        return Quat{u.w * v.w - u.x * v.x - u.y * v.y - u.z * v.z, u.w * v.x + u.x * v.w + u.y * v.z - u.z * v.y,
                    u.w * v.y - u.x * v.z + u.y * v.w + u.z * v.x, u.w * v.z + u.x * v.y - u.y * v.x + u.z * v.w};
    };
    const auto rotated = [](const Quat& q, const Vec& v) {
        const Vec u(q.x, q.y, q.z);
        return 2.0f * wp::dot(u, v) * u + (q.w * q.w - wp::dot(u, u)) * v + 2.0f * q.w * wp::cross(u, v);
    };
    const auto about_axis = [](const Vec& axis, float angle) {
        const float s = wp::sin(0.5f * angle);
        return Quat{wp::cos(0.5f * angle), s * axis[0], s * axis[1], s * axis[2]};
    };
"""
"""Vectors and quaternions (w, x, y, z)."""

MOST_IN_REGISTERS = 48
"""Most numbers of a triangle that a lane keeps in registers."""

SOLVE_TRIANGLE = r"""
    // A lane of a GPU keeps whole rows of a triangle in registers, where those are few. Where one has a row to spare,
    // that is the right-hand side, which the factorisation solves forwards on its way.
    constexpr int ROWS_OF_A_LANE = (NV + PIPPIN_LANES - 1) / PIPPIN_LANES;
    constexpr bool IN_REGISTERS = PIPPIN_LANES > 1 && ROWS_OF_A_LANE * NV <= MOST_IN_REGISTERS;
    constexpr bool HAS_SPARE_ROW = IN_REGISTERS && NV < ROWS_OF_A_LANE * PIPPIN_LANES;
    constexpr int SPARE_LANE = NV % PIPPIN_LANES, SPARE = NV / PIPPIN_LANES;

#if defined(__CUDA_ARCH__)
    using Rows = float[ROWS_OF_A_LANE][NV];
    const auto load_rows = [=](const float* triangle, Rows& rows) {
        PIPPIN_SYNC();
    #pragma unroll
        for (int r = 0; r < ROWS_OF_A_LANE; ++r) {
            const int i = lane + r * PIPPIN_LANES;
            const float* const own = triangle + i * (i + 1) / 2;
    #pragma unroll
            for (int j = 0; j < NV; ++j) rows[r][j] = j <= i && i < NV ? own[j] : 0.0f;
        }
    };
    // Replaces the rows by those of Cholesky's factor, which goes to `triangle`, and x, if there is a spare row, by the
    // solution for the factor.
    const auto factor_rows = [=](Rows& rows, float* triangle, float* inverse_diagonal, float* x,
                                 float lowest) {
        if (HAS_SPARE_ROW && lane == SPARE_LANE) {
    #pragma unroll
            for (int j = 0; j < NV; ++j) rows[SPARE % ROWS_OF_A_LANE][j] = x[j];
        }
    #pragma unroll
        for (int k = 0; k < NV; ++k) {  // each lane asks the others for what it needs of their rows
            float square = __shfl_sync(lane_mask, rows[k / PIPPIN_LANES][k], k % PIPPIN_LANES, PIPPIN_LANES);
            if (lowest > 0.0f) square = wp::max(lowest, square);
            const float inverse = rsqrtf(square);
            if (lane == 0) inverse_diagonal[k] = inverse;
    #pragma unroll
            for (int r = k / PIPPIN_LANES; r < ROWS_OF_A_LANE; ++r) rows[r][k] *= inverse;
    #pragma unroll
            for (int j = k + 1; j < NV; ++j) {
                const float pivot = __shfl_sync(lane_mask, rows[j / PIPPIN_LANES][k], j % PIPPIN_LANES, PIPPIN_LANES);
    #pragma unroll
                for (int r = j / PIPPIN_LANES; r < ROWS_OF_A_LANE; ++r) rows[r][j] -= rows[r][k] * pivot;
            }
        }
    #pragma unroll
        for (int r = 0; r < ROWS_OF_A_LANE; ++r) {
            const int i = lane + r * PIPPIN_LANES;
            float* const own = i == NV ? x : triangle + i * (i + 1) / 2;
    #pragma unroll
            for (int j = 0; j < NV; ++j)
                if ((j <= i && i < NV) || (HAS_SPARE_ROW && i == NV)) own[j] = rows[r][j];
        }
        PIPPIN_SYNC();
    };
#endif

    // Cholesky's factor of A in `triangle`, the packed lower triangle of a positive definite matrix, in its place,
    // without registers. Squares on the factor's diagonal are at least `lowest`, unless that is 0.
    const auto factor_triangle = [=](float* triangle, float* inverse_diagonal, float* column, float lowest) {
        for (int k = 0; k < NV; ++k) {
            PIPPIN_SYNC();
            const float* const pivot = triangle + k * (k + 1) / 2;
            for (int i = k + lane; i < NV; i += PIPPIN_LANES) {
                const float* const own = triangle + i * (i + 1) / 2;
                float value = own[k];
                for (int j = 0; j < k; ++j) value -= own[j] * pivot[j];
                column[i] = value;
            }
            PIPPIN_SYNC();
            const float inverse = 1.0f / wp::sqrt(lowest > 0.0f ? wp::max(lowest, column[k]) : column[k]);
            for (int i = k + lane; i < NV; i += PIPPIN_LANES) triangle[i * (i + 1) / 2 + k] = column[i] * inverse;
            if (lane == 0) inverse_diagonal[k] = inverse;
        }
        PIPPIN_SYNC();
    };

    // x = A^-1 x, for the factor of A; x may be solved forwards already.
    const auto substitute = [=](const float* triangle, const float* inverse_diagonal, float* x, bool is_half_solved) {
        PIPPIN_SYNC();
#if defined(__CUDA_ARCH__)
        if (PIPPIN_LANES > 1) {
            float own[ROWS_OF_A_LANE], scale[ROWS_OF_A_LANE];
    #pragma unroll
            for (int r = 0; r < ROWS_OF_A_LANE; ++r) {
                const int i = lane + r * PIPPIN_LANES;
                own[r] = i < NV ? x[i] : 0.0f, scale[r] = i < NV ? inverse_diagonal[i] : 0.0f;
            }
            if (!is_half_solved) {
    #pragma unroll
                for (int block = 0; block < ROWS_OF_A_LANE; ++block)
    #pragma unroll 2
                    for (int from = 0; from < wp::min(PIPPIN_LANES, NV - block * PIPPIN_LANES); ++from) {
                        const int k = block * PIPPIN_LANES + from;
                        const float solved =
                            inverse_diagonal[k] * __shfl_sync(lane_mask, own[block], from, PIPPIN_LANES);
    #pragma unroll
                        for (int r = block; r < ROWS_OF_A_LANE; ++r) {
                            const int i = lane + r * PIPPIN_LANES;
                            if (i > k && i < NV) own[r] -= triangle[i * (i + 1) / 2 + k] * solved;
                        }
                    }
    #pragma unroll
                for (int r = 0; r < ROWS_OF_A_LANE; ++r) own[r] *= scale[r];
            }
    #pragma unroll
            for (int block = ROWS_OF_A_LANE - 1; block >= 0; --block)
    #pragma unroll 2
                for (int from = wp::min(PIPPIN_LANES, NV - block * PIPPIN_LANES) - 1; from >= 0; --from) {
                    const int k = block * PIPPIN_LANES + from;
                    const float solved = inverse_diagonal[k] * __shfl_sync(lane_mask, own[block], from, PIPPIN_LANES);
    #pragma unroll
                    for (int r = 0; r <= block; ++r) {
                        const int i = lane + r * PIPPIN_LANES;
                        if (i < k) own[r] -= triangle[k * (k + 1) / 2 + i] * solved;
                    }
                }
    #pragma unroll
            for (int r = 0; r < ROWS_OF_A_LANE; ++r) {
                const int i = lane + r * PIPPIN_LANES;
                if (i < NV) x[i] = own[r] * scale[r];
            }
            PIPPIN_SYNC();
            return;
        }
#endif
        for (int k = 0; k < NV && !is_half_solved; ++k) {
            PIPPIN_SYNC();
            const float solved = x[k] * inverse_diagonal[k];
            PIPPIN_SYNC();
            for (int i = k + lane; i < NV; i += PIPPIN_LANES)
                x[i] = i == k ? solved : x[i] - triangle[i * (i + 1) / 2 + k] * solved;
        }
        for (int k = NV - 1; k >= 0; --k) {
            PIPPIN_SYNC();
            const float solved = x[k] * inverse_diagonal[k];
            PIPPIN_SYNC();
            for (int i = lane; i <= k; i += PIPPIN_LANES)
                x[i] = i == k ? solved : x[i] - triangle[k * (k + 1) / 2 + i] * solved;
        }
        PIPPIN_SYNC();
    };

    // x = A^-1 x for A in `triangle`, which becomes its factor.
    const auto solve_triangle = [=](float* triangle, float* inverse_diagonal, float* column, float* x, float lowest) {
#if defined(__CUDA_ARCH__)
        if (IN_REGISTERS) {
            Rows rows;
            load_rows(triangle, rows);
            factor_rows(rows, triangle, inverse_diagonal, x, lowest);
            substitute(triangle, inverse_diagonal, x, HAS_SPARE_ROW);
            return;
        }
#endif
        factor_triangle(triangle, inverse_diagonal, column, lowest);
        substitute(triangle, inverse_diagonal, x, false);
    };
""".replace("MOST_IN_REGISTERS", str(MOST_IN_REGISTERS))
"""Cholesky factorisation and solution. On a GPU the lanes keep their rows of a factor in registers, where those take
no more than 48: with the 70 of G1 (35 degrees of freedom, two rows a lane) the solver took twice its time. For 16,384
ANYmals (H100) a solver that solves forwards with the factorisation, and backwards in loops that are not unrolled, takes
376 us in place of 522: a step waits for instructions, of which there are fewer."""

END = """
#undef PIPPIN_LANES
#undef PIPPIN_SHARED
#undef PIPPIN_SYNC
"""


def num_lanes(num_dofs: int) -> int:
    """Lanes for environments with so many degrees of freedom.

    Measured on an H200 with 4,096 and 16,384 environments: 16 lanes are the fastest of 8, 16 and 32 for ants (14) and
    ANYmals (18), 32 for G1 (35), of which two in a block leave too little memory for other blocks.
    """
    return 16 if num_dofs <= 24 else 32


def fits_registers(num_dofs: int) -> bool:
    """Tell whether the lanes of a GPU keep a triangle of so many degrees of freedom in registers (IN_REGISTERS)."""
    return -(-num_dofs // num_lanes(num_dofs)) * num_dofs <= MOST_IN_REGISTERS


def num_blocks(num_worlds: int, lanes: int, device: wp.Device) -> int:
    """Blocks of 32 threads for so many environments; on a CPU each is a block."""
    return num_worlds if device.is_cpu else -(-num_worlds * lanes // 32)
