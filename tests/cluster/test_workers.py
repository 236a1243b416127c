"""Joining Ray: a machine too busy for its first start gets another, and a cluster that never answers is said."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from pippin.cluster.workers import ATTEMPTS, join_ray


class Ray(ModuleType):
    """Ray whose start fails some times, as Ray says it."""

    def __init__(self, failures: int, message: str) -> None:
        super().__init__("ray")
        self.left, self.message, self.starts, self.ends = failures, message, 0, 0

    def is_initialized(self) -> bool:
        return False

    def init(self, **_: object) -> None:
        self.starts += 1
        if self.left:
            self.left -= 1
            raise Exception(self.message)

    def shutdown(self) -> None:
        self.ends += 1


def test_a_start_that_timed_out_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = Ray(ATTEMPTS - 1, "The current node timed out during startup.")
    monkeypatch.setitem(sys.modules, "ray", ray)
    assert join_ray() is ray
    assert (ray.starts, ray.ends) == (ATTEMPTS, ATTEMPTS - 1)


@pytest.mark.parametrize(
    "message, error, starts",
    [("The current node timed out during startup.", TimeoutError, ATTEMPTS), ("no such cluster", Exception, 1)],
)
def test_what_does_not_start_is_said(message: str, error: type, starts: int, monkeypatch: pytest.MonkeyPatch) -> None:
    ray = Ray(ATTEMPTS, message)
    monkeypatch.setitem(sys.modules, "ray", ray)
    with pytest.raises(error, match="Ray did not start|no such cluster"):
        join_ray()
    assert ray.starts == starts
