"""What contact sensors report of single partners, against weights, Coulomb's friction and where bodies lie."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import torch

from pippin.assets import RigidObjectCfg
from pippin.scene import InteractiveScene, InteractiveSceneCfg, TerrainImporterCfg
from pippin.sensors import ContactSensor, ContactSensorCfg
from pippin.sim import CuboidCfg, RigidBodyMaterialCfg, SimulationCfg, SimulationContext, SphereCfg
from pippin.utils import configclass

from .conftest import RIGID, step

G, DT, RADIUS, FRICTION = 9.81, 0.005, 0.1, 0.5
BOTTOM, TOP, BALL = "{ENV_REGEX_NS}/Bottom", "{ENV_REGEX_NS}/Top", "{ENV_REGEX_NS}/Ball"
GROUND = "/World/ground"
MATERIAL = RigidBodyMaterialCfg(static_friction=FRICTION, dynamic_friction=FRICTION)


def body(name: str, spawn: Any, position: tuple[float, float, float], **changes: Any) -> RigidObjectCfg:
    return RigidObjectCfg(
        prim_path="{ENV_REGEX_NS}/" + name,
        spawn=spawn(activate_contact_sensors=True, physics_material=MATERIAL, **RIGID, **changes),
        init_state=RigidObjectCfg.InitialStateCfg(pos=position),
    )


@configclass
class StackCfg(InteractiveSceneCfg):
    """Two boxes of 1 kg, one on the other, and beside them a ball and a flat plate, all on the ground."""

    num_envs: int = 3
    env_spacing: float = 4.0
    ground: TerrainImporterCfg = TerrainImporterCfg(prim_path=GROUND, terrain_type="plane", physics_material=MATERIAL)
    bottom: RigidObjectCfg = body("Bottom", CuboidCfg, (0.0, 0.0, 0.1), size=(0.4, 0.3, 0.2))
    top: RigidObjectCfg = body("Top", CuboidCfg, (0.02, 0.01, 0.3), size=(0.3, 0.2, 0.2))
    plate: RigidObjectCfg = body("Plate", CuboidCfg, (-1.0, 0.0, 0.02), size=(0.4, 0.3, 0.04))
    ball: RigidObjectCfg = body("Ball", SphereCfg, (1.0, 0.0, RADIUS), radius=RADIUS)


MakeStack = Callable[..., InteractiveScene]


@pytest.fixture
def make_stack() -> Iterator[MakeStack]:
    """Makes and plays the stack with a sensor: ``make_stack(prim_path=TOP, filter_prim_paths_expr=[BOTTOM])``."""

    def make(backend: tuple[str, str] = ("mujoco", "cpu"), **options: Any) -> InteractiveScene:
        name, device = backend
        sim = SimulationContext(SimulationCfg(dt=DT, substeps=1, device=device, backend=name))
        scene = InteractiveScene(StackCfg())
        if options:
            scene.sensors["contact"] = ContactSensor(ContactSensorCfg(**options))
        sim.reset()
        return scene

    yield make
    SimulationContext.clear_instance()


@pytest.mark.slow
def test_a_stack_presses_on_its_neighbours_with_its_weight(make_stack: MakeStack, backend: tuple[str, str]) -> None:
    """The lower box carries itself and the upper one, which presses down on it; the ball touches neither."""
    scene = make_stack(backend, prim_path=BOTTOM, filter_prim_paths_expr=[GROUND, TOP, BALL])
    step(scene, 60)
    data = scene["contact"].data
    forces = data.force_matrix_w.torch
    assert forces.shape == (3, 1, 3, 3)
    weights = torch.tensor([2.0 * G, -G, 0.0], device=forces.device)
    torch.testing.assert_close(forces[:, 0, :, 2], weights.expand(3, 3), rtol=0.01, atol=0.0)
    assert forces[..., :2].abs().max() < 0.01 * G
    torch.testing.assert_close(forces.sum(dim=2), data.net_forces_w.torch, rtol=0.0, atol=0.01 * G)
    assert data.force_matrix_w_history.shape == (3, 1, 1, 3)
    assert torch.equal(data.force_matrix_w_history.torch[:, 0], forces)
    assert data.friction_forces_w is None and data.contact_pos_w is None


def test_partners_feel_opposite_forces(make_stack: MakeStack, backend: tuple[str, str]) -> None:
    """Whichever of two bodies asks, also while one slides on the other."""
    scene = make_stack(backend)
    options = {"track_friction_forces": True, "track_contact_points": True}
    scene.sim.stop()
    scene.sensors["down"] = ContactSensor(ContactSensorCfg(prim_path=TOP, filter_prim_paths_expr=[BOTTOM], **options))
    scene.sensors["up"] = ContactSensor(ContactSensorCfg(prim_path=BOTTOM, filter_prim_paths_expr=[TOP], **options))
    scene.sim.reset()
    step(scene, 20)
    push(scene, "top", (0.3, 0.2))
    step(scene)
    down, up = scene["down"].data, scene["up"].data
    assert (down.friction_forces_w.torch.norm(dim=-1) > 0.5 * FRICTION * G).all()
    torch.testing.assert_close(down.force_matrix_w.torch, -up.force_matrix_w.torch, rtol=1e-4, atol=1e-4)
    torch.testing.assert_close(down.friction_forces_w.torch, -up.friction_forces_w.torch, rtol=1e-4, atol=1e-4)
    assert down.friction_force_matrix_w is down.friction_forces_w and down.normal_force_matrix_w is down.force_matrix_w
    # each on the surface of its own body, which is in the other one by what carries the weight
    torch.testing.assert_close(down.contact_pos_w.torch, up.contact_pos_w.torch, rtol=0.0, atol=2e-3)
    assert (down.contact_pos_w.torch[..., 2] < up.contact_pos_w.torch[..., 2]).all(), "the upper body is in the lower"


def push(scene: InteractiveScene, name: str, velocity: tuple[float, float]) -> None:
    """Give a body a horizontal velocity in all environments."""
    velocities = torch.zeros(3, 6, device=scene.device)
    velocities[:, :2] = torch.tensor(velocity)
    scene[name].write_root_velocity_to_sim_index(root_velocity=velocities)


@pytest.mark.slow
def test_a_sliding_block_feels_the_friction_of_coulomb(make_stack: MakeStack, backend: tuple[str, str]) -> None:
    """On the mean mu m g against the motion, and at each step, with normal force and push, what changes the momentum.

    The engine's soft contacts let a sliding block tremble, so only means over many steps are those of a rigid one.
    """
    scene = make_stack(
        backend, prim_path="{ENV_REGEX_NS}/Plate", filter_prim_paths_expr=[GROUND], track_friction_forces=True
    )
    plate = scene["plate"]
    pushes = torch.tensor([6.4, 4.8, 0.0], device=scene.device)  # 8 N
    plate.permanent_wrench_composer.set_forces_and_torques(forces=pushes.repeat(3, 1, 1), is_global=True)
    frictions, normals = [], []
    for i in range(240):
        before = plate.data.root_com_vel_w.torch.clone()
        step(scene)
        acceleration = (plate.data.root_com_vel_w.torch - before)[:, :3] / DT
        data = scene["contact"].data
        friction, normal = data.friction_forces_w.torch[:, 0, 0].clone(), data.force_matrix_w.torch[:, 0, 0].clone()
        force = friction + normal + pushes
        force[:, 2] -= G
        torch.testing.assert_close(force, acceleration, rtol=1e-3, atol=0.01)  # of 1 kg; float32 over 5 ms
        if i >= 40:
            frictions.append(friction)
            normals.append(normal)
    direction = torch.tensor([0.8, 0.6, 0.0], device=scene.device)
    friction, normal = torch.stack(frictions).mean(dim=0), torch.stack(normals).mean(dim=0)
    torch.testing.assert_close(friction, -FRICTION * G * direction.expand(3, 3), rtol=0.03, atol=0.01)
    torch.testing.assert_close(normal[:, 2], torch.full_like(normal[:, 2], G), rtol=0.03, atol=0.0)


def test_contact_points_lie_where_bodies_touch(make_stack: MakeStack, backend: tuple[str, str]) -> None:
    """Below a ball, and in the middle of a face: within the depth to which bodies sink in."""
    scene = make_stack(backend, prim_path=BALL, filter_prim_paths_expr=[GROUND, BOTTOM], track_contact_points=True)
    assert scene["contact"].data.contact_pos_w.torch.isnan().all(), "nothing is measured before the first step"
    step(scene, 20)
    points = scene["contact"].data.contact_pos_w.torch
    assert points.shape == (3, 1, 2, 3)
    below = scene["ball"].data.root_link_pos_w.torch.clone()
    below[:, 2] = 0.0
    torch.testing.assert_close(points[:, 0, 0], below, rtol=0.0, atol=1e-3)
    assert points[:, 0, 1].isnan().all(), "the ball does not touch the box"


def test_the_point_of_a_face_is_its_middle(make_stack: MakeStack, backend: tuple[str, str]) -> None:
    scene = make_stack(backend, prim_path=TOP, filter_prim_paths_expr=[BOTTOM], track_contact_points=True)
    step(scene, 40)
    points = scene["contact"].data.contact_pos_w.torch[:, 0, 0]
    middle = scene["top"].data.root_link_pos_w.torch.clone()
    middle[:, 2] = 0.2
    torch.testing.assert_close(points, middle, rtol=0.0, atol=2e-3)


def test_the_history_of_partners_begins_with_the_newest(make_stack: MakeStack, backend: tuple[str, str]) -> None:
    scene = make_stack(backend, prim_path=TOP, filter_prim_paths_expr=[BOTTOM, GROUND], history_length=3)
    sensor, measured = scene["contact"], []
    for _ in range(5):
        push(scene, "top", (0.0, 0.1))  # so that forces change
        step(scene)
        measured.append(sensor.data.force_matrix_w.torch.clone())
    history = sensor.data.force_matrix_w_history.torch
    assert history.shape == (3, 3, 1, 2, 3)
    assert not torch.equal(measured[-1], measured[-2])
    assert torch.equal(history, torch.stack(measured[:1:-1], dim=1))


def test_reset_clears_partners_until_the_next_step(make_stack: MakeStack, backend: tuple[str, str]) -> None:
    options = {"track_friction_forces": True, "track_contact_points": True, "history_length": 2}
    scene = make_stack(backend, prim_path=TOP, filter_prim_paths_expr=[BOTTOM], **options)
    step(scene, 10)
    sensor = scene["contact"]
    before = sensor.data.force_matrix_w_history.torch.clone()
    sensor.reset(env_ids=[1])
    data = sensor.data
    assert not data.force_matrix_w.torch[1].any() and not data.force_matrix_w_history.torch[1].any()
    assert not data.friction_forces_w.torch[1].any() and data.contact_pos_w.torch[1].isnan().all()
    assert torch.equal(data.force_matrix_w_history.torch[[0, 2]], before[[0, 2]])
    assert not data.contact_pos_w.torch[[0, 2]].isnan().any()
    step(scene)
    data = sensor.data
    assert data.force_matrix_w.torch[1].any() and not data.contact_pos_w.torch[1].isnan().any()
    assert not data.force_matrix_w_history.torch[1, 1].any()


def test_the_strongest_contacts_count_where_there_is_no_room_for_all(make_stack: MakeStack) -> None:
    """A box stands on four corners of about equal force."""
    scene = make_stack(prim_path=BOTTOM, filter_prim_paths_expr=[GROUND], max_contact_data_count_per_prim=2)
    step(scene, 60)
    forces = scene["contact"].data.force_matrix_w.torch[:, 0, 0, 2]
    assert ((forces > 0.4 * 2.0 * G) & (forces < 0.7 * 2.0 * G)).all()


def test_only_who_asks_pays(make_stack: MakeStack) -> None:
    """The engine measures pairs, 14 numbers a contact, only where a sensor has filters."""

    def count(scene: InteractiveScene) -> int:
        return scene.sim.physics.backend.worlds[0].model.nsensordata

    without = count(make_stack(prim_path=TOP))
    SimulationContext.clear_instance()
    options = {"prim_path": TOP, "max_contact_data_count_per_prim": 4}
    assert count(make_stack(filter_prim_paths_expr=[BOTTOM, GROUND], **options)) == without + 2 * 4 * 14


def test_sensors_of_one_pair_share_what_the_engine_measures(make_stack: MakeStack) -> None:
    scene = make_stack()
    scene.sim.stop()
    for name, capacity in (("few", 2), ("many", 6)):
        cfg = ContactSensorCfg(prim_path=TOP, filter_prim_paths_expr=[BOTTOM], max_contact_data_count_per_prim=capacity)
        scene.sensors[name] = ContactSensor(cfg)
    scene.sim.reset()
    step(scene, 40)
    few, many = scene["few"].data.force_matrix_w.torch, scene["many"].data.force_matrix_w.torch
    assert torch.equal(few, many)
    torch.testing.assert_close(many[..., 2], torch.full_like(many[..., 2], G), rtol=0.01, atol=0.0)
