"""Data of many workers: nothing is lost when one dies, and nothing is computed twice. Skipped without Ray."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("ray", reason="Ray is not installed: pip install 'pippin[cluster]'")

import ray

from pippin.cluster import generate

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True, scope="module")
def cluster() -> Iterator[None]:
    os.environ.update(RAY_worker_niceness="0")  # else workers starve where tests share their cores
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    yield
    ray.shutdown()


def make_squares() -> Callable[..., dict[str, np.ndarray]]:
    """Function that workers get by value, since they cannot import a test."""

    def squares(number: int, dies_in: str | None = None) -> dict[str, np.ndarray]:
        """Squares up to a number; the worker is killed the first time that a file is not there."""
        if dies_in is not None and not Path(dies_in).exists():
            Path(dies_in).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        if number < 0:
            raise ValueError("There is no negative number of squares.")
        return {"squares": np.arange(number) ** 2}

    return squares


def test_a_job_whose_worker_is_killed_is_computed_by_another(tmp_path: Path) -> None:
    jobs = {f"job-{number}": {"number": number, "dies_in": None} for number in range(6)}
    jobs["job-3"]["dies_in"] = str(tmp_path / "died")
    generated = generate(make_squares(), jobs, tmp_path / "data", num_cpus=1)
    assert (tmp_path / "died").exists()
    assert sorted(generated.computed) == sorted(jobs)
    assert not generated.failed
    for number in range(6):
        with np.load(tmp_path / "data" / f"job-{number}.npz", allow_pickle=False) as result:
            assert result["squares"].tolist() == [each**2 for each in range(number)]


def test_a_second_call_computes_only_what_is_missing(tmp_path: Path) -> None:
    jobs = {f"job-{number}": {"number": number} for number in range(3)}
    generate(make_squares(), jobs, tmp_path)
    (tmp_path / "job-1.npz").unlink()
    generated = generate(make_squares(), jobs, tmp_path)
    assert generated.computed == ["job-1"]
    assert generated.kept == ["job-0", "job-2"]


def test_a_job_that_fails_is_named_and_keeps_no_other_from_its_end(tmp_path: Path) -> None:
    generated = generate(make_squares(), {"good": {"number": 2}, "bad": {"number": -1}}, tmp_path)
    assert generated.computed == ["good"]
    assert "negative" in generated.failed["bad"]
    assert [path.name for path in tmp_path.iterdir()] == ["good.npz"]


def test_names_of_jobs_are_names_of_files(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="file"):
        generate(make_squares(), {"../up": {"number": 1}}, tmp_path)
