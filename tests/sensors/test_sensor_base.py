"""When sensors measure, and which class does."""

from __future__ import annotations

import logging

import pytest
import torch
import warp as wp

from pippin.sensors import Imu, ImuCfg, Pva, PvaCfg, SensorBase, SensorBaseCfg
from pippin.sim import SimulationContext
from pippin.utils import configclass

from .conftest import MakeScene, step

BALL = "{ENV_REGEX_NS}/Ball"


def test_a_sensor_that_nobody_reads_costs_nothing(make_scene: MakeScene, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = make_scene(pva=PvaCfg(prim_path=BALL))
    launched, launch = [], wp.launch
    monkeypatch.setattr(wp, "launch", lambda *args, **kwargs: launched.append(args) or launch(*args, **kwargs))
    for _ in range(10):
        scene["pva"].update(0.005)
    assert launched == []
    scene["pva"].data  # noqa: B018
    assert launched != []


def test_data_are_as_old_as_the_period_allows(make_scene: MakeScene) -> None:
    """With a period of three steps, what is read after each step changes in every third."""
    scene = make_scene(dt=0.01, pva=PvaCfg(prim_path=BALL, update_period=0.03))
    heights = []
    for _ in range(10):
        heights.append(scene["pva"].data.pos_w.torch[:, 2].clone())
        step(scene)
    heights = torch.stack(heights)
    changed = (heights[1:] != heights[:-1]).all(dim=1)
    assert changed.tolist() == [False, False, True] * 3
    torch.testing.assert_close(heights[9] - heights[6], heights[9] - heights[8])


def test_reset_makes_single_environments_measure_anew(make_scene: MakeScene) -> None:
    scene = make_scene(dt=0.01, pva=PvaCfg(prim_path=BALL, update_period=1.0))
    pva = scene["pva"]
    before = pva.data.pos_w.torch.clone()
    step(scene, 5)
    pva.reset(env_ids=[1])
    moved = (pva.data.pos_w.torch != before).any(dim=1)
    assert moved.tolist() == [False, True, False]
    step(scene, 5)
    pva.reset(env_mask=wp.array([True, False, False], dtype=wp.bool))
    moved = (pva.data.pos_w.torch != before).any(dim=1)
    assert moved.tolist() == [True, True, False]


def test_reset_of_some_leaves_the_others_as_they_are_until_time_passes(make_scene: MakeScene) -> None:
    """With a period of 0 as well: no time has passed since the others measured."""
    scene = make_scene(pva=PvaCfg(prim_path=BALL))
    pva = scene["pva"]
    before = pva.data.pos_w.torch.clone()
    scene["ball"].write_root_pose_to_sim_index(root_pose=torch.tensor([[9.0, 9.0, 9.0, 0.0, 0.0, 0.0, 1.0]] * 3))
    pva.reset(env_ids=[1])
    moved = (pva.data.pos_w.torch != before).any(dim=1)
    assert moved.tolist() == [False, True, False]
    pva.update(0.0)
    moved = (pva.data.pos_w.torch != before).any(dim=1)
    assert moved.tolist() == [True, True, True]


def test_forced_updates_measure_at_once(make_scene: MakeScene) -> None:
    scene = make_scene(pva=PvaCfg(prim_path=BALL))
    data = scene["pva"].data
    before = data.pos_w.torch.clone()
    scene.sim.step(render=False)
    scene["pva"].update(scene.physics_dt)
    assert torch.equal(data.pos_w.torch, before)
    scene["pva"].update(scene.physics_dt, force_recompute=True)
    assert not torch.equal(data.pos_w.torch, before)


def test_a_sensor_with_a_history_measures_whether_it_is_read_or_not(make_scene: MakeScene) -> None:
    scene = make_scene(pva=PvaCfg(prim_path=BALL, history_length=2))
    data = scene["pva"].data
    before = data.pos_w.torch.clone()
    scene.sim.step(render=False)
    scene["pva"].update(scene.physics_dt)
    assert not torch.equal(data.pos_w.torch, before)


def test_measurements_end_with_the_simulation(make_scene: MakeScene) -> None:
    scene = make_scene(imu=ImuCfg(prim_path=BALL))
    assert scene["imu"].is_initialized
    assert scene["imu"].num_instances == 3
    scene.sim.stop()
    assert not scene["imu"].is_initialized
    with pytest.raises(RuntimeError, match="only while the simulation plays"):
        scene["imu"].data  # noqa: B018
    scene.sim.reset()
    assert scene["imu"].data.lin_acc_b.shape == (3,)


@pytest.mark.parametrize("period", [-0.1, float("nan"), float("inf")])
def test_impossible_periods_are_refused(make_scene: MakeScene, period: float) -> None:
    with pytest.raises(ValueError, match="update_period"):
        make_scene(imu=ImuCfg(prim_path=BALL, update_period=period))


def test_a_period_below_the_step_is_named(make_scene: MakeScene, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, logger="pippin"):
        make_scene(dt=0.01, imu=ImuCfg(prim_path=BALL, update_period=0.001))
    assert "below the physics step of 0.01 s" in caplog.text


def test_another_class_may_stand_in_for_a_backend(make_scene: MakeScene, monkeypatch: pytest.MonkeyPatch) -> None:
    class OtherImu(Imu):
        """A unit that measures in another way."""

    monkeypatch.setattr(Imu, "_implementations", {})
    Imu.register("mujoco", OtherImu)
    assert {"mujoco", "newton"} <= set(Imu.get_registry_keys())
    assert "mujoco" in Pva.get_registry_keys()
    scene = make_scene(imu=ImuCfg(prim_path=BALL), pva=PvaCfg(prim_path=BALL))
    assert type(scene["imu"]) is OtherImu
    assert type(scene["pva"]) is Pva
    SimulationContext.clear_instance()
    scene = make_scene(backend=("newton", "cpu"), imu=ImuCfg(prim_path=BALL))
    assert type(scene["imu"]) is Imu


def test_debug_markers_follow_the_sensor(make_scene: MakeScene) -> None:
    scene = make_scene(imu=ImuCfg(prim_path=BALL), pva=PvaCfg(prim_path=BALL, debug_vis=True))
    assert not scene["imu"].has_debug_vis_implementation
    assert not scene["imu"].set_debug_vis(True)
    scene.sim.render()
    markers = scene["pva"]._markers
    positions = torch.tensor([list(point) for point in markers._instancer.GetPositionsAttr().Get()])
    torch.testing.assert_close(positions, scene["ball"].data.root_link_pos_w.torch)
    assert scene["pva"].set_debug_vis(False)
    assert not markers.is_visible()


class Undrawn(Pva):
    """A sensor of a program that says that it draws nothing."""

    def _set_debug_vis_impl(self, debug_vis: bool) -> None:
        raise NotImplementedError("nothing to see")


def test_sensors_that_refuse_to_draw_are_not_asked_to(make_scene: MakeScene) -> None:
    scene = make_scene(pva=PvaCfg(class_type=Undrawn, prim_path=BALL, debug_vis=True))
    assert not scene["pva"].has_debug_vis_implementation
    assert not scene["pva"].set_debug_vis(True)


def test_a_sensor_is_printed_with_its_kind_path_and_period(make_scene: MakeScene) -> None:
    text = str(make_scene(pva=PvaCfg(prim_path=BALL, update_period=0.5))["pva"])
    assert text.startswith("Pva @ '/World/envs/env_")
    assert "every 0.5 s" in text and "number of sensors : 3" in text


class Ticks(SensorBase[wp.array]):
    """A kind of a program's own, with a prim path that only names it."""

    def _initialize_impl(self) -> None:
        super()._initialize_impl()
        self._data = wp.zeros(self._num_envs, dtype=int, device=self.device)

    def _update_buffers_impl(self, env_mask: wp.array) -> None:
        self._data.assign(self._data.numpy() + env_mask.numpy())


@configclass
class TicksCfg(SensorBaseCfg):
    class_type: type = Ticks


def test_a_kind_of_ones_own_needs_prims_above_its_path_alone(make_scene: MakeScene) -> None:
    """As in Isaac Lab, whose own kinds look for their prims themselves."""
    scene = make_scene(ticks=TicksCfg(prim_path=f"{BALL}/ticks"))
    assert scene["ticks"].num_instances == 3
    step(scene, 2)
    assert scene["ticks"].data.numpy().tolist() == [1, 1, 1]
    SimulationContext.clear_instance()
    for cfg in (TicksCfg(prim_path="{ENV_REGEX_NS}/Bell/ticks"), ImuCfg(prim_path=f"{BALL}/ticks")):
        with pytest.raises(RuntimeError, match="No prim matches"):
            make_scene(wrong=cfg)
        SimulationContext.clear_instance()


def test_links_are_found_without_the_scope_that_isaac_sim_6_puts_them_below(make_scene: MakeScene) -> None:
    parent, _, name = BALL.rpartition("/")
    scene = make_scene(ticks=ImuCfg(prim_path=f"{parent}/Geometry/base/{name}"))
    assert scene["ticks"].num_instances == 3
    assert scene["ticks"].cfg.prim_path.endswith(f"/{name}") and "Geometry" not in scene["ticks"].cfg.prim_path
