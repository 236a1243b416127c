"""Buffers that know when, or how often, they were written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import torch

Data = TypeVar("Data")

BatchIds = Sequence[int] | torch.Tensor | slice | None
"""Entries of a batch (environments); None means all."""


@dataclass
class TimestampedBuffer(Generic[Data]):
    """A quantity that is computed when it is read, with the simulation time of its last computation.

    Attributes:
        data: The values (a Warp array, a ProxyArray, a tensor), or None before the first computation.
        timestamp: Simulation time at which they were computed [s]; -1.0 means never.
    """

    data: Data | None = None
    timestamp: float = -1.0


class CircularBuffer:
    """The last values that were appended, for each entry of a batch on its own.

    All entries are appended to at once, and share one write position in storage of shape (max_len, batch_size, ...).
    What differs between entries is how many values they have had since they were last reset. An entry that has had
    fewer values than are asked for answers with the oldest it has, as if its first value had always been there.
    With ``max_len`` 3 and two entries, of which entry 1 is reset after the second append::

        append        storage slots     values since reset     buffer (oldest ... newest)
        [1, 10]       [ 1  .  .]        entry 0: 1             [1 1 1]
                      [10  .  .]        entry 1: 1             [10 10 10]
        [2, 20]       [ 1  2  .]        entry 0: 2             [1 1 2]
                      [10 20  .]        entry 1: 2             [10 10 20]
        reset([1])    [ 0  0  0] <- only entry 1               [0 0 0]
        [3, 30]       [ 1  2  3]        entry 0: 3             [1 2 3]
                      [ 0  0 30]        entry 1: 1             [30 30 30]
        [4, 40]       [ 4  2  3]        entry 0: 3             [2 3 4]
                      [40  0 30]        entry 1: 2             [30 30 40]

    Write position and counts live on the device: appending and reading neither wait for it nor depend on values on the
    host, so both can be captured in a CUDA graph after the first append, which allocates the storage.

    Args:
        max_len: Number of values kept, at least 1.
        batch_size: Number of entries.
        device: Torch device of the values.
        stack_dim: Dimension of the appended values along which :attr:`stacked` joins them; None means none.

    Raises:
        ValueError: ``max_len`` is below 1, or ``stack_dim`` is that of the batch.
    """

    def __init__(self, max_len: int, batch_size: int, device: str | torch.device, stack_dim: int | None = None) -> None:
        if max_len < 1:
            raise ValueError(f"A circular buffer keeps at least 1 value; max_len is {max_len}.")
        if stack_dim == 0:
            raise ValueError("stack_dim must not be 0, the dimension of the batch; expected another one.")
        self._stack_dim = stack_dim
        self._max_len = max_len
        self._batch_size = batch_size
        self._device = device
        self._entries = torch.arange(batch_size, device=device)
        self._newest = torch.full((1,), -1, dtype=torch.long, device=device)
        self._lengths = torch.zeros(batch_size, dtype=torch.long, device=device)
        # Named and laid out as in Isaac Lab, whose manager of observations, and copies of it, ask whether it is None.
        self._buffer: torch.Tensor | None = None

    @property
    def max_length(self) -> int:
        """Number of values kept for each entry."""
        return self._max_len

    @property
    def batch_size(self) -> int:
        """Number of entries."""
        return self._batch_size

    @property
    def device(self) -> str | torch.device:
        """Torch device of the values, as it was given."""
        return self._device

    @property
    def has_values(self) -> bool:
        """Whether anything was ever appended."""
        return self._buffer is not None

    @property
    def current_length(self) -> torch.Tensor:
        """Number of values since the last reset, at most ``max_length``, shape (batch_size,), int64."""
        return self._lengths.clone()

    @property
    def buffer(self) -> torch.Tensor:
        """Copy of the values from the oldest to the newest, shape (batch_size, max_length, ...).

        Raises:
            RuntimeError: Nothing was ever appended.
        """
        ages = torch.arange(self._max_len - 1, -1, -1, device=self._device)
        return self._at_age(ages.expand(self._batch_size, -1))

    @property
    def stacked(self) -> torch.Tensor:
        """Copy of the values joined along ``stack_dim``, from the oldest to the newest.

        Its shape is that of an appended value with ``max_length`` times as much along that dimension.

        Raises:
            RuntimeError: The buffer was made without ``stack_dim``, or nothing was ever appended.
        """
        if self._stack_dim is None:
            raise RuntimeError("'stacked' is there only for buffers that are made with a stack_dim.")
        return torch.cat(self.buffer.unbind(1), dim=self._stack_dim)

    def reset(self, batch_ids: BatchIds = None) -> None:
        """Forget the values of some entries; until the next append they read as zeros.

        Args:
            batch_ids: Entries to reset, by ids or by a mask of shape (batch_size,); None means all.
        """
        batch_ids = slice(None) if batch_ids is None else batch_ids
        self._lengths[batch_ids] = 0
        if self._buffer is None:
            return
        if isinstance(batch_ids, torch.Tensor) and batch_ids.dtype == torch.bool:  # masks do not wait for the device
            self._buffer.masked_fill_(batch_ids.view(1, -1, *(1,) * (self._buffer.ndim - 2)), 0)
        else:
            self._buffer[:, batch_ids] = 0

    def append(self, data: torch.Tensor) -> None:
        """Add one value to every entry; the oldest one leaves.

        Args:
            data: Values, shape (batch_size, ...). The trailing shape and dtype are those of the first append.

        Raises:
            ValueError: The shape or the dtype is not that of the buffer.
            IndexError: The values have no dimension ``stack_dim``.
        """
        if data.ndim == 0 or data.shape[0] != self._batch_size:
            raise ValueError(f"'data' has shape {tuple(data.shape)}; expected ({self._batch_size}, ...).")
        if self._stack_dim is not None and not 1 - data.ndim <= self._stack_dim < data.ndim:
            raise IndexError(
                f"stack_dim={self._stack_dim}; expected a dimension of values of shape {tuple(data.shape)}."
            )
        if self._buffer is None:
            self._buffer = torch.zeros(self._max_len, *data.shape, dtype=data.dtype, device=self._device)
        elif data.shape != self._buffer.shape[1:] or data.dtype != self._buffer.dtype:
            raise ValueError(
                f"'data' has shape {tuple(data.shape)} and {data.dtype}; expected {tuple(self._buffer.shape[1:])} and "
                f"{self._buffer.dtype}, as in the first append."
            )
        self._newest.add_(1).remainder_(self._max_len)
        self._lengths.add_(1).clamp_(max=self._max_len)
        self._buffer.index_copy_(0, self._newest, data.to(self._device).unsqueeze(0))

    def __getitem__(self, age: torch.Tensor) -> torch.Tensor:
        """Read, for each entry, the value appended a number of appends before the newest.

        Args:
            age: How far back, 0 for the newest, shape (batch_size,), integer. More than there is gives the oldest.

        Returns:
            Copy of the values, shape (batch_size, ...).

        Raises:
            ValueError: ``age`` does not have one number for each entry.
            RuntimeError: Nothing was ever appended.
            NotImplementedError: The buffer joins values; :attr:`buffer` has them one by one.
        """
        if self._stack_dim is not None:
            raise NotImplementedError(
                "Single values of a buffer in stacked-output mode are not given: read them from 'buffer'."
            )
        if age.shape != (self._batch_size,):
            raise ValueError(
                f"The ages have shape {tuple(age.shape)}; expected one for each of {self._batch_size} entries."
            )
        return self._at_age(age.unsqueeze(1)).squeeze(1)

    def _at_age(self, ages: torch.Tensor) -> torch.Tensor:
        """Values at ages of shape (batch_size, n), shape (batch_size, n, ...)."""
        if self._buffer is None:
            raise RuntimeError("The 'CircularBuffer' is empty: append data before reading it.")
        oldest = (self._lengths - 1).clamp_(min=0).unsqueeze(1)
        slots = (self._newest - torch.minimum(ages.to(oldest.device), oldest).clamp_(min=0)).remainder_(self._max_len)
        return self._buffer[slots, self._entries.unsqueeze(1)]


class DelayBuffer:
    """Gives values back a number of calls late, with a delay for each entry of a batch.

    With a history of 2 and delays of 0 and 2 calls::

        compute([1, 10])  ->  [1, 10]      entry 1 has nothing older
        compute([2, 20])  ->  [2, 10]
        compute([3, 30])  ->  [3, 10]
        compute([4, 40])  ->  [4, 20]

    Args:
        history_length: Largest possible delay [calls], at least 0.
        batch_size: Number of entries.
        device: Torch device of the values.
        min_lag: Smallest delay that is drawn [calls].
        hold_prob: Probability with which a delay that was drawn stays at a call; at a reset a new one is drawn in any
            case. None draws no delays: they are those of :meth:`set_time_lag`.

    Raises:
        ValueError: ``history_length`` is negative, or ``min_lag`` or ``hold_prob`` are out of their range.
    """

    def __init__(
        self,
        history_length: int,
        batch_size: int,
        device: str | torch.device,
        *,
        min_lag: int = 0,
        hold_prob: float | None = None,
    ) -> None:
        if history_length < 0:
            raise ValueError(f"The history of a delay buffer cannot be negative; history_length is {history_length}.")
        if not 0 <= min_lag <= history_length:
            raise ValueError(f"'min_lag' is {min_lag}; expected a number from 0 to {history_length}.")
        if hold_prob is not None and not 0.0 <= hold_prob <= 1.0:
            raise ValueError(f"'hold_prob' is {hold_prob}; expected a probability.")
        self._history_length = history_length
        self._min_lag = min_lag
        self._hold_prob = hold_prob
        self._time_lags = torch.zeros(batch_size, dtype=torch.int32, device=device)
        self._draw_lags(slice(None))
        self._circular_buffer = CircularBuffer(history_length + 1, batch_size, device)
        self._num_pushes = torch.zeros(batch_size, dtype=torch.long, device=device)

    @property
    def batch_size(self) -> int:
        """Number of entries."""
        return self._circular_buffer.batch_size

    @property
    def device(self) -> str | torch.device:
        """Torch device of the values, as it was given."""
        return self._circular_buffer.device

    @property
    def history_length(self) -> int:
        """Largest possible delay [calls]."""
        return self._history_length

    @property
    def time_lags(self) -> torch.Tensor:
        """Delay of each entry [calls], shape (batch_size,), int32. Change it with :meth:`set_time_lag`."""
        return self._time_lags

    @property
    def num_pushes(self) -> torch.Tensor:
        """Number of values that each entry has taken in since its reset, shape (batch_size,), int64."""
        return self._num_pushes

    @property
    def min_time_lag(self) -> int:
        """Smallest delay of all entries [calls]. Reading it waits for the device."""
        return int(self._time_lags.min())

    @property
    def max_time_lag(self) -> int:
        """Largest delay of all entries [calls]. Reading it waits for the device."""
        return int(self._time_lags.max())

    def set_time_lag(self, time_lag: int | torch.Tensor, batch_ids: BatchIds = None) -> None:
        """Set the delay of some entries.

        Args:
            time_lag: Delay [calls], from 0 to ``history_length``; one for all of the entries, or a tensor with one for
                each, shape (number of entries,). To keep from waiting for a GPU, values in a tensor there are not
                checked but clamped.
            batch_ids: Entries to set; None means all.

        Raises:
            TypeError: The delay is neither an integer nor a tensor of integers.
            ValueError: A delay is outside the range.
        """
        if isinstance(time_lag, torch.Tensor) and not time_lag.is_floating_point():
            if time_lag.device.type == "cpu" and time_lag.numel() > 0:
                self._check_range(int(time_lag.min()))
                self._check_range(int(time_lag.max()))
            time_lag = time_lag.to(self._time_lags).clamp(0, self._history_length)
        elif isinstance(time_lag, int):
            self._check_range(time_lag)
        else:
            raise TypeError(f"'time_lag' is {time_lag!r}; expected an int or a tensor of integers.")
        self._time_lags[slice(None) if batch_ids is None else batch_ids] = time_lag

    def reset(self, batch_ids: BatchIds = None) -> None:
        """Forget the values of some entries; their delays stay, unless they are drawn.

        Args:
            batch_ids: Entries to reset; None means all.
        """
        self._circular_buffer.reset(batch_ids)
        self._num_pushes[slice(None) if batch_ids is None else batch_ids] = 0
        self._draw_lags(slice(None) if batch_ids is None else batch_ids)

    def compute(self, data: torch.Tensor, *, update_history: bool = True) -> torch.Tensor:
        """Take in the newest values and give back the delayed ones.

        Args:
            data: Values, shape (batch_size, ...).
            update_history: Whether to take them in. False changes nothing, and gives back what is as old compared with
                the values that were taken in last; an entry without any gives back ``data``.

        Returns:
            Copy of the values that were taken in ``time_lags`` calls ago, shape (batch_size, ...). An entry with a
            shorter history since its reset gives its oldest value.

        Raises:
            ValueError: The shape or the dtype is not that of the earlier values.
        """
        if not update_history:
            if not self._circular_buffer.has_values:
                return data.clone()
            is_empty = self._circular_buffer.current_length == 0
            is_empty = is_empty.view(-1, *[1] * (data.ndim - 1))
            return torch.where(is_empty, data, self._circular_buffer[self._time_lags])
        self._circular_buffer.append(data)
        self._num_pushes += 1
        if self._hold_prob is not None and self._hold_prob < 1.0:
            drawn = self._drawn_lags(self._time_lags)
            held = torch.rand(self.batch_size, device=self.device) < self._hold_prob
            torch.where(held, self._time_lags, drawn, out=self._time_lags)
        return self._circular_buffer[self._time_lags]

    def _draw_lags(self, batch_ids: Sequence[int] | torch.Tensor | slice) -> None:
        """Draw the delays of some entries, if delays are drawn."""
        if self._hold_prob is not None:
            self._time_lags[batch_ids] = self._drawn_lags(self._time_lags[batch_ids])

    def _drawn_lags(self, like: torch.Tensor) -> torch.Tensor:
        """Draw as many delays as there are in a tensor."""
        limits = self._min_lag, self._history_length + 1
        return torch.randint(*limits, like.shape, dtype=like.dtype, device=like.device)

    def _check_range(self, time_lag: int) -> None:
        if not 0 <= time_lag <= self._history_length:
            raise ValueError(f"'time_lag' is {time_lag} calls; expected 0 to {self._history_length}.")
