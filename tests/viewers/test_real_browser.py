"""The viewer's page in Chromium: keys steer it, and it shows something. Skipped where there is no Chromium."""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path

import imageio.v3 as iio
import pytest

from pippin.assets import RigidObject, RigidObjectCfg
from pippin.sim import CuboidCfg, MassPropertiesCfg, RigidBodyPropertiesCfg, SimulationCfg, SimulationContext
from pippin.viewers import gamepads
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


def test_keys_of_the_page_pause_and_step_and_gamepads_are_read(tmp_path: Path) -> None:
    spec = importlib.util.spec_from_file_location("viewer_pictures", TOOL)
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    spawn = CuboidCfg(
        size=(0.5, 0.5, 0.5), rigid_props=RigidBodyPropertiesCfg(), mass_props=MassPropertiesCfg(mass=1.0)
    )
    with SimulationContext(SimulationCfg(dt=0.01, device="cpu")) as simulation:
        RigidObject(RigidObjectCfg(prim_path="/World/Box", spawn=spawn))
        simulation.reset()
        viewer = BrowserViewer(simulation, port=18160)
        browser = tool.Chromium(viewer.url, 60.0)
        try:
            browser.wait(lambda: viewer.has_visitors)

            def is_paused() -> bool:
                viewer.update()
                if not viewer._is_paused:
                    browser.press("P")  # the page listens once it is drawn
                    browser.wait_a_moment()
                return viewer._is_paused

            browser.wait(is_paused)
            assert not viewer.wants_step()
            browser.press("N")
            browser.wait(viewer.wants_step)
            browser.call("Runtime.evaluate", expression=PUSHED_STICK)
            browser.wait(lambda: gamepads.values()["LEFT_STICK_UP"] == 0.75)
            browser.picture(tmp_path / "page.png")
            picture = iio.imread(tmp_path / "page.png")
            assert picture.shape[1] == 1280
            assert picture.std() > 5.0  # it is not blank
        finally:
            browser.close()
            viewer.close()
