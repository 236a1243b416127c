"""The viewer's page in Chromium, as who looks at it uses it. Skipped where there is no Chromium."""

from __future__ import annotations

import importlib.util
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import imageio.v3 as iio
import numpy as np
import pytest
import torch

from pippin.assets import RigidObject, RigidObjectCfg
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sim import (
    CuboidCfg,
    MassPropertiesCfg,
    PreviewSurfaceCfg,
    RigidBodyPropertiesCfg,
    SimulationCfg,
    SimulationContext,
    SphereCfg,
)
from pippin.sim.markers import VisualizationMarkers, VisualizationMarkersCfg
from pippin.viewers import gamepads, keys
from pippin.viewers.browser import BrowserViewer

PUSHED_STICK = """navigator.getGamepads = () => [
    {connected: true, axes: [0, -0.75, 0, 0], buttons: Array(17).fill({value: 0})}
]"""
"""A gamepad, which Chromium has no other way to plug in."""

TOOL = Path(__file__).parents[2] / "tools" / "viewer_pictures.py"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (shutil.which("chromium") or shutil.which("google-chrome")), reason="there is no Chromium"),
]


@pytest.fixture
def tool() -> Any:
    spec = importlib.util.spec_from_file_location("viewer_pictures", TOOL)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def boxes() -> Iterator[tuple[SimulationContext, RigidObject]]:
    """Two environments with a box each, which floats: nothing moves by itself."""
    spawn = CuboidCfg(
        size=(0.5, 0.5, 0.5),
        rigid_props=RigidBodyPropertiesCfg(disable_gravity=True),
        mass_props=MassPropertiesCfg(mass=1.0),
    )
    with SimulationContext(SimulationCfg(dt=0.01, device="cpu")) as simulation:
        scene = InteractiveScene(InteractiveSceneCfg(num_envs=2, env_spacing=2.0))
        box = RigidObject(RigidObjectCfg(prim_path="/World/envs/env_.*/Box", spawn=spawn))
        scene.rigid_objects["box"] = box
        simulation.set_camera_view((4.0, 4.0, 3.0), (0.0, 0.0, 0.0))
        simulation.reset()
        yield simulation, box


def press(browser: Any, button: str, has_worked: Callable[[], bool]) -> None:
    """Click on a button until it has worked: while the page is laid out, a click may miss it."""

    def clicked() -> bool:
        if not has_worked():
            browser.click_on(button)
            browser.wait_a_moment()
        return has_worked()

    browser.wait(clicked)


def colored_pixels(browser: Any, path: Path, channel: int) -> int:
    """Pixels between the page's notes and its buttons that are red (0) or blue (2)."""
    browser.picture(path)
    picture = iio.imread(path)[:, 330:930, :3].astype(int)
    others = np.delete(picture, channel, axis=-1).max(axis=-1)
    return int(((picture[..., channel] > 2 * others) & (picture[..., channel] > 100)).sum())


def test_keys_are_the_programs_as_long_as_they_are_held_and_gamepads_are_read(
    tool: Any, boxes: tuple[SimulationContext, RigidObject]
) -> None:
    """What the program listens to does not move the camera, as arrows do otherwise; the viewer's own keys steer it."""
    viewer = BrowserViewer(boxes[0], port=18160)
    heard: list[str] = []
    viewer.add_key("arrowup", "forward", lambda: heard.append("pressed"), lambda: heard.append("released"))
    browser = tool.Chromium(viewer.url, 60.0)

    def update() -> None:
        viewer.update(at_once=True)

    try:
        browser.wait(lambda: viewer.has_visitors)

        def is_paused() -> bool:
            update()
            if not viewer._is_paused:
                browser.press("P")  # the page listens once it is drawn
                browser.wait_a_moment()
            return viewer._is_paused

        browser.wait(is_paused)
        assert not viewer.wants_step()
        browser.press("N")
        browser.wait(viewer.wants_step)
        browser.wait(lambda: np.allclose(viewer.camera[0], [4.0, 4.0, 3.0], atol=1e-3))  # it has told where it is
        before = viewer.camera
        browser.hold("ArrowUp")
        browser.wait(lambda: update() or heard == ["pressed"])
        browser.wait_a_moment()
        browser.wait_a_moment()
        assert "arrowup" in keys.held()  # longer than a silent page's keys are
        browser.release("ArrowUp")
        browser.wait(lambda: update() or heard == ["pressed", "released"])
        np.testing.assert_allclose(viewer.camera, before, atol=1e-3)
        browser.call("Runtime.evaluate", expression=PUSHED_STICK)
        browser.wait(lambda: gamepads.values()["LEFT_STICK_UP"] == 0.75)
    finally:
        browser.close()
        viewer.close()


def test_a_mouse_chooses_follows_pushes_and_resets_and_what_programs_draw_is_seen(
    tool: Any, boxes: tuple[SimulationContext, RigidObject], tmp_path: Path
) -> None:
    simulation, box = boxes
    resets: list[bool] = []
    viewer = BrowserViewer(simulation, port=18170, on_reset=lambda: resets.append(True))
    browser = tool.Chromium(viewer.url, 60.0)

    def update() -> None:
        viewer.update(at_once=True)

    try:
        browser.wait(lambda: viewer.has_visitors and viewer.camera is not None)
        browser.wait(lambda: update() or np.allclose(viewer.camera[0], [4.0, 4.0, 3.0], atol=1e-3))
        browser.wait(lambda: browser.evaluate("return view.querySelectorAll('canvas').length"))

        press(browser, "Reset", lambda: bool(resets))

        markers = VisualizationMarkers(
            VisualizationMarkersCfg(
                prim_path="/Visuals/goals",
                markers={
                    "goal": SphereCfg(radius=0.3, visual_material=PreviewSurfaceCfg(diffuse_color=(1.0, 0.0, 0.0)))
                },
            )
        )
        markers.visualize(translations=torch.tensor([[0.0, 0.0, 1.0]]))
        viewer.show_lines(np.array([[[0.0, -2.0, 1.0], [0.0, 2.0, 1.5]]]), np.array([[0.0, 0.0, 1.0]]))
        update()
        for channel in (0, 2):
            browser.wait(lambda channel=channel: colored_pixels(browser, tmp_path / "page.png", channel) > 100)

        viewer._env.value = 1
        browser.click_on("Follow it")
        browser.wait(lambda: update() or np.allclose(viewer.camera[1], box.data.root_pos_w.torch[1], atol=1e-3))
        before = viewer.camera
        pose = box.data.root_link_pose_w.torch.clone()
        pose[1, :2] += torch.tensor([3.0, -1.0])
        box.write_root_link_pose_to_sim_index(root_pose=pose)
        update()
        browser.wait(lambda: np.allclose(viewer.camera - before, [3.0, -1.0, 0.0], atol=1e-3))  # both points alike

        middle = browser.evaluate("const box = view.querySelector('canvas').getBoundingClientRect();"
                                  "return [box.x + box.width / 2, box.y + box.height / 2].join()")  # fmt: skip
        browser.click(*map(float, middle.split(",")), with_shift=True)
        browser.wait(lambda: viewer._clicks)
        assert viewer.wants_step()
        assert "'Box' in environment 1" in viewer._pushed.content
        simulation.step(render=False)
        box.update(0.01)
        speeds = torch.linalg.vector_norm(box.data.root_com_lin_vel_w.torch, dim=-1)
        assert speeds.tolist() == pytest.approx([0.0, viewer._force.value * 0.01], abs=1e-4)  # 1 kg for 10 ms

        press(browser, "Quit", lambda: not viewer.is_open)
    finally:
        browser.close()
        viewer.close()
