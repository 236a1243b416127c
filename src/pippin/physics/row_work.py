"""Copies of rows, and quick looks at them, in one call: what a step of native MuJoCo does beside the engine.

A step of few environments copies and looks at a dozen small arrays, each of which takes NumPy 1 to 3 us, as long as the
engine needs for a fifth of an environment. Here such operations are listed once, with the addresses of their arrays,
and a function in C++, which Warp compiles, goes through the list. All of them work on rows, one for each environment,
whose lengths and distances may differ between the arrays.
"""

from __future__ import annotations

import ctypes
from string import Template

import numpy as np
import warp as wp

from pippin.utils.repeated_launch import RecordedLaunch

_KINDS = (
    "WIDEN",
    "NARROW",
    "COPY",
    "WIDEN_UNLESS_NOTHING",
    "LEAVES",
    "EXCEEDS",
    "CHANGES",
    "DRIVES",
    "REACHES",
    "OPPOSE",
)
_LENGTH = 24
"""Words of an operation: its kind, numbers of rows and columns, and up to seven arrays of three words each."""

_WORK = Template("""
    struct Operation {
        const long long* word;
        // An array is an address, the distance of its rows, and that of its columns, or the address of their indices.
        // A local class has no templates.
        char* row(int array, long long row, int size) const
        {
            return (char*)word[3 + 3 * array] + size * row * word[4 + 3 * array];
        }
        float* floats(int array, long long r) const { return (float*)row(array, r, sizeof(float)); }
        double* doubles(int array, long long r) const { return (double*)row(array, r, sizeof(double)); }
        const int* integers(int array, long long r) const { return (const int*)row(array, r, sizeof(int)); }
        const int* columns(int array) const { return (const int*)word[5 + 3 * array]; }

        void widen() const
        {
            for (long long r = 0; r < word[1]; ++r) {
                double* __restrict__ to = doubles(0, r);
                const float* __restrict__ from = floats(1, r);
                for (long long c = 0; c < word[2]; ++c) to[c] = from[c];
            }
        }

        void narrow() const
        {
            for (long long r = 0; r < word[1]; ++r) {
                float* __restrict__ to = floats(0, r);
                const double* __restrict__ from = doubles(1, r);
                for (long long c = 0; c < word[2]; ++c) to[c] = (float)from[c];
            }
        }

        // What follows has no gaps between the rows of its values.
        long long size() const { return word[1] * word[2]; }

        void copy() const
        {
            float* __restrict__ to = floats(0, 0);
            const float* __restrict__ from = floats(1, 0);
            for (long long k = 0; k < size(); ++k) to[k] = from[k];
        }

        int widen_unless_nothing(int before) const
        {
            const int* from = integers(1, 0);
            int bits = 0;
            for (long long k = 0; k < size(); ++k) bits |= from[k];
            const int something = (bits & 0x7fffffff) != 0;  // but for signs of zeros
            if (something || before) widen();
            return something;
        }

        int leaves() const
        {
            const float* all = floats(0, 0);
            const float least = *floats(2, 0);
            int found = 0;
            for (long long k = 0; k < size(); ++k) found |= !(::fabsf(all[k]) <= least);  // no number is beyond any
            if (!found) return 0;
            found = 0;
            for (long long r = 0; r < word[1]; ++r) {
                const float* value = floats(0, r);
                const float* most = floats(1, 0);
                for (long long c = 0; c < word[2]; ++c) found |= !(::fabsf(value[c]) <= most[c]);
            }
            return found;
        }

        int reaches() const
        {
            const int* value = integers(0, 0);
            const int limit = *integers(1, 0);
            int found = 0;
            for (long long k = 0; k < size(); ++k) found |= value[k] >= limit;
            return found;
        }

        int exceeds() const
        {
            int found = 0;
            for (long long r = 0; r < word[1]; ++r) {
                const float* value = floats(0, r);
                const float* lowest = floats(1, r);
                const float* highest = floats(2, r);
                for (long long c = 0; c < word[2]; ++c) {
                    const float x = value[columns(0)[c]];
                    found |= (x < lowest[c]) | (x > highest[c]);
                }
            }
            return found;
        }

        int changes() const
        {
            int found = 0;
            for (long long r = 0; r < word[1]; ++r) {
                const float* now = floats(0, r);
                const float* before = floats(1, r);
                const float* most = floats(2, r);
                for (long long c = 0; c < word[2]; ++c) {
                    const float change = now[columns(0)[c]] - before[columns(1)[c]];
                    found |= (change > most[c]) | (-change > most[c]);
                }
            }
            return found;
        }

        int drives() const
        {
            int found = 0;
            for (long long r = 0; r < word[1]; ++r) {
                const float* law = floats(3, r);
                const float* lowest = floats(4, r);
                const float* highest = floats(5, r);
                for (long long c = 0; c < word[2]; ++c) {
                    float drive = law[4 * c] * floats(1, r)[columns(1)[c]];
                    drive += law[4 * c + 1] * floats(2, r)[columns(2)[c]];
                    drive += law[4 * c + 2] * floats(0, r)[columns(0)[c]];
                    drive += law[4 * c + 3];
                    found |= (drive < lowest[c]) | (drive > highest[c]);
                }
            }
            return found;
        }

        void oppose() const
        {
            for (long long r = 0; r < word[1]; ++r)
                for (long long c = 0; c < word[2]; ++c) {
                    const double change = doubles(2, r)[c] * doubles(3, r)[columns(3)[c]];
                    doubles(0, r)[columns(0)[c]] = doubles(1, r)[c] - change;
                }
        }

        int run(int before) const
        {
            switch (word[0]) {
                case $WIDEN: widen(); return 0;
                case $NARROW: narrow(); return 0;
                case $COPY: copy(); return 0;
                case $WIDEN_UNLESS_NOTHING: return widen_unless_nothing(before);
                case $LEAVES: return leaves();
                case $EXCEEDS: return exceeds();
                case $CHANGES: return changes();
                case $DRIVES: return drives();
                case $REACHES: return reaches();
                case $OPPOSE: oppose(); return 0;
            }
            return 0;
        }
    };
    int something = 0;
    for (int index = 0; index < count; ++index) {
        const Operation operation = {(const long long*)words + $LENGTH * index};
        found.data[index] = operation.run(found.data[index]);
        something |= found.data[index];
    }
    found.data[count] = something;
""").substitute({name: number for number, name in enumerate(_KINDS)}, LENGTH=_LENGTH)


@wp.func_native(_WORK)
def work_through(words: wp.int64, count: int, found: wp.array(dtype=int)):
    """Go through operations whose words are at an address."""
    ...


@wp.kernel(enable_backward=False)
def work_on_rows(words: wp.int64, count: int, found: wp.array(dtype=int)):
    """Go through operations, and say of each and of all whether they found something; one thread, on a CPU."""
    work_through(words, count, found)


class RowWork:
    """Operations on rows, one after the other.

    Arrays keep their memory. Those of limits may have one row for all environments. Single-precision arrays that are
    copied or looked at as a whole have no gaps between their rows. Operations that look for something return where
    :attr:`found` tells of it. An array that does not fit, which would have memory of others read or written, is a
    ValueError.
    """

    def __init__(self) -> None:
        self._operations: list[list[int]] = []
        self._kept: list[np.ndarray] = []
        self._launch: RecordedLaunch | None = None
        self._something = ctypes.c_int()
        self.found = np.zeros(0, dtype=np.int32)
        """Whether each operation found what it looks for, in the last run, int32."""

    def run(self) -> bool:
        """Do the work; returns whether something was found."""
        if self._launch is None:
            if not self._operations:
                return False
            self._words = np.zeros((len(self._operations), _LENGTH), dtype=np.int64)
            for words, operation in zip(self._words, self._operations, strict=True):
                words[: len(operation)] = operation
            found = wp.zeros(len(self._operations) + 1, dtype=int, device="cpu")
            self.found = found.numpy()
            self._something = ctypes.c_int.from_address(self.found[-1:].ctypes.data)
            inputs = [self._words.ctypes.data, len(self._operations)]
            command = wp.launch(work_on_rows, dim=1, inputs=inputs, outputs=[found], device="cpu", record_cmd=True)
            self._launch = RecordedLaunch(command)
        self._launch.launch()
        return self._something.value != 0

    def widen(self, target: np.ndarray, source: np.ndarray) -> None:
        """Copy float32 to float64, of one shape."""
        self._add("WIDEN", source, target, source)

    def narrow(self, target: np.ndarray, source: np.ndarray) -> None:
        """Copy float64 to float32, of one shape; what is too large becomes infinite."""
        self._add("NARROW", target, target, source)

    def copy(self, target: np.ndarray, source: np.ndarray) -> None:
        """Copy float32, of one shape."""
        self._add("COPY", source, target, source)

    def widen_unless_nothing(self, target: np.ndarray, source: np.ndarray) -> None:
        """Copy float32 to float64, of one shape, unless all of it is zero and was so in the last run."""
        self._add("WIDEN_UNLESS_NOTHING", source, target, source)

    def leaves(self, values: np.ndarray, most: np.ndarray) -> int:
        """Look whether the magnitude of a value, float32, is above its bound, or is no number; bounds of shape (n,)."""
        bounds = most.astype(np.float32).reshape(1, -1)
        return self._add("LEAVES", values, values, bounds, np.asarray(bounds.min(initial=np.inf)))

    def exceeds(self, values: np.ndarray, columns: np.ndarray, lowest: np.ndarray, highest: np.ndarray) -> int:
        """Look whether a value of some columns is beyond its bounds; all float32.

        Args:
            values: Shape (W, n).
            columns: Which are meant, shape (k,), int32.
            lowest: Bounds, shape (W or 1, k).
            highest: Likewise.
        """
        return self._add("EXCEEDS", highest, (values, columns), lowest, highest)

    def changes(self, now: np.ndarray, before: np.ndarray, columns: np.ndarray, most: np.ndarray) -> int:
        """Look whether a value of some columns changed by more than it may; all float32.

        Args:
            now: Shape (W, n).
            before: Likewise.
            columns: Which are meant, shape (k,), int32.
            most: Largest change, shape (W or 1, k).
        """
        return self._add("CHANGES", most, (now, columns), (before, columns), most)

    def drives(
        self,
        inputs: tuple[np.ndarray, np.ndarray],
        positions: tuple[np.ndarray, np.ndarray],
        velocities: tuple[np.ndarray, np.ndarray],
        law: np.ndarray,
        lowest: np.ndarray,
        highest: np.ndarray,
    ) -> int:
        """Look whether the effort of a drive is beyond its limits; all float32.

        Args:
            inputs: Inputs of actuators, shape (W, nu), and which are meant, shape (n,).
            positions: Coordinates [m, rad], and which are meant, as all that follows.
            velocities: Velocities [m/s, rad/s].
            law: What multiplies positions, velocities and inputs, and a constant, shape (W or 1, n, 4).
            lowest: Shape (W or 1, n).
            highest: Shape (W or 1, n).
        """
        return self._add("DRIVES", highest, inputs, positions, velocities, law, lowest, highest)

    def reaches(self, values: np.ndarray, limit: int) -> int:
        """Look whether a whole number, shape (W, n), int32, is at a limit or above."""
        return self._add("REACHES", values, values, np.array(limit, dtype=np.int32))

    def oppose(
        self,
        target: tuple[np.ndarray, np.ndarray],
        constants: np.ndarray,
        rates: np.ndarray,
        velocities: tuple[np.ndarray, np.ndarray],
    ) -> None:
        """Write constants less rates times velocities into some columns; all float64.

        Args:
            target: Forces [N, N m], shape (W, n), and which columns are written, shape (k,), int32.
            constants: [N, N m], shape (W or 1, k).
            rates: [N s/m, N m s/rad], shape (W or 1, k).
            velocities: [m/s, rad/s], shape (W, m), and which columns are read, shape (k,), int32.
        """
        self._add("OPPOSE", constants, target, constants, rates, velocities)

    def _add(self, kind: str, shape_of: np.ndarray, *arrays: np.ndarray | tuple[np.ndarray, np.ndarray]) -> int:
        """List an operation, of the most rows that an array has, and of as many columns as one of them has.

        An array without dimensions is one value for all rows and columns.
        """
        pairs = [array if isinstance(array, tuple) else (array, None) for array in arrays]
        rows, num_columns = max(len(values) for values, _ in pairs if values.ndim), int(np.prod(shape_of.shape[1:]))
        words: list[int] = []
        for values, columns in pairs:
            index = None if columns is None else np.ascontiguousarray(columns, dtype=np.int32)
            if values.ndim:
                _require_room(values, index, rows, num_columns)
            else:
                values = values.reshape(1, 1)
            if not (values[:1].flags.c_contiguous and (values is not shape_of or values.flags.c_contiguous)):
                raise ValueError(
                    f"Rows of shape {values.shape} have strides {values.strides}; expected no gaps in them."
                )
            between = values.strides[0] // values.itemsize if len(values) > 1 else 0
            words += [values.ctypes.data, between, 0 if index is None else index.ctypes.data]
            self._kept += [values, *([] if index is None else [index])]
        self._operations.append([_KINDS.index(kind), rows, num_columns, *words])
        return len(self._operations) - 1


def _require_room(values: np.ndarray, index: np.ndarray | None, rows: int, num_columns: int) -> None:
    """Refuse an array that has no value for some row and column, in whose place memory of others would be.

    Raises:
        ValueError: It is one.
    """
    width = int(np.prod(values.shape[1:]))
    if index is None:
        fits = num_columns in (width, values.shape[1])  # the numbers of a law lie beside each other
    else:
        fits = len(index) == num_columns and (not index.size or (index.min() >= 0 and index.max() < width))
    if len(values) not in (1, rows) or not fits:
        chosen = "" if index is None else f", of which columns {index.tolist()} are meant,"
        raise ValueError(f"Rows of shape {values.shape}{chosen} do not fit {rows} rows of {num_columns} columns.")
