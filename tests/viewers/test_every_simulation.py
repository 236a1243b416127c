"""A program that knows of no viewer is shown in the browser."""

from __future__ import annotations

import urllib.error
import urllib.request
from unittest.mock import MagicMock

import pytest

from pippin.sim import SimulationCfg, SimulationContext
from pippin.viewers import every_simulation
from pippin.viewers.every_simulation import show_every_simulation
from pippin.viewers.ports import wanted_port
from pippin_isaac.launcher import SimulationApp


def test_a_page_is_served_from_the_first_frame_to_the_stop(caplog: pytest.LogCaptureFixture) -> None:
    show_every_simulation(18140)
    try:
        with SimulationContext(SimulationCfg(device="cpu")) as simulation:
            simulation.reset()
            simulation.step(render=True)
            assert urllib.request.urlopen("http://localhost:18140", timeout=10).status == 200
        with pytest.raises(urllib.error.URLError):
            urllib.request.urlopen("http://localhost:18140", timeout=2)
    finally:
        SimulationContext.remove_reset_callback(every_simulation._CALLBACK)


def test_quit_closes_the_page_and_ends_programs_that_loop_while_there_is_a_window(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(every_simulation, "BrowserViewer", lambda *_, **__: page)
    page = MagicMock(is_open=True)
    app = SimulationApp()
    show_every_simulation(18140)
    try:
        with SimulationContext(SimulationCfg(device="cpu")) as simulation:
            simulation.reset()
            simulation.step(render=True)
            assert app.is_running() and not every_simulation.was_quit()
            page.is_open = False
            for _ in range(2):
                simulation.step(render=True)
            page.close.assert_called_once()
            assert not app.is_running() and every_simulation.was_quit()
    finally:
        SimulationContext.remove_reset_callback(every_simulation._CALLBACK)
        app.close()
        monkeypatch.setattr(every_simulation, "_quit", [])


def test_the_port_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PIPPIN_VIEWER", raising=False)
    assert wanted_port() is None
    monkeypatch.setenv("PIPPIN_VIEWER", "8085")
    assert wanted_port() == 8085
    monkeypatch.setenv("PIPPIN_VIEWER", "browser")
    with pytest.raises(ValueError, match="browser"):
        wanted_port()
