"""Sensors in programs for Isaac Lab up to version 2: their own ones, PhysX's view of contacts, what images mean."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch

pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")

import numpy as np

import omni.replicator.core as rep
from omni.isaac.core.prims import XFormPrimView
from omni.isaac.lab import sim as sim_utils
from omni.isaac.lab.assets import AssetBaseCfg, RigidObjectCfg
from omni.isaac.lab.markers import VisualizationMarkersCfg
from omni.isaac.lab.markers.config import CONTACT_SENSOR_MARKER_CFG
from omni.isaac.lab.scene import InteractiveScene, InteractiveSceneCfg
from omni.isaac.lab.sensors import (
    CameraCfg,
    ContactSensor,
    ContactSensorCfg,
    RayCaster,
    RayCasterCfg,
    SensorBase,
    SensorBaseCfg,
    patterns,
)
from omni.isaac.lab.utils import configclass
from omni.isaac.lab.utils.math import quat_apply_yaw
from omni.isaac.lab.utils.warp import raycast_mesh

from .conftest import SOLID

pytestmark = pytest.mark.filterwarnings("ignore:.*is deprecated:DeprecationWarning")  # what these programs name

RADIUS, DEPTH, DT = 0.5, 0.1, 0.01


class StepCounter(SensorBase):
    """Counts measurements of each environment, as a program's own sensor."""

    def __init__(self, cfg: StepCounterCfg) -> None:
        super().__init__(cfg)
        self._data = SimpleNamespace(count=None, env_ids=[])

    @property
    def data(self) -> SimpleNamespace:
        """Measurements, taken if they are due."""
        self._update_outdated_buffers()
        return self._data

    def _initialize_impl(self) -> None:
        super()._initialize_impl()
        self._data.count = torch.zeros(self._num_envs, dtype=torch.int, device=self._device)

    def _update_buffers_impl(self, env_ids: torch.Tensor) -> None:
        self._data.count[env_ids] += 1
        self._data.env_ids.append(env_ids.tolist())

    def _invalidate_impl(self) -> None:
        super()._invalidate_impl()


@configclass
class StepCounterCfg(SensorBaseCfg):
    """A sensor without a prim of its own."""

    class_type: type = StepCounter
    prim_path: str = "{ENV_REGEX_NS}/Ball/counter"


@configclass
class EarlierContactSensorCfg(SensorBaseCfg):
    """A program's copy of a config of an earlier release, which had fewer fields."""

    class_type: type = ContactSensor
    track_pose: bool = False
    track_air_time: bool = False
    force_threshold: float = 1.0
    filter_prim_paths_expr: list[str] = []
    visualizer_cfg: VisualizationMarkersCfg = CONTACT_SENSOR_MARKER_CFG.replace(prim_path="/Visuals/ContactSensor")


class HigherScan(RayCaster):
    """Rays whose hits a program puts higher, and counts, with the inner methods of Isaac Lab's class."""

    def _initialize_impl(self) -> None:
        super()._initialize_impl()
        self.measured = torch.zeros(self._num_envs, dtype=torch.int, device=self._device)

    def _initialize_warp_meshes(self) -> None:
        """Have no effect, which is to be said."""

    def _update_buffers_impl(self, env_ids: torch.Tensor) -> None:
        super()._update_buffers_impl(env_ids)
        self._data.ray_hits_w[env_ids] += torch.tensor([0.0, 0.0, 2.0])
        self.measured[env_ids] += 1


class ScanByItsView(RayCaster):
    """Rays that a program casts itself, from where the sensor's view says that the prims are."""

    def _update_buffers_impl(self, env_ids: torch.Tensor) -> None:
        assert isinstance(self._view, XFormPrimView)
        self._data.pos_w[env_ids], self._data.quat_w[env_ids] = self._view.get_world_poses(env_ids)
        turns = self._data.quat_w[env_ids].repeat(1, self.num_rays)  # as Isaac Lab 2 has its own: (N, 4 R)
        starts = quat_apply_yaw(turns, self.ray_starts[env_ids]) + self._data.pos_w[env_ids].unsqueeze(1)
        mesh = self.meshes[self.cfg.mesh_prim_paths[0]]
        self._data.ray_hits_w[env_ids] = raycast_mesh(starts, self.ray_directions[env_ids], mesh, 100.0)[0]


@configclass
class BallSceneCfg(InteractiveSceneCfg):
    """A ball on the ground, what touches it, what sees it, and what counts."""

    ground = RigidObjectCfg(
        prim_path="{ENV_REGEX_NS}/Ground",
        spawn=sim_utils.CuboidCfg(
            size=(4.0, 4.0, 1.0), **{**SOLID, "rigid_props": sim_utils.RigidBodyPropertiesCfg(kinematic_enabled=True)}
        ),
        init_state=RigidObjectCfg.InitialStateCfg(pos=(0.0, 0.0, -0.5)),
    )
    ball = RigidObjectCfg(
        prim_path="{ENV_REGEX_NS}/Ball",
        spawn=sim_utils.SphereCfg(radius=RADIUS, activate_contact_sensors=True, **SOLID),
        init_state=RigidObjectCfg.InitialStateCfg(pos=(0.0, 0.0, RADIUS - DEPTH)),
    )
    contact = ContactSensorCfg(
        prim_path="{ENV_REGEX_NS}/Ball",
        track_pose=True,
        track_contact_points=True,
        track_friction_forces=True,
        filter_prim_paths_expr=["{ENV_REGEX_NS}/Ground"],
    )
    earlier_contact = EarlierContactSensorCfg(prim_path="{ENV_REGEX_NS}/Ball")
    camera = CameraCfg(
        prim_path="{ENV_REGEX_NS}/Camera",
        spawn=sim_utils.PinholeCameraCfg(),
        data_types=["distance_to_camera", "rgb"],
        height=4,
        width=6,
    )
    counter = StepCounterCfg(update_period=2 * DT)
    floor = AssetBaseCfg(
        prim_path="/World/floor",
        spawn=sim_utils.CuboidCfg(size=(50.0, 50.0, 1.0)),
        init_state=AssetBaseCfg.InitialStateCfg(pos=(0.0, 0.0, -3.5)),
    )
    basin = AssetBaseCfg(
        prim_path="/World/basin",
        spawn=sim_utils.MeshCuboidCfg(size=(50.0, 50.0, 1.0)),
        init_state=AssetBaseCfg.InitialStateCfg(pos=(0.0, 0.0, -5.5)),
    )
    scan = RayCasterCfg(
        class_type=HigherScan,
        prim_path="{ENV_REGEX_NS}/Ground",
        mesh_prim_paths=["/World/floor"],
        pattern_cfg=patterns.GridPatternCfg(resolution=0.5, size=(0.5, 0.5)),
    )
    scan_by_its_view = RayCasterCfg(
        class_type=ScanByItsView,
        prim_path="{ENV_REGEX_NS}/Ball",
        mesh_prim_paths=["/World/basin"],
        pattern_cfg=patterns.GridPatternCfg(resolution=0.5, size=(1.0, 0.5)),
    )
    scan_by_ours = RayCasterCfg(
        prim_path="{ENV_REGEX_NS}/Ball",
        mesh_prim_paths=["/World/basin"],
        pattern_cfg=patterns.GridPatternCfg(resolution=0.5, size=(1.0, 0.5)),
        ray_alignment="yaw",
    )


@pytest.fixture(scope="module")
def scene() -> Iterator[InteractiveScene]:
    with sim_utils.SimulationContext(sim_utils.SimulationCfg(device="cpu", dt=DT)) as simulation:
        scene = InteractiveScene(BallSceneCfg(num_envs=2, env_spacing=5.0))
        simulation.reset()
        simulation.step()
        scene.update(DT)
        yield scene


def test_a_contact_is_on_the_surface_of_the_body(scene: InteractiveScene) -> None:
    """Also where it is deep in the other one: at the lowest point of the ball, not halfway to the ground."""
    data = scene["contact"].data
    lowest = scene.env_origins + torch.tensor([0.0, 0.0, -DEPTH])  # at the beginning of the step
    torch.testing.assert_close(data.contact_pos_w[:, 0, 0], lowest, rtol=0.0, atol=1e-4)


def test_a_copy_of_an_earlier_releases_config_gets_the_fields_that_it_lacks(scene: InteractiveScene) -> None:
    forces = scene["earlier_contact"].data.net_forces_w
    torch.testing.assert_close(forces, scene["contact"].data.net_forces_w)
    assert (forces[..., 2] > 0.0).all() and not hasattr(scene.cfg.earlier_contact, "track_contact_points")


def test_physx_view_of_contacts_adds_up_to_what_the_sensor_measures(scene: InteractiveScene) -> None:
    sensor, view = scene["contact"], scene["contact"].contact_physx_view
    assert (view.sensor_count, view.filter_count) == (2, 1)
    torch.testing.assert_close(view.get_net_contact_forces(DT), sensor.data.net_forces_w[:, 0])
    torch.testing.assert_close(view.get_contact_force_matrix(DT)[:, 0], sensor.data.force_matrix_w[:, 0, 0])
    forces, points, counts, starts = view.get_friction_data(DT)
    assert counts.tolist() == [[1], [1]] and starts.tolist() == [[0], [1]]
    torch.testing.assert_close(forces, sensor.data.friction_forces_w[:, 0, 0])
    torch.testing.assert_close(points, sensor.data.contact_pos_w[:, 0, 0])


def test_a_programs_own_sensor_gets_ids_of_environments(scene: InteractiveScene) -> None:
    sensor = scene["counter"]
    assert isinstance(sensor, StepCounter)
    sensor.reset()
    before = sensor.data.count.clone()
    sensor.data.env_ids.clear()
    sensor.update(DT)
    assert (sensor.data.count == before).all(), "its period is two steps"
    sensor.update(DT)
    assert (sensor.data.count == before + 1).all()
    sensor.reset([1])
    assert sensor._timestamp.tolist() == pytest.approx([2 * DT, 0.0])


def test_a_programs_own_ray_caster_measures_as_it_says(scene: InteractiveScene) -> None:
    sensor = scene["scan"]
    sensor.reset()
    before = sensor.measured.clone()
    hits = sensor.data.ray_hits_w
    torch.testing.assert_close(hits[..., 2], torch.full(hits.shape[:2], -3.0 + 2.0), rtol=0.0, atol=1e-5)
    sensor.reset([1])
    torch.testing.assert_close(sensor.data.ray_hits_w[..., 2], hits[..., 2])
    assert (sensor.measured - before).tolist() == [1, 2]


def test_a_programs_own_ray_caster_casts_from_where_its_view_says(scene: InteractiveScene) -> None:
    """As Isaac Lab's own class does, whose measurement programs copy and change."""
    turns = torch.tensor([[0.9, 0.1, 0.2, 0.3], [0.7, -0.2, 0.1, -0.6]])
    turns /= turns.norm(dim=1, keepdim=True)
    places = scene.env_origins + torch.tensor([[0.1, 0.2, 1.0], [-0.3, 0.1, 2.0]])
    scene["ball"].write_root_pose_to_sim(torch.cat((places, turns), dim=1))
    own, ours = scene["scan_by_its_view"], scene["scan_by_ours"]
    for sensor in (own, ours):
        sensor.reset()
    torch.testing.assert_close(own.data.quat_w, turns, rtol=0.0, atol=1e-5)
    torch.testing.assert_close(own.data.pos_w, places, rtol=0.0, atol=1e-5)
    assert own.data.ray_hits_w.isfinite().all()
    torch.testing.assert_close(own.data.ray_hits_w, ours.data.ray_hits_w, rtol=0.0, atol=1e-4)


def test_distances_of_hits_are_from_where_rays_start(scene: InteractiveScene) -> None:
    sensor = scene["scan"]
    starts, directions = sensor._ray_starts_w, sensor._ray_directions_w
    hits = sensor.data.ray_hits_w
    distances = (hits - starts).norm(dim=-1, keepdim=True)
    assert distances.isfinite().all()
    assert sensor.ray_starts[0, :, 0].unique().tolist() == [-0.25, 0.25]  # of the grid
    assert sensor.ray_directions.shape == hits.shape
    torch.testing.assert_close(starts + distances * directions, hits, rtol=0.0, atol=1e-4)
    with pytest.raises(AttributeError):
        _ = scene["counter"]._ray_starts_w


def test_what_a_programs_own_class_overrides_in_vain_is_said(
    scene: InteractiveScene, caplog: pytest.LogCaptureFixture
) -> None:
    HigherScan(scene["scan"].cfg)
    assert "HigherScan overrides _initialize_warp_meshes" in caplog.text
    assert "_update_buffers_impl," not in caplog.text


def test_poses_of_a_view_have_the_older_order(scene: InteractiveScene) -> None:
    from isaaclab.sim.views import XformPrimView
    from omni.isaac.lab.sensors.ray_caster.ray_cast_utils import obtain_world_pose_from_view

    ball = scene["ball"]
    positions, orientations = obtain_world_pose_from_view(ball.root_physx_view, [1], clone=True)
    torch.testing.assert_close(positions, ball.data.root_pos_w[1:])
    torch.testing.assert_close(orientations, ball.data.root_quat_w[1:])
    for view in (scene["scan_by_its_view"]._view, XformPrimView("/World/envs/env_.*/Ball")):
        positions, orientations = obtain_world_pose_from_view(view, [1])
        torch.testing.assert_close(positions, ball.data.root_pos_w[1:])
        torch.testing.assert_close(orientations, ball.data.root_quat_w[1:])


def test_camera_says_what_its_images_mean_for_each_camera_and_for_all(scene: InteractiveScene) -> None:
    camera = scene["camera"]
    assert camera.data.info == [{"distance_to_camera": None, "rgb": None}] * 2
    assert camera.data.info[1]["rgb"] is None
    assert camera.data.info["rgb"] is None
    assert [prim.GetPath().pathString for prim in camera._sensor_prims] == ["/World/envs/env_0/Camera"] * 2


def test_replicators_writer_writes_images(scene: InteractiveScene, tmp_path: Path) -> None:
    output = scene["camera"].data.output
    writer = rep.BasicWriter(output_dir=str(tmp_path), frame_padding=3)
    images = {name: {"render_product": {"data": image[0].numpy()}} for name, image in output.items()}
    images["rgb"]["render_product"]["labels"] = {"1": "ball"}
    writer.write({"annotators": images, "trigger_outputs": {"on_time": 0}})
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"rgb_000.png", "rgb_000.json", "distance_to_camera_000.npy"}
    np.testing.assert_array_equal(np.load(tmp_path / "distance_to_camera_000.npy"), output["distance_to_camera"][0])
    with pytest.raises(ValueError, match="annotators"):
        writer.write({})


@pytest.mark.slow
def test_older_names_may_be_asked_for_before_any_module_of_the_dialect(run_python: Any) -> None:
    """Pippin's packages then get their older names while they are imported, and may not need themselves for it."""
    program = """
from pippin_isaac.older_names import serve_older_names
serve_older_names()
from pippin.sensors import ContactSensor
print(isinstance(ContactSensor.contact_physx_view, property))
"""
    done = run_python("-c", program)
    assert done.stdout.split() == ["True"], done.stderr
