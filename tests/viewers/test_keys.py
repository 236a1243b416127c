"""Keys of a viewer's page command what programs listen for."""

from __future__ import annotations

import json
from collections import deque

import pytest

from pippin.viewers import keys
from pippin.viewers.gate import Gate
from pippin.viewers.ports import any_port


@pytest.fixture(autouse=True)
def untouched(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_KEYS", "_ALL_KEYS"):
        monkeypatch.setattr(keys, name, [])
    monkeypatch.setattr(keys, "HELD_SECONDS", 60.0)  # a loaded machine is slow between two lines
    for name, value in {"held": frozenset(), "mouse": (0.0, 0.0), "delivered": frozenset(), "waiting": deque()}.items():
        monkeypatch.setattr(keys._Board, name, value)


def say(*names: str) -> None:
    keys.receive(json.dumps({"held": names, "mouse": [0.0, 0.0]}).encode())


def test_presses_and_releases_are_told_in_their_order_with_the_next_frame() -> None:
    told: list[str] = []
    keys.listen("A", "jump", lambda: told.append("+A"), lambda: told.append("-A"))
    keys.listen_to_all(lambda name, is_pressed: told.append(f"{name} {is_pressed}"))
    for held in ([], ["A"], ["A", "shiftleft"], ["shiftleft"], ["A", "shiftleft"]):
        say(*held)
    assert told == []
    keys.deliver()
    assert told == ["+A", "A True", "shiftleft True", "-A", "A False", "+A", "A True"]


def test_keys_are_let_go_when_the_page_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    now, told = 100.0, []
    monkeypatch.setattr(keys.time, "monotonic", lambda: now)
    keys.listen("A", "jump", lambda: told.append("+"), lambda: told.append("-"))
    say("A")
    keys.deliver()
    now += keys.HELD_SECONDS + 0.01
    assert keys.held() == frozenset()
    keys.deliver()
    assert told == ["+", "-"]


def test_who_forgets_a_key_hears_of_it_no_longer() -> None:
    told: list[str] = []
    key = keys.listen("A", "jump", lambda: told.append("A"))
    assert json.loads(keys.listened()) == {"names": ["A"], "all": False}
    keys.forget([key])
    say("A")
    keys.deliver()
    assert told == []
    assert json.loads(keys.listened()) == {"names": [], "all": False}


def test_a_program_that_fails_at_a_key_does_not_keep_others_from_it(caplog: pytest.LogCaptureFixture) -> None:
    told: list[str] = []
    keys.listen("A", "fail", lambda: 1 / 0)
    keys.listen("A", "work", lambda: told.append("A"))
    say("A")
    keys.deliver()
    assert told == ["A"]
    assert "'A'" in caplog.text


def test_held_keys_add_up_and_are_let_go() -> None:
    held = keys.HeldKeys({"arrowup": (0.5, 0.0), "arrowleft": (0.0, 2.0)})
    assert held.command().tolist() == [0.0, 0.0]
    say("arrowup", "arrowleft")
    assert held.command().tolist() == [0.5, 2.0]
    held.release()
    assert held.command().tolist() == [0.0, 0.0]
    say("arrowleft")
    assert held.command().tolist() == [0.0, 0.0]
    say("arrowleft", "arrowup")  # pressed anew
    assert held.command().tolist() == [0.5, 0.0]


@pytest.mark.parametrize(
    ("name", "expected"),
    [("KEY_UP", "arrowup"), ("KEY_W", "W"), ("KEY_1", "1"), ("w", "W"), ("NUMPAD_4", "numpad4"), ("F5", "f5")]
    + [("LEFT_SHIFT", "shiftleft"), ("PAGE_UP", "pageup"), ("GRAVE_ACCENT", "backquote"), ("ESCAPE", "escape")],
)
def test_names_of_isaac_gym_and_omniverse_are_those_of_the_page(name: str, expected: str) -> None:
    assert keys.page_name(name) == expected


@pytest.mark.parametrize(
    "body",
    [
        *(b"", b"{", b"{}", b"1", b"[1]", b"[" * 4000, b'{"held": [""], "mouse": [0, 0]}'),
        b'{"held": ["' + b"a" * 40 + b'"], "mouse": [0, 0]}',
        *(b'{"held": [], "mouse": [0]}', b'{"held": [], "mouse": [0, NaN]}', b'{"held": [], "mouse": "ab"}'),
    ],
)
def test_what_are_no_keys_is_refused(body: bytes) -> None:
    with pytest.raises((ValueError, RecursionError)):
        keys.receive(body)
    assert keys.held() == frozenset()


def test_the_page_asks_and_speaks_through_the_gate() -> None:
    import http.client

    gate = Gate("127.0.0.1", any_port(), any_port(), needs_token=False)
    try:
        port = gate._server.sockets[0].getsockname()[1]

        def request(*arguments: object) -> tuple[int, bytes]:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5.0)
            connection.request(*arguments)
            answer = connection.getresponse()
            return answer.status, answer.read()

        keys.listen("A", "jump")
        status, names = request("GET", "/keys")
        assert (status, json.loads(names)["names"]) == (200, ["A"])
        held, free = (b'{"held": [%s], "mouse": [0.25, 0.5]}' % name for name in (b'"A"', b""))
        assert request("POST", "/keys", held, {"Content-Type": "application/json"})[0] == 204
        assert keys.held() == {"A"}
        assert keys.mouse_position() == (0.25, 0.5)
        assert (
            request("POST", "/keys", free, {"Content-Type": "text/plain"})[0] == 400
        )  # of another page of the browser
        assert keys.held() == {"A"}
    finally:
        gate.close()
