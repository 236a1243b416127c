"""Programs that put methods of their own into Isaac Lab's sensors, for all that are made afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
import torch

pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")

from omni.isaac.lab import sim as sim_utils
from omni.isaac.lab.assets import RigidObject, RigidObjectCfg
from omni.isaac.lab.sensors import ContactSensor, ContactSensorCfg

MASS = 2.0  # kg
GRAVITY = 9.81  # m/s^2


@dataclass
class DataWithSpeeds:
    """A changed copy of the released data class: some of its fields, and two of the program's."""

    net_forces_w: torch.Tensor | None = None
    net_forces_w_history: torch.Tensor | None = None
    quat_w: torch.Tensor | None = None
    speeds: torch.Tensor | None = None


@pytest.fixture
def fallen_box() -> Iterator[tuple[RigidObject, ContactSensor, sim_utils.SimulationContext]]:
    """A box that has lain on the ground for half a second, with a sensor of its contacts."""
    with sim_utils.SimulationContext(sim_utils.SimulationCfg(dt=0.01, device="cpu")) as simulation:
        sim_utils.GroundPlaneCfg().func("/World/ground", sim_utils.GroundPlaneCfg())
        spawn = sim_utils.CuboidCfg(
            size=(0.2, 0.2, 0.2),
            rigid_props=sim_utils.RigidBodyPropertiesCfg(),
            mass_props=sim_utils.MassPropertiesCfg(mass=MASS),
            collision_props=sim_utils.CollisionPropertiesCfg(),
            activate_contact_sensors=True,
        )
        state = RigidObjectCfg.InitialStateCfg(pos=(0.0, 0.0, 0.1), rot=(0.0, 0.0, 0.0, 1.0))
        box = RigidObject(RigidObjectCfg(prim_path="/World/box", spawn=spawn, init_state=state))
        sensor = ContactSensor(ContactSensorCfg(prim_path="/World/box", history_length=3, track_pose=True))
        simulation.reset()
        for _ in range(50):
            box.write_data_to_sim()
            simulation.step()
            box.update(0.01)
            sensor.update(0.01)
        yield box, sensor, simulation


@pytest.fixture
def replaced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Methods of the class of sensors that are the program's, as public projects replace them; what was called."""
    called: list[str] = []
    make, begin, measure, reset = (
        getattr(ContactSensor, name) for name in ("__init__", "_initialize_impl", "_update_buffers_impl", "reset")
    )

    def new_make(self: ContactSensor, cfg: ContactSensorCfg) -> None:
        make(self, cfg)
        self._data = DataWithSpeeds()

    def new_begin(self: ContactSensor) -> None:
        begin(self)
        called.append("begin")
        self._data.speeds = torch.zeros(self._num_envs, self._num_bodies, device=self._device)

    def new_measure(self: ContactSensor, env_ids: torch.Tensor) -> None:
        measure(self, env_ids)
        called.append("measure")
        velocities = self.body_physx_view.get_velocities()[:, :3]
        self._data.speeds[env_ids] = velocities.norm(dim=-1).view(-1, self._num_bodies)[env_ids]

    def new_reset(self: ContactSensor, env_ids: torch.Tensor | None = None) -> None:
        reset(self, env_ids)
        called.append("reset")
        self._data.speeds[env_ids] = 0.0

    for name, method in (
        *(("__init__", new_make), ("_initialize_impl", new_begin)),
        *(("_update_buffers_impl", new_measure), ("reset", new_reset)),
    ):
        monkeypatch.setattr(ContactSensor, name, method)
    return called


def test_methods_that_are_put_into_a_sensor_are_called(replaced: list[str], fallen_box: tuple) -> None:
    _, sensor, _ = fallen_box
    assert "begin" in replaced
    assert "measure" in replaced
    sensor.reset()
    assert replaced[-1] == "reset"


def test_a_container_of_the_programs_has_the_measurements(replaced: list[str], fallen_box: tuple) -> None:
    box, sensor, simulation = fallen_box
    data = sensor.data
    assert isinstance(data, DataWithSpeeds)
    weight = torch.tensor([[[0.0, 0.0, MASS * GRAVITY]]])
    torch.testing.assert_close(data.net_forces_w, weight, rtol=0.02, atol=0.02 * MASS * GRAVITY)
    assert data.net_forces_w_history.shape == (1, 3, 1, 3)
    torch.testing.assert_close(data.quat_w[0, 0].abs(), torch.tensor([0.0, 0.0, 0.0, 1.0]), rtol=0.0, atol=1e-3)
    torch.testing.assert_close(data.speeds, torch.zeros(1, 1), rtol=0.0, atol=1e-3)

    turned = torch.tensor([[0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0]])  # up in the air, and the right way round
    box.write_root_pose_to_sim(turned)
    box.write_root_velocity_to_sim(torch.tensor([[3.0, 0.0, 4.0, 0.0, 0.0, 0.0]]))
    simulation.step()
    sensor.update(0.01, force_recompute=True)
    torch.testing.assert_close(sensor.data.quat_w[0, 0].abs(), torch.tensor([1.0, 0.0, 0.0, 0.0]), rtol=0.0, atol=1e-3)
    assert sensor.data.net_forces_w.abs().max() == 0.0
    fallen = (3.0**2 + (4.0 - GRAVITY * 0.01) ** 2) ** 0.5
    torch.testing.assert_close(sensor.data.speeds, torch.full((1, 1), fallen), rtol=1e-3, atol=0.0)


def test_sensors_are_released_ones_again_without_the_methods(fallen_box: tuple) -> None:
    _, sensor, _ = fallen_box
    assert not isinstance(sensor.data, DataWithSpeeds)
