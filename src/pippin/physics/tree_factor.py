"""C++ of a factorisation that follows the tree of the degrees of freedom, for kernels with lanes.

The inertia matrix has an entry for two degrees of freedom where one of them moves the other's link, and so has what
adds to it alone: dampers, and constraints on links of one branch. A row has the degrees of freedom that move a link,
from the root on, its own last: the first of its columns are the row of each of these. From the last to the first,
A = R^T R then has entries where A has them (R. Featherstone, *Efficient factorization of the joint-space inertia matrix
for branched kinematic trees*, IJRR 2005). A humanoid with hands (43 degrees of freedom) has 434 of them, where a
triangle has 946.

What takes time on a GPU is how many instructions a step has, since all lanes of a multiprocessor wait for their turn.
So rows of one depth, which do not move each other, are done together, each lane gathering for its entries from the rows
that its row moves; and the rows lie where their numbers say, so that no place has to be looked up: equally far apart,
or as those of a triangle where that takes less, as for a long chain. The trunk, which all others hang on, gathers from
these once for all of its rows.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

SOLVE_TREE = r"""
    constexpr int STRIDE = DEPTH | 1;  // odd, so that lanes that read a column read from other banks
    constexpr bool IS_DEEP = STRIDE > (NV + 1) / 2;  // so that a triangle is smaller
    constexpr int MATRIX = IS_DEEP ? NV * (NV + 1) / 2 : NV * STRIDE;
    constexpr int DOFS_OF_A_LANE = (NV + PIPPIN_LANES - 1) / PIPPIN_LANES;
    const int* const own_starts = inertia_starts + tree_first;
    const int* const own_sizes = inertia_sizes + tree_first;
    const int* const own_ends = dof_ends + tree_first;
#if defined(__CUDA_ARCH__)
    int trunk = 0;  // degrees of freedom that all others hang on
    while (trunk < num_tree_dofs && own_ends[trunk] - tree_first == num_tree_dofs) ++trunk;
#endif

    const auto row_at = [](int i) { return IS_DEEP ? i * (i + 1) / 2 : i * STRIDE; };  // of a matrix

    // Does something with each entry between two levels: with its row, its place in it, and its column.
    const auto each_entry = [&](int from, int to, const auto& work) {
        for (int entry = length_starts[from] + lane; entry < length_starts[to]; entry += PIPPIN_LANES) {
            const int packed = tree_entries[entry];
            work(packed & 255, packed >> 8 & 255, packed >> 16);
        }
    };
    // Takes the entries of a matrix that has those of the inertia matrix, packed as MuJoCo has them.
    const auto load_tree = [&](const auto* packed, float* A) {
#if defined(__CUDA_ARCH__)
        each_entry(0, num_tree_levels, [&](int i, int place, int) {
            A[row_at(i) + place] = static_cast<float>(packed[own_starts[i] + place]);
        });
#else
        for (int i = 0; i < num_tree_dofs; ++i)
            for (int place = 0; place < own_sizes[i]; ++place)
                A[row_at(i) + place] = static_cast<float>(packed[own_starts[i] + place]);
#endif
    };

    // The factor of A in its place, but for the diagonal, whose inverse is apart; squares on it are at least `lowest`.
    const auto factor_tree = [&](float* A, float* inverse_diagonal, float lowest) {
#if defined(__CUDA_ARCH__)
        const auto gather = [&](int i, int place, int level, int from, int past) {
            float value = A[row_at(i) + place];
    #pragma unroll 4
            for (int k = from; k < past; ++k) value -= A[row_at(k) + level] * A[row_at(k) + place];
            A[row_at(i) + place] = value;
        };
        for (int level = num_tree_levels - 1; level >= 0; --level) {
            PIPPIN_SYNC();
            if (level == trunk - 1) {
                each_entry(0, trunk, [&](int i, int place, int) { gather(i, place, i, trunk, num_tree_dofs); });
                PIPPIN_SYNC();
            }
            each_entry(level, level + 1, [&](int i, int place, int) {
                gather(i, place, level, i + 1, level < trunk ? trunk : own_ends[i] - tree_first);
            });
            PIPPIN_SYNC();
            each_entry(level, level + 1, [&](int i, int place, int) {
                const float inverse = rsqrtf(wp::max(lowest, A[row_at(i) + level]));
                if (place == level) inverse_diagonal[i] = inverse;
                else A[row_at(i) + place] *= inverse;
            });
        }
        PIPPIN_SYNC();
#else  // where nothing waits, each row is taken from those that it hangs on
        for (int k = num_tree_dofs - 1; k >= 0; --k) {
            float* const row = A + row_at(k);
            const int* const dofs = inertia_columns + own_starts[k];
            const int last = own_sizes[k] - 1;
            const float inverse = 1.0f / wp::sqrt(wp::max(lowest, row[last]));
            inverse_diagonal[k] = inverse;
            for (int a = 0; a < last; ++a) row[a] *= inverse;
            for (int a = 0; a < last; ++a) {
                float* const other = A + row_at(dofs[a] - tree_first);
                for (int b = 0; b <= a; ++b) other[b] -= row[a] * row[b];
            }
        }
#endif
    };

    // x = A^-1 x, for the factor of A.
    const auto substitute_tree = [&](const float* A, const float* inverse_diagonal, float* x) {
#if defined(__CUDA_ARCH__)
        float own[DOFS_OF_A_LANE], scale[DOFS_OF_A_LANE];
        int place[DOFS_OF_A_LANE], end[DOFS_OF_A_LANE];  // place in the rows of those that it moves
        PIPPIN_SYNC();
    #pragma unroll
        for (int r = 0; r < DOFS_OF_A_LANE; ++r) {
            const int i = lane + r * PIPPIN_LANES;
            const bool is_there = i < num_tree_dofs;
            own[r] = is_there ? x[i] : 0.0f, scale[r] = is_there ? inverse_diagonal[i] : 0.0f;
            place[r] = is_there ? own_sizes[i] - 1 : 0, end[r] = is_there ? own_ends[i] - tree_first : 0;
        }
    #pragma unroll
        for (int block = DOFS_OF_A_LANE - 1; block >= 0; --block)
    #pragma unroll 4
            for (int from = wp::min(PIPPIN_LANES, num_tree_dofs - block * PIPPIN_LANES) - 1; from >= 0; --from) {
                const int k = block * PIPPIN_LANES + from;
                const float solved = inverse_diagonal[k] * __shfl_sync(lane_mask, own[block], from, PIPPIN_LANES);
    #pragma unroll
                for (int r = 0; r <= block; ++r)
                    if (lane + r * PIPPIN_LANES < k && k < end[r]) own[r] -= A[row_at(k) + place[r]] * solved;
            }
    #pragma unroll
        for (int r = 0; r < DOFS_OF_A_LANE; ++r) own[r] *= scale[r];
    #pragma unroll
        for (int block = 0; block < DOFS_OF_A_LANE; ++block)
    #pragma unroll 4
            for (int from = 0; from < wp::min(PIPPIN_LANES, num_tree_dofs - block * PIPPIN_LANES); ++from) {
                const int k = block * PIPPIN_LANES + from, past = own_ends[k] - tree_first, column = own_sizes[k] - 1;
                const float solved = inverse_diagonal[k] * __shfl_sync(lane_mask, own[block], from, PIPPIN_LANES);
    #pragma unroll
                for (int r = block; r < DOFS_OF_A_LANE; ++r) {
                    const int i = lane + r * PIPPIN_LANES;
                    if (i > k && i < past) own[r] -= A[row_at(i) + column] * solved;
                }
            }
    #pragma unroll
        for (int r = 0; r < DOFS_OF_A_LANE; ++r)
            if (lane + r * PIPPIN_LANES < num_tree_dofs) x[lane + r * PIPPIN_LANES] = own[r] * scale[r];
        PIPPIN_SYNC();
#else
        for (int k = num_tree_dofs - 1; k >= 0; --k) {
            x[k] *= inverse_diagonal[k];
            const int* const dofs = inertia_columns + own_starts[k];
            for (int a = 0; a < own_sizes[k] - 1; ++a) x[dofs[a] - tree_first] -= A[row_at(k) + a] * x[k];
        }
        for (int k = 0; k < num_tree_dofs; ++k) {
            const int* const dofs = inertia_columns + own_starts[k];
            for (int a = 0; a < own_sizes[k] - 1; ++a) x[k] -= A[row_at(k) + a] * x[dofs[a] - tree_first];
            x[k] *= inverse_diagonal[k];
        }
#endif
    };
"""
"""Factorisation and solution, for a function with the lanes' macros and these names:

``NV`` and ``DEPTH``, most degrees of freedom of a tree and most entries of a row; ``inertia_starts``, ``inertia_sizes``
and ``inertia_columns``, the rows of the inertia matrix; ``dof_ends``, ``tree_entries`` and ``length_starts`` of
:class:`Tree`; and ``tree_first``, ``num_tree_dofs`` and ``num_tree_levels``, the first degree of freedom of the tree at
hand, which may be a forest, how many it has, and its depth. A matrix takes ``MATRIX`` numbers. On a GPU each lane keeps
its numbers of the right-hand side in registers, and asks the others for theirs."""

LARGEST = 255
"""Most degrees of freedom of a tree whose entries can be packed with 8 bits; the kernels take fewer."""


class Tree(NamedTuple):
    """What the kernels know of a tree, or of a forest, from the rows of its inertia matrix."""

    depth: int
    """Most entries of a row."""
    ends: np.ndarray
    """Degree of freedom after the last that each one moves, which follow it, shape (nv,), int32."""
    entries: np.ndarray
    """Row, place in the row and column of each entry, from the tree's first degree of freedom on, packed with 8 bits
    each, the shortest rows first, int32."""
    length_starts: np.ndarray
    """Where the entries of rows of each length begin, shape (depth + 1,), int32."""


def tree_of(sizes: np.ndarray, columns: np.ndarray, first: int = 0, num_dofs: int | None = None) -> Tree:
    """Tell what a tree looks like.

    Args:
        sizes: Entries of each row of the inertia matrix (``M_rownnz``), shape (nv,).
        columns: Degree of freedom of each entry (``M_colind``), shape (nC,).
        first: First degree of freedom of the tree.
        num_dofs: How many it has; None takes all, which may be several trees.

    Raises:
        ValueError: There are more degrees of freedom than entries can be packed for.
    """
    own = slice(first, len(sizes) if num_dofs is None else first + num_dofs)
    if own.stop - own.start > LARGEST:
        raise ValueError(f"A tree has {own.stop - own.start} degrees of freedom; expected at most {LARGEST}.")
    rows = np.repeat(np.arange(len(sizes)), sizes)
    places = np.arange(len(columns)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    ends = np.arange(1, len(sizes) + 1)
    np.maximum.at(ends, columns, rows + 1)
    mine = (rows >= own.start) & (rows < own.stop)
    rows, places, columns = rows[mine], places[mine], columns[mine]
    lengths = sizes[rows]
    order = np.argsort(lengths, kind="stable")
    packed = (rows - first) | places << 8 | (columns - first) << 16
    depth = int(sizes[own].max(initial=1))
    starts = np.searchsorted(lengths[order], np.arange(1, depth + 2))
    return Tree(depth, ends.astype(np.int32), packed[order].astype(np.int32), starts.astype(np.int32))
