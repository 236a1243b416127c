"""Buffers of past values, with resets of single environments."""

from __future__ import annotations

from collections import deque

import pytest
import torch

from pippin.utils import CircularBuffer, DelayBuffer, TimestampedBuffer

DEVICES = ["cpu", pytest.param("cuda:0", marks=pytest.mark.gpu)]


def test_timestamp_says_never_at_first():
    assert TimestampedBuffer() == TimestampedBuffer(data=None, timestamp=-1.0)


def test_worked_example_of_the_docstring():
    buffer = CircularBuffer(max_len=3, batch_size=2, device="cpu")
    steps = [
        ([1, 10], None, [[1, 1, 1], [10, 10, 10]]),
        ([2, 20], None, [[1, 1, 2], [10, 10, 20]]),
        ([3, 30], [1], [[1, 2, 3], [30, 30, 30]]),
        ([4, 40], None, [[2, 3, 4], [30, 30, 40]]),
    ]
    for values, reset_ids, expected in steps:
        if reset_ids is not None:
            buffer.reset(reset_ids)
            assert buffer.buffer[reset_ids].eq(0).all()
        buffer.append(torch.tensor(values))
        assert buffer.buffer.tolist() == expected


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("max_len", [1, 2, 5])
def test_history_equals_that_of_a_queue_for_each_entry(max_len, device):
    generator = torch.Generator().manual_seed(max_len)
    batch_size = 4
    buffer = CircularBuffer(max_len, batch_size, device)
    queues: list[deque | None] = [None] * batch_size
    for step in range(40):
        values = torch.rand(batch_size, 3, generator=generator)
        reset = torch.rand(batch_size, generator=generator) < 0.2
        if step % 3 == 0 and reset.any():
            buffer.reset(reset.nonzero().flatten().to(device))
            queues = [None if reset[i] else queue for i, queue in enumerate(queues)]
        buffer.append(values.to(device))
        for i in range(batch_size):
            if queues[i] is None:
                queues[i] = deque([values[i]] * max_len, maxlen=max_len)
            else:
                queues[i].append(values[i])
        expected = torch.stack([torch.stack(list(queue)) for queue in queues])
        assert torch.equal(buffer.buffer.cpu(), expected)
        ages = torch.randint(0, max_len, (batch_size,), generator=generator)
        expected = torch.stack([queue[-1 - int(age)] for queue, age in zip(queues, ages, strict=True)])
        assert torch.equal(buffer[ages.to(device)].cpu(), expected)


def test_lengths_count_since_the_last_reset():
    buffer = CircularBuffer(3, 2, "cpu")
    lengths = []
    for step in range(5):
        if step == 3:
            buffer.reset(torch.tensor([0]))
        buffer.append(torch.zeros(2))
        lengths.append(buffer.current_length.tolist())
    assert lengths == [[1, 1], [2, 2], [3, 3], [1, 3], [2, 3]]


def test_reset_of_all_and_of_slices():
    buffer = CircularBuffer(2, 3, "cpu")
    buffer.append(torch.ones(3))
    buffer.reset(slice(0, 2))
    assert buffer.current_length.tolist() == [0, 0, 1]
    buffer.reset()
    assert buffer.current_length.tolist() == [0, 0, 0]


def test_storage_has_the_name_and_the_layout_of_isaac_lab() -> None:
    """Its manager of observations asks whether there is one, and so do programs with a copy of that method."""
    buffer = CircularBuffer(3, 2, "cpu")
    assert buffer._buffer is None
    buffer.append(torch.ones(2, 5))
    assert buffer._buffer.shape == (3, 2, 5)


def test_appending_does_not_keep_the_given_tensor_nor_move_the_storage():
    buffer = CircularBuffer(2, 2, "cpu")
    values = torch.ones(2)
    buffer.append(values)
    address = buffer._buffer.data_ptr()
    values.fill_(7)
    assert buffer.buffer.eq(1).all()
    for _ in range(3):
        buffer.append(values)
    assert buffer._buffer.data_ptr() == address


def test_bad_use_is_refused():
    with pytest.raises(ValueError, match="max_len is 0"):
        CircularBuffer(0, 2, "cpu")
    buffer = CircularBuffer(2, 2, "cpu")
    with pytest.raises(RuntimeError, match="append data before reading"):
        _ = buffer.buffer
    with pytest.raises(ValueError, match=r"'data' has shape \(3,\)"):
        buffer.append(torch.zeros(3))
    buffer.append(torch.zeros(2, 4))
    with pytest.raises(ValueError, match=r"'data' has shape \(2, 5\)"):
        buffer.append(torch.zeros(2, 5))
    with pytest.raises(ValueError, match=r"'data' has shape \(2, 4\) and torch.int64"):
        buffer.append(torch.zeros(2, 4, dtype=torch.long))
    with pytest.raises(ValueError, match=r"ages have shape \(1,\)"):
        _ = buffer[torch.tensor([0])]
    assert buffer.current_length.tolist() == [1, 1]


# Delays.


@pytest.mark.parametrize("device", DEVICES)
def test_each_entry_has_its_own_delay(device):
    buffer = DelayBuffer(history_length=2, batch_size=3, device=device)
    buffer.set_time_lag(torch.tensor([0, 1, 2], device=device))
    outputs = [buffer.compute(torch.tensor([t, 10 * t, 100 * t], device=device)).tolist() for t in range(1, 6)]
    assert outputs == [[1, 10, 100], [2, 10, 100], [3, 20, 100], [4, 30, 200], [5, 40, 300]]


def test_a_reset_entry_gives_its_first_value_until_it_is_old_enough():
    buffer = DelayBuffer(3, 2, "cpu")
    buffer.set_time_lag(2)
    for t in range(5):
        buffer.compute(torch.tensor([t, t]))
    buffer.reset([1])
    assert [buffer.compute(torch.tensor([t, t])).tolist() for t in range(5, 9)] == [[3, 5], [4, 5], [5, 5], [6, 6]]


def test_delays_are_set_for_some_entries():
    buffer = DelayBuffer(4, 3, "cpu")
    buffer.set_time_lag(3, [0])
    buffer.set_time_lag(torch.tensor([1, 2], dtype=torch.int32), torch.tensor([1, 2]))
    assert buffer.time_lags.tolist() == [3, 1, 2]
    assert (buffer.min_time_lag, buffer.max_time_lag, buffer.history_length, buffer.batch_size) == (1, 3, 4, 3)


@pytest.mark.parametrize(
    ("time_lag", "error", "message"),
    [
        (5, ValueError, "'time_lag' is 5 calls; expected 0 to 4"),
        (-1, ValueError, "'time_lag' is -1 calls"),
        (torch.tensor([0, 7]), ValueError, "'time_lag' is 7 calls"),
        (1.5, TypeError, "'time_lag' is 1.5"),
        (torch.tensor([0.5, 1.0]), TypeError, "tensor of integers"),
    ],
)
def test_delays_outside_the_history_are_refused(time_lag, error, message):
    buffer = DelayBuffer(4, 2, "cpu")
    with pytest.raises(error, match=message):
        buffer.set_time_lag(time_lag)
    assert buffer.time_lags.tolist() == [0, 0]


def test_history_cannot_be_negative():
    with pytest.raises(ValueError, match="history_length is -1"):
        DelayBuffer(-1, 2, "cpu")


def test_reading_without_taking_in_changes_nothing():
    buffer = DelayBuffer(2, 2, "cpu")
    buffer.set_time_lag(torch.tensor([0, 1]))
    value = torch.tensor([7.0, 7.0])
    assert buffer.compute(value, update_history=False).tolist() == [7.0, 7.0]
    for t in (1.0, 2.0):
        buffer.compute(torch.tensor([t, 10.0 * t]))
    assert buffer.compute(value, update_history=False).tolist() == [2.0, 10.0]
    buffer.reset([1])
    assert buffer.compute(value, update_history=False).tolist() == [2.0, 7.0]
    assert buffer.device == "cpu"


def test_buffers_that_join_values_have_a_dimension_to_join_along():
    buffer = CircularBuffer(2, 3, "cpu", stack_dim=-2)
    with pytest.raises(IndexError, match="stack_dim=-2"):
        buffer.append(torch.zeros(3, 4))
    buffer.append(torch.zeros(3, 4, 5))
    with pytest.raises(NotImplementedError, match="buffer"):
        buffer[torch.zeros(3, dtype=torch.long)]


@pytest.mark.gpu
def test_appending_and_reading_run_in_a_captured_graph():
    buffer = DelayBuffer(history_length=2, batch_size=2, device="cuda:0")
    buffer.set_time_lag(torch.tensor([1, 2], device="cuda:0"))
    values = torch.zeros(2, device="cuda:0")
    buffer.compute(values)  # allocates
    buffer.reset()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        delayed = buffer.compute(values)
    outputs = []
    for t in range(1, 5):
        values.copy_(torch.tensor([t, 10.0 * t]))
        graph.replay()
        outputs.append(delayed.tolist())
    assert outputs == [[1, 10], [1, 10], [2, 10], [3, 20]]
