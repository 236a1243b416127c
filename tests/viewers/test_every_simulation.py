"""A program that knows of no viewer is shown in the browser."""

from __future__ import annotations

import urllib.error
import urllib.request

import pytest

from pippin.sim import SimulationCfg, SimulationContext
from pippin.viewers import every_simulation
from pippin.viewers.every_simulation import show_every_simulation
from pippin.viewers.ports import wanted_port


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


def test_the_port_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PIPPIN_VIEWER", raising=False)
    assert wanted_port() is None
    monkeypatch.setenv("PIPPIN_VIEWER", "8085")
    assert wanted_port() == 8085
    monkeypatch.setenv("PIPPIN_VIEWER", "browser")
    with pytest.raises(ValueError, match="browser"):
        wanted_port()
