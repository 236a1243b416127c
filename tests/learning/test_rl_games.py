"""What rl_games' runs are given beside environments."""

from __future__ import annotations

import pytest

pytest.importorskip("rl_games", reason="rl_games is not installed")
pytest.importorskip("gym", reason="gym, whose spaces rl_games knows, is not installed")

from rl_games.common.algo_observer import AlgoObserver

from pippin.learning.rl_games import MultiObserver


class Listener(AlgoObserver):
    """Keeps what it is told."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[tuple[object, ...]] = []

    def after_init(self, algo: object) -> None:
        self.heard.append(("after_init", algo))

    def after_print_stats(self, frame: object, epoch_num: object, total_time: object) -> None:
        self.heard.append(("after_print_stats", frame, epoch_num, total_time))


def test_all_observers_are_told() -> None:
    first, second = Listener(), Listener()
    both = MultiObserver([first, second])
    both.after_init("algorithm")
    both.after_steps()
    both.after_print_stats(1, 2, 3.0)
    assert first.heard == second.heard == [("after_init", "algorithm"), ("after_print_stats", 1, 2, 3.0)]
