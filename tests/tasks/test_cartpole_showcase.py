"""Cartpole with spaces of all kinds: what they hold, against each other and the released configs."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from typing import Any

import gymnasium
import pytest
import torch

from pippin.envs.spaces import sample_space
from pippin.tasks.cartpole.cartpole_showcase_env import FORCE, SIDES, STRENGTH_AND_SIDE, forces_of_actions
from pippin.tasks.registration import TASKS, register_tasks
from pippin.tasks.utils import load_cfg_from_registry, parse_env_cfg
from pippin.tasks.utils.presets import choose_presets

NAMES = [name for name in TASKS if "Showcase" in name]
BOXES = [name for name in NAMES if "Camera" not in name and name.endswith("-Box-Direct-v0")]
TREE = "isaaclab/source/isaaclab_tasks/isaaclab_tasks/direct/cartpole_showcase"
SOURCE = Path(os.environ.get("ISAACLAB_232", "/work/ext/isaaclab-2.3.2"), TREE)


@pytest.fixture(autouse=True)
def registered() -> None:
    register_tasks()


def made(name: str, num_envs: int) -> Any:
    cfg = parse_env_cfg(name, device="cpu", num_envs=num_envs)
    cfg.seed = 3
    return gymnasium.make(name, cfg=cfg).unwrapped


def test_actions_of_all_kinds_are_forces() -> None:
    def forces(space: gymnasium.Space, *actions: list[float]) -> list[float]:
        return forces_of_actions(space, torch.tensor(actions), 100.0).flatten().tolist()

    assert forces(FORCE, [-0.5], [1.0]) == [-50.0, 100.0]
    assert forces(SIDES, [0], [1], [2]) == [0.0, -100.0, 100.0]
    pairs = [[0, 0], [0, 1], [1, 0], [1, 1], [2, 0], [2, 1]]
    assert forces(STRENGTH_AND_SIDE, *pairs) == [0.0, 0.0, -50.0, 50.0, -100.0, 100.0]
    with pytest.raises(NotImplementedError, match="MultiBinary"):
        forces(gymnasium.spaces.MultiBinary(2), [1.0])


def test_observations_of_all_kinds_say_the_same() -> None:
    """Of the same start and the same force, each shows the numbers of the first, or their signs."""
    seen = {}
    for name in BOXES:
        env = made(name, 8)
        env.reset(seed=3)
        seen[name.split("-")[3]] = env.step(torch.linspace(-1.0, 1.0, 8).unsqueeze(1))[0]["policy"]
        env.close()
    numbers = seen["Box"]
    pole, pole_speed, cart, cart_speed = numbers.T
    positions, velocities = torch.stack((cart, pole), dim=1), torch.stack((cart_speed, pole_speed), dim=1)
    torch.testing.assert_close(seen["Tuple"], (positions, velocities))
    torch.testing.assert_close(seen["Dict"], {"joint-positions": positions, "joint-velocities": velocities})
    signs = (torch.stack((pole, cart, pole_speed, cart_speed), dim=1) >= 0.0).int()
    torch.testing.assert_close(seen["MultiDiscrete"], signs)
    torch.testing.assert_close(seen["Discrete"], signs @ torch.tensor([8, 4, 2, 1], dtype=torch.int32))
    assert len(set(seen["Discrete"].tolist())) > 2


def test_observations_that_are_kept_do_not_change() -> None:
    env = made("Isaac-Cartpole-Showcase-Tuple-Discrete-Direct-v0", 2)
    before = env.reset()[0]["policy"]
    kept = [part.clone() for part in before]
    env.step(torch.full((2, 1), 2))
    torch.testing.assert_close(list(before), kept)
    env.close()


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in NAMES if "Camera" in name and "MultiDiscrete" in name])
def test_images_come_beside_velocities(name: str) -> None:
    env = made(name, 2)
    env.reset()
    seen = env.step(sample_space(env.single_action_space, "cpu", 2))[0]["policy"]
    parts = [seen["camera"], seen["joint-velocities"]] if isinstance(seen, dict) else list(seen)
    parts = [seen] if isinstance(seen, torch.Tensor) else parts
    assert [tuple(part.shape) for part in parts] == [(2, 100, 100, 3), (2, 2)][: len(parts)]
    env.close()


@pytest.mark.parametrize("seen", ["cartpole", "cartpole_camera"])
def test_spaces_are_those_that_are_released(monkeypatch: pytest.MonkeyPatch, seen: str) -> None:
    path = SOURCE / seen / f"{seen}_env_cfg.py"
    if not path.is_file():
        pytest.skip("the wheel of Isaac Lab 2.3.2 is not there")
    pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")
    spec = importlib.util.spec_from_file_location(f"released_{seen}_showcase", path)
    assert spec is not None and spec.loader is not None
    theirs = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, theirs)
    spec.loader.exec_module(theirs)
    mine = importlib.import_module(f"pippin.tasks.cartpole.{seen}_showcase_env_cfg")
    names = [name for name in vars(theirs) if name.endswith("EnvCfg") and name.startswith(("Box", "D", "M", "Tuple"))]
    assert len(names) == (9 if "camera" in seen else 15)
    for name in names:
        released, own = getattr(theirs, name)(), getattr(mine, name)()
        assert (own.observation_space, own.action_space) == (released.observation_space, released.action_space)


@pytest.mark.parametrize("name", NAMES)
def test_agents_fit_the_spaces(name: str) -> None:
    """The mixin is that of the action's kind, and a network reads every part of the observation."""
    *_, observed, acted, _, _ = name.split("-")
    models = load_cfg_from_registry(name, "skrl_cfg_entry_point")["models"]
    mixins = {"Box": "GaussianMixin", "Discrete": "CategoricalMixin", "MultiDiscrete": "MultiCategoricalMixin"}
    assert models["policy"]["class"] == mixins[acted]
    for model in (models["policy"], models["value"]):
        inputs = " ".join(network["input"] for network in model["network"])
        parts = {"Tuple": 2, "Dict": 2, "Discrete": 1, "MultiDiscrete": 1}.get(observed, 1)
        assert inputs.count("OBSERVATIONS") == parts
        assert ("one_hot" in inputs) == (observed in ("Discrete", "MultiDiscrete"))


def test_version_3_has_all_of_them_as_alternatives() -> None:
    """With its own starts: the cart up to 1 m off, and moving."""
    task = "IsaacContrib-Cartpole-Showcase-Direct"
    configs = {kind: load_cfg_from_registry(task, f"{kind}_cfg_entry_point") for kind in ("env", "skrl")}
    chosen, rest = choose_presets({"env": configs["env"], "agent": configs["skrl"]}, ["presets=dict_discrete", "x"])
    assert rest == ["x"]
    released = load_cfg_from_registry("Isaac-Cartpole-Showcase-Dict-Discrete-Direct-v0", "env_cfg_entry_point")
    cfg = chosen["env"]
    assert (cfg.observation_space, cfg.action_space) == (released.observation_space, SIDES)
    assert chosen["agent"]["models"]["policy"]["class"] == "CategoricalMixin"
    cfg.scene.num_envs, cfg.sim.device, cfg.seed = 16, "cpu", 1
    env: Any = gymnasium.make(task, cfg=cfg).unwrapped
    seen = env.reset()[0]["policy"]
    assert seen["joint-positions"][:, 0].std() > 0.3 and (seen["joint-velocities"] != 0.0).all()
    assert env.step(torch.full((16, 1), 2))[0]["policy"]["joint-velocities"][:, 0].mean() > 0.0
    env.close()
