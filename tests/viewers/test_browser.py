"""The viewer in the browser shows where bodies are, and its buttons steer a program's loop."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import torch
import viser
import warp as wp
import websockets
from websockets.sync.client import connect

from pippin.assets import Articulation, ArticulationCfg, RigidObject, RigidObjectCfg
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sim import (
    CuboidCfg,
    MassCfg,
    MjcfFileCfg,
    SimulationCfg,
    SimulationContext,
    UsdPhysicsRigidBodyCfg,
)
from pippin.utils import ProxyArray
from pippin.viewers.browser import BrowserViewer
from pippin.viewers.lines import LINES, POINTS
from pippin.viewers.plots import component_names

PORT = 18080


@pytest.fixture
def boxes() -> Iterator[tuple[SimulationContext, RigidObject]]:
    """Three environments with a falling box each."""
    with SimulationContext(SimulationCfg(dt=0.01, device="cpu")) as simulation:
        scene = InteractiveScene(InteractiveSceneCfg(num_envs=3, env_spacing=2.0))
        cfg = RigidObjectCfg(
            prim_path="/World/envs/env_.*/Box",
            spawn=CuboidCfg(size=(0.1, 0.2, 0.3), rigid_props=UsdPhysicsRigidBodyCfg(), mass_props=MassCfg(mass=1.0)),
            init_state=RigidObjectCfg.InitialStateCfg(pos=(0.0, 0.0, 1.0)),
        )
        scene.rigid_objects["box"] = RigidObject(cfg)
        simulation.reset()
        yield simulation, scene["box"]


def shown_positions(viewer: BrowserViewer) -> np.ndarray:
    (group,) = viewer._groups
    return np.asarray(group.handle.batched_positions)


def test_shapes_are_where_their_bodies_are(boxes: tuple[SimulationContext, RigidObject]) -> None:
    simulation, box = boxes
    viewer = BrowserViewer(simulation, port=PORT)
    try:
        for _ in range(5):
            simulation.step(render=False)
            box.update(0.01)
        pose = box.data.root_link_pose_w.torch.clone()
        pose[:, 3:] = torch.nn.functional.normalize(torch.tensor([[0.1, 0.2, 0.3, 0.9]])).expand(3, 4)
        box.write_root_link_pose_to_sim_index(root_pose=pose)
        viewer.update(at_once=True)
        assert np.allclose(shown_positions(viewer), pose[:, :3], atol=1e-6)
        (group,) = viewer._groups
        wxyz = np.asarray(group.handle.batched_wxyzs)
        assert np.allclose(np.abs(wxyz), np.abs(pose[:, [6, 3, 4, 5]].numpy()), atol=1e-6)
    finally:
        viewer.close()


ARM = """
<mujoco>
  <worldbody>
    <body name="arm" pos="0 0 1">
      <joint name="hinge" axis="0 1 0"/>
      <geom type="capsule" fromto="0 0 0 0 0 0.8" size="0.03" mass="1" rgba="0.5 0.5 0.5 1"/>
      <geom type="sphere" pos="0 0 0.8" size="0.1" mass="1" rgba="0.5 0.5 0.5 1"/>
    </body>
  </worldbody>
</mujoco>
"""


def test_shapes_of_one_body_are_one_mesh_in_its_frame(tmp_path: Path) -> None:
    """A rod with a ball at its end, along z from -0.03 to 0.9 in the frame of their body."""
    (tmp_path / "arm.xml").write_text(ARM)
    spawn = MjcfFileCfg(asset_path=str(tmp_path / "arm.xml"), usd_dir=str(tmp_path / "usd"), fix_base=True)
    with SimulationContext(SimulationCfg(dt=0.01, device="cpu")) as simulation:
        scene = InteractiveScene(InteractiveSceneCfg(num_envs=2, env_spacing=3.0))
        cfg = ArticulationCfg(prim_path="/World/envs/env_.*/Arm", spawn=spawn, actuators={})
        scene.articulations["arm"] = Articulation(cfg)
        simulation.reset()
        viewer = BrowserViewer(simulation, port=PORT)
        try:
            (group,) = viewer._groups
            ends = np.asarray(group.handle.vertices)
            assert np.allclose([ends.min(axis=0), ends.max(axis=0)], [[-0.1, -0.1, -0.03], [0.1, 0.1, 0.9]], atol=5e-3)
            bodies = scene["arm"].data.body_link_pos_w.torch[:, -1]
            assert np.allclose(shown_positions(viewer), bodies, atol=1e-6)
        finally:
            viewer.close()


def test_environments_can_be_chosen(boxes: tuple[SimulationContext, RigidObject]) -> None:
    simulation, box = boxes
    viewer = BrowserViewer(simulation, env_ids=[2], port=PORT)
    try:
        assert np.allclose(shown_positions(viewer), box.data.root_link_pose_w.torch[2:, :3], atol=1e-6)
    finally:
        viewer.close()
    with pytest.raises(IndexError, match="7"):
        BrowserViewer(simulation, env_ids=[0, 7], port=PORT)


def test_a_paused_viewer_wants_one_step_for_each_press(boxes: tuple[SimulationContext, RigidObject]) -> None:
    viewer = BrowserViewer(boxes[0], port=PORT)
    try:
        assert [viewer.wants_step() for _ in range(3)] == [True, True, True]
        viewer._toggle()
        assert not viewer.wants_step()
        viewer._want_step()
        viewer._want_step()
        assert [viewer.wants_step() for _ in range(3)] == [True, True, False]
        viewer._toggle()
        assert viewer.wants_step()
        viewer._quit()
        assert not viewer.is_open
    finally:
        viewer.close()


def test_thirty_frames_are_sent_in_a_second_whatever_steps_take(
    boxes: tuple[SimulationContext, RigidObject], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Frames are due each 33 ms, and sent after the step that is over then: a late one does not delay the next ones."""
    viewer = BrowserViewer(boxes[0], port=PORT)
    clock = SimpleNamespace(now=time.perf_counter() + 1.0, perf_counter=lambda: clock.now, sleep=time.sleep)
    monkeypatch.setattr("pippin.viewers.browser.time", clock)
    try:
        viewer.update()
        for milliseconds, at_least, at_most in ((7, 298, 302), (40, 249, 251)):
            frames, end = viewer.num_frames, clock.now + 10.0
            while clock.now < end:
                clock.now += milliseconds / 1000.0
                viewer.update()
            assert at_least <= viewer.num_frames - frames <= at_most
    finally:
        viewer.close()


def test_one_address_is_told_of_by_the_program_alone(
    boxes: tuple[SimulationContext, RigidObject], capsys: pytest.CaptureFixture
) -> None:
    BrowserViewer(boxes[0], port=PORT).close()
    assert capsys.readouterr().out == ""


@pytest.mark.slow
def test_the_viewer_does_not_wait_for_the_renderer() -> None:
    """A new interpreter: those of run_python have loaded Newton."""
    program = "import sys, pippin.cli.view, pippin.viewers.browser; sys.exit('newton' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_a_port_in_use_makes_it_take_the_next_one(boxes: tuple[SimulationContext, RigidObject]) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as other:
        other.bind(("127.0.0.1", PORT))
        other.listen()
        viewer = BrowserViewer(boxes[0], port=PORT)
        try:
            assert viewer.port == PORT + 1
            assert urllib.request.urlopen(viewer.url, timeout=10).status == 200
        finally:
            viewer.close()


def test_a_browser_that_goes_away_is_not_waited_for(boxes: tuple[SimulationContext, RigidObject]) -> None:
    """Its connection breaks without a farewell, and frames go on; the next one is served as well."""
    viewer = BrowserViewer(boxes[0], port=PORT)
    protocol = websockets.Subprotocol(f"viser-v{viser.__version__}")
    try:
        for _ in range(2):
            page = connect(viewer.url.replace("http", "ws"), subprotocols=[protocol], max_size=None)
            assert page.recv(timeout=10.0)
            page.socket.shutdown(socket.SHUT_RDWR)
            frames = viewer.num_frames
            for _ in range(5):
                assert viewer.wants_step()
                viewer.update(at_once=True)
            assert viewer.num_frames == frames + 5
    finally:
        viewer.close()


def test_only_this_machine_can_open_the_page_by_default(boxes: tuple[SimulationContext, RigidObject]) -> None:
    viewer = BrowserViewer(boxes[0], port=PORT)
    try:
        own_address = socket.gethostbyname(socket.gethostname())
        if own_address.startswith("127."):
            pytest.skip("this machine has no address but its loopback")
        with pytest.raises(OSError, match=r".*"), socket.create_connection((own_address, viewer.port), timeout=2):
            pass
    finally:
        viewer.close()


def test_a_click_pushes_the_first_body_under_it(boxes: tuple[SimulationContext, RigidObject]) -> None:
    """The box of environment 0 stands before that of environment 1, along y."""
    simulation, box = boxes
    viewer = BrowserViewer(simulation, port=PORT)
    try:
        target = box.data.root_link_pose_w.torch[1, :3].numpy()
        viewer._clicks.append((target - [0.0, 6.0, 0.0], np.array([0.0, 1.0, 0.0])))
        assert viewer.wants_step()
        simulation.step(render=False)
        box.update(0.01)
        gained = box.data.root_com_vel_w.torch[:, 1]
        force, mass, dt = viewer._force.value, 1.0, 0.01
        assert np.allclose(gained, [force / mass * dt, 0.0, 0.0], atol=1e-4)
    finally:
        viewer.close()


def test_markers_of_the_stage_are_shown(boxes: tuple[SimulationContext, RigidObject]) -> None:
    from pippin.sim import SphereCfg
    from pippin.sim.markers import VisualizationMarkers, VisualizationMarkersCfg

    viewer = BrowserViewer(boxes[0], port=PORT)
    try:
        assert viewer._markers.num_meshes == 0
        cfg = VisualizationMarkersCfg(prim_path="/Visuals/goals", markers={"goal": SphereCfg(radius=0.1)})
        markers = VisualizationMarkers(cfg)
        markers.visualize(
            translations=torch.tensor([[0.0, 0.0, 1.0], [1.0, 0.0, 1.0]]),
            orientations=torch.tensor([[0.0, 0.0, 0.0, 1.0], [0.0, 0.6, 0.0, 0.8]]),
            scales=torch.tensor([[1.0, 1.0, 1.0], [1.0, 2.0, 3.0]]),
        )
        viewer.update(at_once=True)
        ((_, handle),) = viewer._markers._shown.values()
        assert handle.batched_positions.tolist() == [[0.0, 0.0, 1.0], [1.0, 0.0, 1.0]]
        # USD holds orientations of instances in half floats
        np.testing.assert_allclose(np.abs(handle.batched_wxyzs), [[1, 0, 0, 0], [0.8, 0, 0.6, 0]], atol=1e-3)
        np.testing.assert_allclose(handle.batched_scales, [[1, 1, 1], [1, 2, 3]], atol=1e-6)
        markers.visualize(translations=torch.rand(3, 3))
        viewer.update(at_once=True)
        ((_, handle),) = viewer._markers._shown.values()
        assert len(handle.batched_positions) == 3
        markers.set_visibility(False)
        viewer.update(at_once=True)
        assert viewer._markers.num_meshes == 0
    finally:
        viewer.close()


def test_cameras_stand_where_the_program_put_them_last(boxes: tuple[SimulationContext, RigidObject]) -> None:
    viewer = BrowserViewer(boxes[0], port=PORT)
    try:
        for eye in ((4.0, 0.0, 1.0), (0.0, 4.0, 1.0)):
            boxes[0].set_camera_view(eye, (0.0, 0.0, 0.5))
            viewer.update(at_once=True)
            assert viewer._server.initial_camera.position.tolist() == list(eye)
            assert viewer._server.initial_camera.look_at.tolist() == [0.0, 0.0, 0.5]
    finally:
        viewer.close()


def test_lines_and_points_of_the_program_are_shown_until_it_clears_them(
    boxes: tuple[SimulationContext, RigidObject],
) -> None:
    viewer = BrowserViewer(boxes[0], port=PORT)
    try:
        LINES.add([[(0, 0, 0), (0, 0, 1)]], [(1, 0, 0, 1)])
        POINTS.add([[(1, 2, 3)]], [(0, 1, 0, 1)])
        viewer.update(at_once=True)
        assert viewer._drawn["/lines"].points.tolist() == [[[0, 0, 0], [0, 0, 1]]]
        assert viewer._drawn["/points"].points.tolist() == [[1, 2, 3]]
        LINES.clear()
        POINTS.clear()
        viewer.update(at_once=True)
        assert viewer._drawn == {}
    finally:
        viewer.close()


def test_any_quantity_is_plotted_that_is_chosen(boxes: tuple[SimulationContext, RigidObject]) -> None:
    simulation, box = boxes
    viewer = BrowserViewer(simulation, port=PORT)
    try:
        viewer.add_data_plot()
        plot = viewer._plots[-1]
        assert set(plot._choice.options) > {"root_link_pose_w", "root_lin_vel_b", "body_com_acc_w", "body_mass"}
        for quantity, number, expected in (
            ("root_lin_vel_b", "z", lambda: box.data.root_lin_vel_b.torch[0, 2]),
            ("body_mass", "Box", lambda: 1.0),
            ("body_com_pos_w", "Box y", lambda: box.data.body_com_pos_w.torch[0, 0, 1]),
        ):
            plot._choice.value, plot._component.value = quantity, number
            for _ in range(3):
                simulation.step(render=False)
                box.update(0.01)
                viewer.update(at_once=True)
            _, values = plot._handle.data
            assert len(values) == 3
            assert values[-1] == pytest.approx(float(expected()))
    finally:
        viewer.close()


def test_a_quantity_without_values_says_so_and_plots_nothing(boxes: tuple[SimulationContext, RigidObject]) -> None:
    from pippin.quantities.properties import ArrayData, Stored

    class Absent(ArrayData):
        glow = Stored(float, doc="")

        def _allocate(self, *_: object) -> None:
            raise NotImplementedError("nothing glows here")

    viewer = BrowserViewer(boxes[0], port=PORT)
    try:
        viewer.add_data_plot({"lamp": SimpleNamespace(data=Absent(None, "cpu"))})
        note = viewer._plots[-1]._note
        assert note.content == "", "only the program's thread reads quantities"
        viewer.update(at_once=True)
        assert "nothing glows here" in note.content
    finally:
        viewer.close()


def test_a_plot_begins_with_positions_of_joints(boxes: tuple[SimulationContext, RigidObject]) -> None:
    from pippin.quantities.properties import ArrayData, Stored

    class Joints(ArrayData):
        default_joint_pos = Stored(float, doc="")
        joint_pos = Stored(float, doc="")

        def _allocate(self, *_: object) -> ProxyArray:
            return ProxyArray(wp.zeros((3, 2), dtype=float, device="cpu"))

    viewer = BrowserViewer(boxes[0], port=PORT)
    try:
        viewer.add_data_plot({"arm": SimpleNamespace(data=Joints(None, "cpu"))})
        assert viewer._plots[-1]._choice.value == "joint_pos"
    finally:
        viewer.close()


def test_numbers_of_a_quantity_have_the_names_of_joints_bodies_and_axes() -> None:
    data = SimpleNamespace(joint_names=["hip", "knee"], body_names=["trunk", "foot"])
    assert component_names(data, "applied_torque", (2,)) == ["hip", "knee"]
    assert component_names(data, "joint_pos_limits", (2, 2)) == ["hip 0", "hip 1", "knee 0", "knee 1"]
    assert component_names(data, "body_com_vel_w", (2, 6))[:4] == ["trunk x", "trunk y", "trunk z", "trunk about x"]
    assert component_names(data, "root_link_quat_w", (4,)) == ["x", "y", "z", "w"]
    assert component_names(data, "heading_w", ()) == ["value"]


def test_at_another_address_the_page_opens_only_by_its_link(boxes: tuple[SimulationContext, RigidObject]) -> None:
    viewer = BrowserViewer(boxes[0], host="127.0.0.2", port=PORT)  # stands for any address but the three of localhost
    try:
        with pytest.raises(urllib.error.HTTPError, match="401"):
            urllib.request.urlopen(f"http://127.0.0.2:{viewer.port}/", timeout=5.0)
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        assert b"/?frame" in opener.open(viewer.url, timeout=5.0).read()
        assert b"viser" in opener.open(f"http://127.0.0.2:{viewer.port}/?frame", timeout=5.0).read().lower()
    finally:
        viewer.close()
