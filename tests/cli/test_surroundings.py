"""``pippin train`` where the disk is full, without a GPU and in a terminal without colours."""

from __future__ import annotations

import errno
import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow

TRAIN = ["-m", "pippin", "train", "Isaac-Cartpole-v0", "--num-envs", "8"]
NO_GPU = os.environ | {"CUDA_VISIBLE_DEVICES": ""}


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 400 kB: less than the states of a run take."""
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=400k", "pippin-test", str(folder)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("this user may not mount a disk of memory")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_full_disk_ends_a_training_with_one_sentence(small_disk: Path, run_python: Any) -> None:
    options = ["--max-iterations", "200", "--device", "cpu", "--set", "agent.save_interval=1"]
    result = run_python(*TRAIN, *options, cwd=small_disk, env=NO_GPU)
    assert result.returncode == 1
    said = result.stderr.strip().splitlines()
    assert said[-1].startswith("pippin: ")
    assert os.strerror(errno.ENOSPC) in result.stderr
    assert "Traceback" not in result.stderr
    (run,) = small_disk.glob("logs/rsl_rl/cartpole/*")
    play = ["-m", "pippin", "play", str(run), "--num-envs", "2", "--steps", "2", "--device", "cpu"]
    assert "2 steps in 2 environments" in run_python(*play).stdout


def test_without_a_gpu_and_without_colours_it_trains_in_plain_words(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    environment = NO_GPU | {"TERM": "dumb", "COLUMNS": "120"}
    command = [sys.executable, *TRAIN, "--max-iterations", "1"]  # the device is "cuda:0" by default
    process = subprocess.Popen(command, cwd=tmp_path, env=environment, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    said = b""
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        said += part
    os.close(ours)
    assert process.wait(60) == 0, said.decode()
    for words in (b"Building Isaac-Cartpole-v0", b"8 environments on cpu", b"first iteration", b"1/1 reward"):
        assert words in said
    assert b"\x1b[" not in said
