"""Keys of a viewer's page command what programs listen for."""

from __future__ import annotations

from pippin.viewers import keys


def press(name: str) -> None:
    for key in keys.keys_since(0):
        if key.name == name:
            key.on_press()


def test_held_keys_add_up_and_are_let_go(monkeypatch) -> None:
    now = 100.0
    monkeypatch.setattr(keys.time, "monotonic", lambda: now)
    held = keys.HeldKeys({"arrowup": (0.5, 0.0), "arrowleft": (0.0, 2.0)})
    assert held.command().tolist() == [0.0, 0.0]
    press("arrowup")
    press("arrowleft")
    assert held.command().tolist() == [0.5, 2.0]
    now += keys.HELD_SECONDS + 0.01
    assert held.command().tolist() == [0.0, 0.0]
    press("arrowup")
    held.release()
    assert held.command().tolist() == [0.0, 0.0]
