"""Checkpoints are whole or not there, and a training that was stopped goes on as if it had not been."""

from __future__ import annotations

import contextlib
import resource
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import torch
import warp as wp

from pippin.learning.checkpoints import (
    ENTRY,
    find_checkpoint,
    read_checkpoint,
    task_of_checkpoint,
    write_checkpoint,
)
from pippin.learning.snapshot import Memory, walk
from pippin.learning.states import find_state
from pippin.utils.repeated_launch import RepeatedLaunch


@wp.kernel(enable_backward=False)
def add_one(values: wp.array(dtype=float)):
    """Add 1 to each value, shape (N,)."""
    values[wp.tid()] += 1.0


ITERATIONS = 4


class KilledError(Exception):
    """What ends a training here."""


def learn(folder: Path, killed_after: int | None = None, resume: bool = False) -> dict[str, torch.Tensor]:
    """Learn cartpole for some iterations with a state after each second one; gives the weights of the policy."""
    from pippin.learning.rsl_rl.training import make_trainer  # brings RSL-RL, which takes seconds to import

    trainer = make_trainer("Isaac-Cartpole-v0", 8, 3, "cpu", folder)
    assert trainer.env.unwrapped.cfg.log_dir == str(folder)
    trainer.runner.cfg["save_interval"] = 2
    trainer.env.unwrapped.cfg.episode_length_s = 8 / 60  # so that the state is of a moment after resets

    def kill(progress: object) -> None:
        if progress.iteration == killed_after:
            raise KilledError

    with contextlib.closing(trainer.env):
        if resume:
            trainer.resumption.restore(find_state(folder))
        with contextlib.suppress(KilledError):
            trainer.train(ITERATIONS, kill)
        return {name: value.clone() for name, value in trainer.runner.alg.get_policy().state_dict().items()}


def curve(folder: Path) -> list[tuple[int, float]]:
    """Mean rewards that TensorBoard would draw, by iteration."""
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    events = EventAccumulator(str(folder)).Reload()
    return [(event.step, event.value) for event in events.Scalars("Loss/value")]


@pytest.mark.slow
def test_a_training_that_was_killed_ends_with_the_same_numbers(tmp_path: Path) -> None:
    torch.set_num_threads(1)
    whole = learn(tmp_path / "whole")
    learn(tmp_path / "killed", killed_after=ITERATIONS)  # the last state is of iteration 3, index 2
    resumed = learn(tmp_path / "killed", resume=True)
    assert all(torch.equal(whole[name], resumed[name]) for name in whole)
    assert curve(tmp_path / "whole") == curve(tmp_path / "killed")
    assert [step for step, _ in curve(tmp_path / "killed")] == list(range(ITERATIONS))


def test_a_full_disk_leaves_the_checkpoint_before(tmp_path: Path) -> None:
    path = tmp_path / "model_0.pt"
    write_checkpoint(path, {"iter": 1})
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, hard))  # files end here, as they do where a disk is full
    try:
        with pytest.raises(OSError, match="model_0"):
            write_checkpoint(path, {"iter": 2, "weights": torch.zeros(10_000)})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert read_checkpoint(path)["iter"] == 1
    assert [file.name for file in tmp_path.iterdir()] == ["model_0.pt"]


def test_a_checkpoint_that_holds_code_is_refused(tmp_path: Path) -> None:
    class Code:
        def __reduce__(self) -> tuple:
            return (print, ("this ran",))

    torch.save({"iter": 1, "model": Code()}, tmp_path / "code.pt")
    torch.save({"model": torch.zeros(2)}, tmp_path / "other.pt")
    torch.save({"iter": 1, "model": torch.zeros(1000)}, tmp_path / "torn.pt")
    (tmp_path / "torn.pt").write_bytes((tmp_path / "torn.pt").read_bytes()[:-1000])
    torch.save({"iter": 1, "model": torch.zeros(1000)}, tmp_path / "rotten.pt")
    rotten = bytearray((tmp_path / "rotten.pt").read_bytes())
    rotten[len(rotten) // 2] ^= 1  # one bit of the tensor, which PyTorch reads without a word
    (tmp_path / "rotten.pt").write_bytes(rotten)
    (tmp_path / "empty.pt").write_bytes(b"")
    (tmp_path / "noise.pt").write_bytes(bytes(range(256)) * 4)
    (tmp_path / "pointer.pt").write_text("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n")
    reasons = {"code": "run code", "other": "'iter'", "torn": "archive", "empty": "empty", "noise": "archive"}
    reasons |= {"rotten": "checksum", "pointer": "git lfs pull"}
    for name, reason in reasons.items():
        with pytest.raises(ValueError, match=f"{name}.pt.*{reason}"):
            read_checkpoint(tmp_path / f"{name}.pt")


def test_the_task_that_a_user_names_is_held_against_the_checkpoint(tmp_path: Path) -> None:
    path = tmp_path / "model_0.pt"
    write_checkpoint(path, {"iter": 1, ENTRY: {"task": "Isaac-Ant-v0"}})
    assert task_of_checkpoint(path) == task_of_checkpoint(path, "Isaac-Ant-v0") == "Isaac-Ant-v0"
    with pytest.raises(ValueError, match="Isaac-Ant-v0"):
        task_of_checkpoint(path, "Isaac-Humanoid-v0")
    write_checkpoint(path, {"iter": 1})  # another program's
    assert task_of_checkpoint(path, "Isaac-Humanoid-v0") == "Isaac-Humanoid-v0"
    with pytest.raises(ValueError, match="model_0"):
        task_of_checkpoint(path)
    with pytest.raises(FileNotFoundError, match="missing"):
        task_of_checkpoint(tmp_path / "missing.pt", "Isaac-Ant-v0")


def test_the_newest_checkpoint_of_a_folder_is_found(tmp_path: Path) -> None:
    for name in ("model_9.pt", "model_10.pt", "model_10_rank1.pt", "other_11.pt"):
        (tmp_path / name).touch()
    assert find_checkpoint(tmp_path).name == "model_10.pt"
    with pytest.raises(FileNotFoundError, match="resume"):
        find_state(tmp_path)


def test_the_memory_puts_back_what_only_the_warm_up_changed() -> None:
    """What is at the snapshot as it was at first is not in it, and yet differs once a new environment has stepped."""

    class Flags:
        def __init__(self) -> None:
            self.is_written = True
            self.num_steps = 0
            self.forces = torch.zeros(2)

        def step(self) -> None:
            self.is_written, self.num_steps = False, self.num_steps + 1
            self.forces += 1.0

    before, after = Flags(), Flags()  # of two processes
    memory_before, memory_after = Memory(before), Memory(after)
    before.step()
    before.is_written, before.forces = True, torch.zeros(2)
    assert memory_after.restore(memory_before.read(), after.step) == []
    assert (after.is_written, after.num_steps) == (True, 1)
    assert torch.equal(after.forces, torch.zeros(2))


def test_the_memory_finds_what_an_object_remembers() -> None:
    class Part:
        def __init__(self) -> None:
            self.values = torch.zeros(3)
            self.shown = self.values.expand(2, 3)
            self.by_name = {"a": 1, ("b", 140_000_000_000_000): 2}
            self.again = self

    part = Part()
    paths = {" ".join(path) for path, _ in walk({"part": part})}
    assert paths == {"['part'] values", "['part'] shown", "['part'] by_name ['a']"}
    memory = Memory(part)
    part.values[1] = 5.0
    part.by_name["a"] = 7
    assert memory.read().keys() == {"values", "shown", "by_name ['a']"}


def test_the_memory_leaves_out_what_a_recorded_launch_keeps_of_its_arguments() -> None:
    """They belong to others, and are not there before the first launch: a state that had them was never restored."""
    thing = SimpleNamespace(values=wp.zeros(3, dtype=float, device="cpu"), fill=RepeatedLaunch(add_one, "cpu"))
    memory = Memory(thing)
    thing.fill((3,), [], [thing.values])
    snapshot = memory.read()
    assert list(snapshot) == ["values"]
    again = SimpleNamespace(values=wp.zeros(3, dtype=float, device="cpu"), fill=RepeatedLaunch(add_one, "cpu"))
    assert Memory(again).restore(snapshot, lambda: None) == []
    assert again.values.numpy().tolist() == [1.0, 1.0, 1.0]


@pytest.mark.parametrize(
    "other", [np.zeros(2, np.float32), np.array([0, 1, 2], np.int32), np.zeros((3, 1), np.float32), [1.0, 2.0, 3.0]]
)
def test_a_state_of_another_version_leaves_arrays_as_they_are_where_it_does_not_fit(other: object) -> None:
    """Kernels and the engine hold their addresses, and numbers of another type may be indices out of bounds."""
    thing = SimpleNamespace(part=wp.zeros(3, dtype=float, device="cpu"))
    memory, part = Memory(thing), thing.part
    content = torch.from_numpy(other) if isinstance(other, np.ndarray) else other
    assert memory.restore({"part": content}, lambda: None) == ["part"]
    assert thing.part is part
    assert part.numpy().tolist() == [0.0, 0.0, 0.0]


def test_addresses_are_not_kept_in_a_state() -> None:
    """They mean nothing in another process, which would read or write wherever they lead."""
    thing = SimpleNamespace(one=1, words=[1], meshes=wp.zeros(1, dtype=wp.uint64, device="cpu"))
    memory = Memory(thing)
    thing.one, thing.words = np.zeros(3).ctypes.data, [np.zeros(3).ctypes.data]
    thing.meshes.fill_(np.zeros(3).ctypes.data)
    assert memory.read() == {}


@pytest.mark.slow
def test_a_run_that_was_killed_before_its_last_checkpoint_writes_it(tmp_path: Path) -> None:
    """The state of the last iteration is written before its checkpoint."""
    last = tmp_path / f"model_{ITERATIONS - 1}.pt"
    whole = learn(tmp_path)
    last.unlink()
    learn(tmp_path, resume=True)
    written = read_checkpoint(last)["actor_state_dict"]
    assert all(torch.equal(whole[name], written[name]) for name in written)
