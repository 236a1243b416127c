"""Gamepads that a page tells of command programs, until the page falls silent."""

from __future__ import annotations

import http.client
import json
from collections import deque
from collections.abc import Iterator

import numpy as np
import pytest
import torch

import isaaclab.devices as devices
from pippin.viewers import gamepads
from pippin.viewers.gate import Gate
from pippin.viewers.ports import any_port


@pytest.fixture(autouse=True)
def untouched(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"values": gamepads._RELEASED, "delivered": gamepads._RELEASED, "waiting": deque()}.items():
        monkeypatch.setattr(gamepads._Pad, name, value)
    monkeypatch.setattr(gamepads, "_LISTENERS", [])
    monkeypatch.setattr(gamepads, "HELD_SECONDS", 60.0)  # a loaded machine is slow between two lines


def say(axes: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0), **pressed: float) -> bytes:
    buttons = [pressed.get(name, 0.0) for name in gamepads.BUTTONS]
    return json.dumps({"axes": axes, "buttons": buttons}).encode()


@pytest.fixture
def gate() -> Iterator[Gate]:
    gate = Gate("127.0.0.1", any_port(), any_port(), needs_token=False)
    yield gate
    gate.close()


def post(gate: Gate, body: bytes, kind: str = "application/json", path: str = "/gamepad") -> int:
    connection = http.client.HTTPConnection("127.0.0.1", gate._server.sockets[0].getsockname()[1], timeout=5.0)
    connection.request("POST", path, body, {"Content-Type": kind})
    return connection.getresponse().status


def test_sticks_and_buttons_have_names_and_are_let_go_when_the_page_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(gamepads.time, "monotonic", lambda: now)
    presses = []
    gamepads.listen("X", lambda: presses.append(now))
    for _ in range(3):  # held, it is pressed once
        gamepads.receive(say((0.25, -1.0, 0.0, 0.5), X=1.0))
    gamepads.deliver()
    values = {name: value for name, value in gamepads.values().items() if value}
    assert values == {"LEFT_STICK_RIGHT": 0.25, "LEFT_STICK_UP": 1.0, "RIGHT_STICK_DOWN": 0.5, "X": 1.0}
    assert presses == [100.0]
    now += gamepads.HELD_SECONDS + 0.01
    assert not any(gamepads.values().values())


def test_the_page_speaks_through_the_gate(gate: Gate) -> None:
    assert post(gate, say(A=1.0)) == 204
    assert gamepads.values()["A"] == 1.0
    connection = http.client.HTTPConnection("127.0.0.1", gate._server.sockets[0].getsockname()[1], timeout=5.0)
    connection.request("GET", "/")
    assert b"navigator.getGamepads" in connection.getresponse().read()


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"1", b'{"axes": [], "buttons": []}', say((1.0, 1.0, 1.0, "a")), b"[" * 4000, b" " * 5000],
)
def test_what_is_no_gamepad_is_refused(gate: Gate, body: bytes) -> None:
    assert post(gate, body) == 400
    assert not any(gamepads.values().values())


def test_other_pages_of_the_browser_cannot_send_it_unasked(gate: Gate) -> None:
    assert post(gate, say(A=1.0), kind="text/plain") == 400
    assert not any(gamepads.values().values())


def test_isaac_labs_gamepads_command_a_base_and_a_gripper() -> None:
    base = devices.Se2Gamepad(devices.Se2GamepadCfg(v_x_sensitivity=2.0))
    arm = devices.Se3Gamepad(devices.Se3GamepadCfg())
    gamepads.receive(say((0.5, -1.0, 0.25, 0.005)))
    torch.testing.assert_close(base.advance(), torch.tensor([2.0, 0.5, 0.25]))
    # The last axis is within the dead zone. A turn about z alone is its own rotation vector.
    torch.testing.assert_close(arm.advance(), torch.tensor([1.0, 0.5, 0.0, 0.0, 0.0, 0.4, 1.0]))
    gamepads.receive(say(DPAD_LEFT=1.0, X=1.0))
    gamepads.deliver()
    torch.testing.assert_close(arm.advance(), torch.tensor([0.0, 0.0, 0.0, 1.28, 0.0, 0.0, -1.0]))
    arm.reset()
    assert arm.advance()[6] == 1.0


def test_up_to_version_2_2_gamepads_take_numbers() -> None:
    gamepads.receive(say((0.0, 1.0, 0.0, 0.0)))
    np.testing.assert_allclose(devices.Se2Gamepad(v_x_sensitivity=3.0).advance(), [-3.0, 0.0, 0.0])
