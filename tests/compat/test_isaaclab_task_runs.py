"""Which runs the presets of a task make: one for each config, of those that may be launched."""

from __future__ import annotations

from collections.abc import Iterator

import gymnasium
import pytest

from pippin.sensors.camera import CameraCfg, NewtonWarpRendererCfg, RendererCfg
from pippin.sim import NewtonCfg, PhysxCfg, PinholeCameraCfg, SimulationCfg
from pippin.tasks.utils import preset
from pippin.utils import configclass
from pippin_isaac.preset_targets import is_task_run_launchable, resolve_task_runs, task_run_overrides

TASK = "Test-Runs-v0"


@configclass
class SeenCfg:
    """A camera of which engine, renderer and images may be chosen; not all go together."""

    sim: SimulationCfg = SimulationCfg(physics=preset(default=NewtonCfg(), newton=NewtonCfg(), physx=PhysxCfg()))
    camera: CameraCfg = CameraCfg(
        prim_path="/World/Camera",
        spawn=PinholeCameraCfg(),
        width=4,
        height=3,
        renderer_cfg=preset(default=NewtonWarpRendererCfg(), rtx=RendererCfg(renderer_type="rtx")),
        data_types=preset(default=["rgb"], depth=["depth"], heat=["heat"]),
    )

    def validate_config(self) -> None:
        """Refuse depth of one renderer, as tasks do."""
        if self.camera.data_types == ["depth"] and self.camera.renderer_cfg.renderer_type == "rtx":
            raise ValueError("no depth")


@pytest.fixture(autouse=True)
def task() -> Iterator[None]:
    gymnasium.register(TASK, "gymnasium:Env", kwargs={"env_cfg_entry_point": SeenCfg})
    yield
    del gymnasium.registry[TASK]


def test_each_config_is_one_run_by_most_names_and_what_is_refused_is_none() -> None:
    """Six of two engines, two renderers and three kinds of images: heat is not seen, and depth not by one renderer."""
    assert resolve_task_runs(TASK) == [
        ("newton", None, None),  # the one without names, which are those of the default
        ("newton", None, "depth"),
        ("newton", "rtx", None),
        ("physx", None, None),
        ("physx", None, "depth"),
        ("physx", "rtx", None),
    ]
    assert is_task_run_launchable(TASK, ("physx", None, "depth"))
    assert not is_task_run_launchable(TASK, ("physx", "rtx", "depth"))
    assert not is_task_run_launchable(TASK, (None, None, "heat"))


def test_a_run_is_chosen_by_arguments_and_unknown_tasks_have_none() -> None:
    assert task_run_overrides((None, "rtx", "depth")) == ["renderer=rtx", "presets=depth"]
    assert resolve_task_runs("Test-No-Such-Task-v0") is None
