"""Malformed and hostile robot descriptions are refused with what is wrong with them, and quickly."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pippin.sim.converters import convert_mjcf, convert_urdf

BODY = '<worldbody><body name="b"><freejoint/><geom size="1"/></body></worldbody>'

BOMB = """<!DOCTYPE lolz [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>"""


@pytest.mark.parametrize("convert", [convert_urdf, convert_mjcf])
@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "robot.xml' is malformed"),
        ("<robot", "robot.xml' is malformed"),
        (f"<?xml version='1.0'?>{BOMB}<robot>&c;</robot>", "entities"),
        ("<html/>", "is not an? URDF|has the root element <html>"),
        ("<robot>" + "<a>" * 300 + "</a>" * 300 + "</robot>", "nested"),
        (b"\xff\xfe\x00garbage", "robot.xml'"),
    ],
)
def test_what_is_no_description(convert: Callable, content: str | bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "robot.xml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(ValueError, match=message):
        convert(path)


def test_large_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pippin.utils.safe_xml.MAX_BYTES", 100)
    path = tmp_path / "robot.xml"
    path.write_text(f"<mujoco>{BODY}</mujoco>" + " " * 100)
    with pytest.raises(ValueError, match="larger than 100 bytes"):
        convert_mjcf(path)


@pytest.mark.parametrize(
    ("inside", "message"),
    [
        ('<worldbody><body><geom size="-1"/></body></worldbody>', "is malformed.*size"),
        ('<worldbody><body><joint type="screw"/></body></worldbody>', "is malformed.*screw"),
        ('<worldbody><body><joint/><geom size="1" mass="-1"/></body></worldbody>', "is malformed"),
        ('<worldbody><body><joint/><geom size="nan"/></body></worldbody>', "is malformed"),
        ('<worldbody><replicate count="100000"><geom size="1"/></replicate></worldbody>', "100000 copies"),
        (
            '<worldbody><replicate count="999"><replicate count="999"><site/></replicate></replicate></worldbody>',
            "998001 copies",
        ),
        ('<worldbody><body><composite type="cable" count="inf 1 1"/></body></worldbody>', "inf copies"),
        ('<asset><hfield name="h" nrow="100000" ncol="100000" size="1 1 1 1"/></asset>', "100000 by 100000 cells"),
        ('<asset><texture type="2d" builtin="flat" width="1e9" height="1e9"/></asset>', "1e9 by 1e9 cells"),
        ('<size nuser_body="1000000000"/>', "nuser_body"),
        ('<asset><mesh name="m" file="missing.stl"/></asset>' + BODY, "missing.stl"),
        ('<include file="../outside.xml"/>', "lies outside the folder"),
        ('<include file="/etc/passwd"/>', "lies outside the folder"),
        ('<include file="missing.xml"/>', "no file '.*missing.xml'"),
        ('<include file="model.xml"/>', "more than 20 levels"),
    ],
)
def test_models_that_cannot_be(inside: str, message: str, write_mjcf: Callable[[str], str]) -> None:
    with pytest.raises(ValueError, match=message):
        convert_mjcf(write_mjcf(inside))


def test_absurd_memory_is_not_asked_for(write_mjcf: Callable[[str], str]) -> None:
    convert_mjcf(write_mjcf('<size memory="100T"/>' + BODY))
