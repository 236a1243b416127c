"""What commands say while they work: bars where lines can be drawn again, else plain lines."""

from __future__ import annotations

import io

import pytest
from rich.console import Console
from rich.progress import Progress

from pippin.cli.stages import begin, can_draw, stage


@pytest.mark.parametrize(
    ("is_terminal", "kind", "draws"), [(True, "xterm", True), (True, "dumb", False), (False, "xterm", False)]
)
def test_every_stage_is_said(is_terminal: bool, kind: str, draws: bool) -> None:
    output = io.StringIO()
    console = Console(file=output, force_terminal=is_terminal, _environ={"TERM": kind, "COLUMNS": "30"})
    assert can_draw(console) == draws
    with stage(console, "Building a robot with a long name ..."):
        pass
    with Progress(console=console) as progress:
        begin(progress, "walking", total=3)
    said = output.getvalue()
    assert ("\x1b[" in said) == draws
    assert "Building a robot with a long name ..." in said.replace("\n", " ")
    assert "walking" in said
