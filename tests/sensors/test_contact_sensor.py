"""What contact sensors report, against weights, free fall and the clock."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
import torch
import warp as wp

from pippin.assets import RigidObjectCfg
from pippin.scene import InteractiveScene, InteractiveSceneCfg, TerrainImporterCfg
from pippin.sensors import ContactSensor, ContactSensorCfg
from pippin.sensors.mounts import bodies_in_each_environment
from pippin.sim import CuboidCfg, NewtonCfg, SimulationCfg, SimulationContext, SphereCfg
from pippin.utils import configclass
from pippin_isaac.older_names import serve_older_names

from .conftest import RIGID, step

G, DT, RADIUS, HEIGHT = 9.81, 0.005, 0.1, 0.3
BOTTOM, TOP, BALL = "{ENV_REGEX_NS}/Bottom", "{ENV_REGEX_NS}/Top", "{ENV_REGEX_NS}/Ball"
BODIES = "{ENV_REGEX_NS}/(Bottom|Top|Ball)"


def body(name: str, spawn: Any, position: tuple[float, float, float], **changes: Any) -> RigidObjectCfg:
    return RigidObjectCfg(
        prim_path="{ENV_REGEX_NS}/" + name,
        spawn=spawn(activate_contact_sensors=name != "Silent", **RIGID, **changes),
        init_state=RigidObjectCfg.InitialStateCfg(pos=position),
    )


@configclass
class StackCfg(InteractiveSceneCfg):
    """Two boxes of 1 kg, one on the other, a ball at a height, and a box that reports no contacts."""

    num_envs: int = 3
    env_spacing: float = 4.0
    ground: TerrainImporterCfg = TerrainImporterCfg(prim_path="/World/ground", terrain_type="plane")
    bottom: RigidObjectCfg = body("Bottom", CuboidCfg, (0.0, 0.0, 0.1), size=(0.4, 0.3, 0.2))
    top: RigidObjectCfg = body("Top", CuboidCfg, (0.0, 0.0, 0.3), size=(0.3, 0.2, 0.2))
    ball: RigidObjectCfg = body("Ball", SphereCfg, (1.0, 0.0, RADIUS + HEIGHT), radius=RADIUS)
    silent: RigidObjectCfg = body("Silent", CuboidCfg, (-1.0, 0.0, 0.1), size=(0.2, 0.2, 0.2))


MakeStack = Callable[..., InteractiveScene]


@pytest.fixture
def make_stack() -> Iterator[MakeStack]:
    """Makes and plays the stack with a contact sensor: ``make_stack(prim_path=TOP, track_pose=True)``."""

    def make(backend: tuple[str, str] = ("mujoco", "cpu"), physics: Any = None, **options: Any) -> InteractiveScene:
        name, device = backend
        sim = SimulationContext(SimulationCfg(dt=DT, substeps=1, device=device, backend=name, physics=physics))
        scene = InteractiveScene(StackCfg())
        scene.sensors["contact"] = ContactSensor(ContactSensorCfg(**options))
        sim.reset()
        return scene

    yield make
    SimulationContext.clear_instance()


def test_a_resting_stack_carries_its_weight(make_stack: MakeStack, backend: tuple[str, str]) -> None:
    """The net force on each box is its weight; the ball, which still falls, feels nothing."""
    scene = make_stack(backend, prim_path=BODIES)
    step(scene, 40)  # 0.2 s; the ball arrives after 0.25 s
    sensor = scene["contact"]
    forces = sensor.data.net_forces_w.torch
    assert forces.shape == (3, 3, 3)
    assert sensor.body_names == ["Bottom", "Top", "Ball"]
    boxes = forces[:, :2]
    weight = torch.tensor([0.0, 0.0, G], device=forces.device)
    torch.testing.assert_close(boxes, weight.expand(3, 2, 3), rtol=0.0, atol=0.01 * G)
    torch.testing.assert_close(boxes.sum(dim=1), (2.0 * weight).expand(3, 3), rtol=0.0, atol=0.02 * G)
    assert torch.equal(forces[:, 2], torch.zeros_like(forces[:, 2]))
    assert sensor.data.net_forces_w_history.shape == (3, 1, 3)
    assert torch.equal(sensor.data.net_forces_w_history.torch[:, 0], forces)


def test_programs_for_newton_prepare_no_body_for_sensors(make_stack: MakeStack) -> None:
    """Where settings name Newton, as in Isaac Lab 3; elsewhere it is refused (below)."""
    newton = NewtonCfg(num_substeps=1)
    scene = make_stack(physics=newton, prim_path="{ENV_REGEX_NS}/Silent")
    step(scene, 40)
    forces = scene["contact"].data.net_forces_w.torch
    torch.testing.assert_close(forces, torch.tensor([0.0, 0.0, G]).expand(3, 1, 3), rtol=0.0, atol=0.01 * G)


def test_net_forces_balance_momentum(make_stack: MakeStack, backend: tuple[str, str]) -> None:
    """A sliding box changes its velocity by gravity, normal force and friction: the sensor reports both of the last."""
    scene = make_stack(backend, prim_path=TOP)
    step(scene, 60)
    top = scene["top"]
    before = top.data.root_com_vel_w.torch.clone()
    before[:, 0] += 0.5
    top.write_root_velocity_to_sim_index(root_velocity=before)
    step(scene)
    acceleration = (top.data.root_com_vel_w.torch - before)[:, :3] / DT
    acceleration[:, 2] += G
    force = scene["contact"].data.net_forces_w.torch[:, 0]
    assert (force[:, 0] < -0.1 * G).all()
    torch.testing.assert_close(force, acceleration, rtol=1e-3, atol=1e-3)  # of 1 kg; velocities of float32 over 5 ms


def test_air_time_is_that_of_free_fall(make_stack: MakeStack, backend: tuple[str, str]) -> None:
    scene = make_stack(backend, prim_path=BALL, track_air_time=True)
    sensor, fall = scene["contact"], math.sqrt(2.0 * HEIGHT / G)
    landed, landing_times = [], []
    for count in range(1, 61):
        step(scene)
        landed.append(sensor.compute_first_contact(DT).torch.all().item())
        if landed[-1]:
            landing_times.append(count * DT)
        if count * DT < fall - DT:
            air = sensor.data.current_air_time.torch
            torch.testing.assert_close(air, torch.full_like(air, count * DT), rtol=1e-5, atol=0.0)
            assert not sensor.data.current_contact_time.torch.any()
    assert abs(landing_times[0] - fall) <= DT
    air = sensor.data.last_air_time.torch
    torch.testing.assert_close(air, torch.full_like(air, landing_times[-1]), rtol=1e-5, atol=DT)


def lift(scene: InteractiveScene, name: str, env_ids: list[int]) -> None:
    """Put a body of some environments 2 m higher."""
    poses = scene[name].data.root_link_pose_w.torch.clone()[env_ids]
    poses[:, 2] += 2.0
    scene[name].write_root_pose_to_sim_index(root_pose=poses, env_ids=env_ids)


def test_contact_and_air_follow_each_other(make_stack: MakeStack, backend: tuple[str, str]) -> None:
    scene = make_stack(backend, prim_path=TOP, track_air_time=True)
    sensor = scene["contact"]
    step(scene, 40)
    sensor.reset()
    step(scene, 20)
    before = 20 * DT
    lift(scene, "top", [1])
    first = []
    for _ in range(4):
        step(scene)
        first.append(sensor.compute_first_air(3 * DT).torch[:, 0].tolist())
    data, device = sensor.data, scene.device
    assert first == [[False, True, False]] * 3 + [[False] * 3]

    def check(name: str, expected: list[float]) -> None:
        values = getattr(data, name).torch[:, 0]
        torch.testing.assert_close(values, torch.tensor(expected, device=device), rtol=1e-4, atol=1e-6)

    check("current_air_time", [0.0, 4 * DT, 0.0])
    check("current_contact_time", [before + 4 * DT, 0.0, before + 4 * DT])
    check("last_contact_time", [0.0, before + DT, 0.0])  # the step that finds it in the air included
    check("last_air_time", [0.0, 0.0, 0.0])
    sensor.reset(env_ids=[0])
    check("current_contact_time", [0.0, 0.0, before + 4 * DT])
    step(scene)
    check("current_contact_time", [DT, 0.0, before + 5 * DT])
    sensor.reset(env_mask=wp.array([False, True, True], dtype=wp.bool, device=device))
    check("current_air_time", [0.0, 0.0, 0.0])
    check("last_contact_time", [0.0, 0.0, 0.0])
    step(scene)
    check("current_contact_time", [2 * DT, 0.0, DT])


def test_first_contact_is_found_however_late_it_comes(make_stack: MakeStack) -> None:
    """Clock times of float32 are too coarse after a minute, so that contact times may not be their differences."""
    scene = make_stack(prim_path=TOP, track_air_time=True)
    sensor = scene["contact"]
    step(scene, 20)
    resting = scene["top"].data.root_link_pose_w.torch.clone()
    lift(scene, "top", [0, 1, 2])
    step(scene)
    sensor.update(2000.0)
    scene["top"].write_root_pose_to_sim_index(root_pose=resting)
    scene["top"].write_root_velocity_to_sim_index(root_velocity=torch.zeros(3, 6))
    step(scene)
    contact = sensor.data.current_contact_time.torch
    torch.testing.assert_close(contact, torch.full_like(contact, DT), rtol=1e-6, atol=0.0)
    assert sensor.compute_first_contact(DT).torch.all()
    step(scene, 3)
    assert not sensor.compute_first_contact(3 * DT).torch.any()
    assert sensor.compute_first_contact(4 * DT).torch.all()


@pytest.mark.parametrize(("threshold", "is_contact"), [(None, True), (0.9 * G, True), (1.1 * G, False)])
def test_forces_up_to_the_threshold_are_no_contact(
    make_stack: MakeStack, threshold: float | None, is_contact: bool
) -> None:
    scene = make_stack(prim_path=TOP, track_air_time=True, force_threshold=threshold)
    step(scene, 40)
    scene["contact"].reset()
    step(scene, 5)
    data = scene["contact"].data
    assert (data.current_contact_time.torch > 0.0).all().item() is is_contact
    assert (data.current_air_time.torch > 0.0).all().item() is not is_contact


def test_the_history_begins_with_the_newest(make_stack: MakeStack, backend: tuple[str, str]) -> None:
    scene = make_stack(backend, prim_path="{ENV_REGEX_NS}/(Bottom|Top)", history_length=4)
    sensor, measured = scene["contact"], []
    for _ in range(6):
        lift(scene, "top", [1])  # so that forces change
        step(scene)
        measured.append(sensor.contact_view.read_net_forces(wp.zeros((6, 1), dtype=wp.vec3f, device=scene.device)))
    expected = torch.stack([wp.to_torch(forces).reshape(3, 2, 3) for forces in measured[:1:-1]], dim=1)
    history = sensor.data.net_forces_w_history.torch
    assert history.shape == (3, 4, 2, 3)
    assert not torch.equal(history[0, 0], history[0, 3])
    assert torch.equal(history, expected)
    assert torch.equal(sensor.data.net_forces_w.torch, history[:, 0])


def test_reset_clears_forces_until_the_next_step(make_stack: MakeStack, backend: tuple[str, str]) -> None:
    """Before time has passed the engine knows only of contacts that were before the reset."""
    scene = make_stack(backend, prim_path=TOP, history_length=3)
    sensor = scene["contact"]
    step(scene, 10)
    before = sensor.data.net_forces_w_history.torch.clone()
    sensor.reset(env_ids=[2])
    history = sensor.data.net_forces_w_history.torch
    assert torch.equal(history[:2], before[:2])
    assert not history[2].any()
    assert not sensor.data.net_forces_w.torch[2].any()
    step(scene)
    history = sensor.data.net_forces_w_history.torch
    assert history[2, 0].any()
    assert not history[2, 1:].any()
    assert torch.equal(history[:2, 1:], before[:2, :2])


def test_periods_thin_the_history_out(make_stack: MakeStack) -> None:
    scene = make_stack(prim_path=TOP, history_length=8, track_air_time=True, update_period=2 * DT)
    step(scene, 40)
    scene["contact"].reset()
    step(scene, 12)  # measures in the first, third, ... and eleventh
    data = scene["contact"].data
    filled = data.net_forces_w_history.torch.norm(dim=-1)[0, :, 0] > 0.0
    assert filled.tolist() == [True] * 6 + [False] * 2
    contact = data.current_contact_time.torch
    torch.testing.assert_close(contact, torch.full_like(contact, 11 * DT), rtol=1e-5, atol=0.0)


def test_poses_are_reported_if_tracked(make_stack: MakeStack, backend: tuple[str, str]) -> None:
    scene = make_stack(backend, prim_path=BODIES, track_pose=True)
    step(scene, 5)
    data = scene["contact"].data
    for column, name in enumerate(("bottom", "top", "ball")):
        asset = scene[name].data
        torch.testing.assert_close(data.pose_w.torch[:, column], asset.root_link_pose_w.torch)
        torch.testing.assert_close(data.pos_w.torch[:, column], asset.root_link_pos_w.torch)
        torch.testing.assert_close(data.quat_w.torch[:, column], asset.root_link_quat_w.torch)


def test_what_is_not_tracked_is_none(make_stack: MakeStack) -> None:
    scene = make_stack(prim_path=TOP)
    data = scene["contact"].data
    names = [f"{when}_{what}_time" for when in ("current", "last") for what in ("air", "contact")]
    names += ["pose_w", "pos_w", "quat_w", "contact_pos_w", "friction_forces_w"]
    names += ["force_matrix_w", "force_matrix_w_history"]
    assert [name for name in names if getattr(data, name) is not None] == []
    for query in (scene["contact"].compute_first_contact, scene["contact"].compute_first_air):
        with pytest.raises(RuntimeError, match="track_air_time=True"):
            query(DT)


def test_bodies_are_found_by_name(make_stack: MakeStack) -> None:
    scene = make_stack(prim_path=BODIES)
    sensor = scene["contact"]
    assert sensor.num_instances == sensor.num_sensors == 3
    assert sensor.contact_view.count == 9
    assert sensor.find_sensors(["Ball", "B.*m"], preserve_order=True) == ([2, 0], ["Ball", "Bottom"])
    with pytest.raises(ValueError, match="Wheel"):
        sensor.find_sensors("Wheel")
    serve_older_names()
    with pytest.warns(DeprecationWarning, match="find_sensors"):
        assert sensor.find_bodies("T.*") == ([1], ["Top"])
    with pytest.warns(DeprecationWarning, match="num_sensors"):
        assert sensor.num_bodies == 3
    scene.sim.stop()
    assert sensor.contact_view is None
    with pytest.raises(RuntimeError, match="only while the simulation plays"):
        sensor.body_names  # noqa: B018


def test_markers_tell_bodies_in_contact_from_others(make_stack: MakeStack) -> None:
    scene = make_stack(prim_path=BODIES, debug_vis=True)
    step(scene, 10)
    scene.sim.render()
    markers = scene["contact"]._markers
    assert list(markers._instancer.GetProtoIndicesAttr().Get()) == [0, 0, 1] * 3
    positions = torch.tensor([list(point) for point in markers._instancer.GetPositionsAttr().Get()])
    torch.testing.assert_close(positions[2::3], scene["ball"].data.root_link_pos_w.torch)
    assert scene["contact"].set_debug_vis(False)
    assert not markers.is_visible()


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"prim_path": "{ENV_REGEX_NS}/Silent"}, RuntimeError, "Silent' does not report contacts"),
        ({"prim_path": "{ENV_REGEX_NS}/No"}, RuntimeError, "'No'"),
        ({"prim_path": "/World/ground"}, RuntimeError, "No rigid body matches"),
        ({"force_threshold": -1.0}, ValueError, "force_threshold"),
        ({"force_threshold": math.nan}, ValueError, "force_threshold"),
        ({"history_length": -1}, ValueError, "history_length"),
        ({"track_contact_points": True}, ValueError, "track_contact_points .*filter_prim_paths_expr"),
        ({"filter_prim_paths_expr": [BALL], "prim_path": BODIES}, RuntimeError, "one body in each environment, but .*"),
        ({"filter_prim_paths_expr": [BODIES]}, RuntimeError, "should match one body .* but it matches 3: .*/Bottom"),
        ({"filter_prim_paths_expr": ["{ENV_REGEX_NS}/No"]}, RuntimeError, "/No' matches neither a body nor a static"),
        ({"filter_prim_paths_expr": ["/World/.*"]}, RuntimeError, "should match one body in each environment, or"),
        ({"filter_prim_paths_expr": BALL}, TypeError, "should be a list of expressions, not the string"),
        ({"filter_prim_paths_expr": ["Ball"]}, ValueError, "'Ball' should begin with '/'"),
        ({"max_contact_data_count_per_prim": 0}, ValueError, "'max_contact_data_count_per_prim' is 0"),
    ],
)
def test_bad_input_is_named(
    make_stack: MakeStack, options: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        make_stack(**{"prim_path": TOP, **options})


def test_environments_that_differ_in_their_bodies_are_named() -> None:
    view = SimpleNamespace(env_ids=wp.array([0, 0, 2, 2], dtype=int, device="cpu"), instance_paths=["/a", "/b"] * 2)
    with pytest.raises(RuntimeError, match="0 bodies in environment 1, but 2 in environment 0"):
        bodies_in_each_environment(view, 3, "/World/envs/env_.*/Foot", "ContactSensor")


@pytest.mark.parametrize(("dt", "abs_tol"), [(-DT, 0.0), (math.inf, 0.0), (DT, -1.0)])
def test_impossible_times_are_refused(make_stack: MakeStack, dt: float, abs_tol: float) -> None:
    scene = make_stack(prim_path=TOP, track_air_time=True)
    with pytest.raises(ValueError, match="expected seconds"):
        scene["contact"].compute_first_contact(dt, abs_tol)


def test_an_option_without_effect_is_told(make_stack: MakeStack, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, logger="pippin"):
        make_stack(prim_path=TOP, max_contact_data_count_per_prim=8)
    assert "max_contact_data_count_per_prim" in caplog.text
