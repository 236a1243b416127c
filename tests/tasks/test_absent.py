"""Tasks that Isaac Lab releases and Pippin has not say what they need and what there is instead."""

from __future__ import annotations

import os
import re
from pathlib import Path

import gymnasium
import pytest

from pippin.learning.task_environments import agent_cfg_of
from pippin.tasks.absent import reason_of_absence
from pippin.tasks.registration import known_names, register_tasks
from pippin.tasks.utils import load_cfg_from_registry, parse_env_cfg

WHEELS = (
    Path(os.environ.get("ISAACLAB_232", "/work/ext/isaaclab-2.3.2"), "isaaclab/source/isaaclab_tasks"),
    Path(os.environ.get("ISAACLAB_300", "/work/ext/isaaclab-3.0.0"), "isaaclab_tasks"),
)
ABSENT = "Isaac-AutoMate-Assembly-Direct-v0"


@pytest.mark.parametrize("wheel", WHEELS, ids=["2.3.2", "3.0.0"])
def test_each_released_task_is_there_or_says_why_not(wheel: Path) -> None:
    if not wheel.is_dir():
        pytest.skip("the wheel of Isaac Lab is not there")
    sources = [path.read_text() for path in wheel.rglob("*.py")]
    released = {name for source in sources for name in re.findall(r'\bid="(Isaac[\w-]+)"', source)}
    assert len(released) > 130
    reasons = {name: reason_of_absence(name) for name in released - set(known_names())}
    assert [name for name, reason in reasons.items() if reason is None] == []
    instead = {
        name for reason in reasons.values() for name in re.findall(r"Isaac\w*-[\w-]+", reason.partition("; ")[2])
    }
    assert instead
    assert instead <= set(known_names())


def test_gymnasium_says_what_an_absent_task_needs() -> None:
    register_tasks()
    reason = f"no task '{ABSENT}': its 100 plugs and sockets .* are files in NVIDIA's cloud; Isaac-Factory-PegInsert"
    for look_up in (
        lambda: gymnasium.make(ABSENT),
        lambda: gymnasium.make(ABSENT, cfg=None),
        lambda: gymnasium.spec(ABSENT),
        lambda: load_cfg_from_registry(ABSENT, "env_cfg_entry_point"),
        lambda: parse_env_cfg(ABSENT, device="cpu"),
    ):
        with pytest.raises(gymnasium.error.NameNotFound, match=reason):
            look_up()
    with pytest.raises(ValueError, match=reason):
        agent_cfg_of(ABSENT)


def test_names_of_other_packages_are_unknown_as_ever() -> None:
    register_tasks()
    with pytest.raises(gymnasium.error.NameNotFound, match="`Isaac-Cartpol` doesn't exist. Did you mean"):
        gymnasium.make("Isaac-Cartpol-v0")
    with pytest.raises(gymnasium.error.NamespaceNotFound):
        gymnasium.make("ALE/Isaac-AutoMate-v0")
    assert reason_of_absence("Mine-AutoMate-v0") is None


def test_a_program_registers_an_absent_task_itself() -> None:
    register_tasks()
    gymnasium.register(id=ABSENT, entry_point="mine:Environment", kwargs={"env_cfg_entry_point": dict})
    assert load_cfg_from_registry(ABSENT, "env_cfg_entry_point") == {}
    del gymnasium.registry[ABSENT]
