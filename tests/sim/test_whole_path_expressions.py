"""Expressions for prim paths that are more than a regular expression for each name."""

from __future__ import annotations

import pytest

from pippin.sim import create_new_stage, find_matching_prim_paths, get_current_stage

PATHS = (
    "/World/Robot/base/a_foot",
    "/World/Robot/c_foot",
    "/World/Robot/Geometry/hand",
    "/World/Other/hand",
    "/World/Env_0/Cube",
    "/World/Env_1/Cube",
    "/World/Env_1/Group/Cube",
)


@pytest.fixture(autouse=True)
def stage() -> None:
    create_new_stage()
    for path in PATHS:
        get_current_stage().DefinePrim(path, "Xform")


@pytest.mark.parametrize(
    ("expression", "paths"),
    [
        ("/World/Env_[^/]*/Cube", ["/World/Env_0/Cube", "/World/Env_1/Cube"]),
        ("/World/Env_[^/]+/(Group/)?Cube", ["/World/Env_0/Cube", "/World/Env_1/Cube", "/World/Env_1/Group/Cube"]),
        ("/World/Robot/(Geometry/)?hand", ["/World/Robot/Geometry/hand"]),
        ("/World/Env_1(/.*)?", ["/World/Env_1", "/World/Env_1/Cube", "/World/Env_1/Group", "/World/Env_1/Group/Cube"]),
        ("/World/Env_0/Cube|/World/Other/hand", ["/World/Other/hand", "/World/Env_0/Cube"]),
        ("/World/(Robot|Other)/(c_foot|hand)", ["/World/Robot/c_foot", "/World/Other/hand"]),
        ("/World/Robot/.*_foot", ["/World/Robot/c_foot"]),  # by level, as there is no group with a slash
        ("/World/Robot/(.*/)?.*_foot", ["/World/Robot/base/a_foot", "/World/Robot/c_foot"]),
        ("/World/Nothing", []),
    ],
)
def test_expressions_find_paths(expression: str, paths: list[str]) -> None:
    assert sorted(find_matching_prim_paths(expression)) == sorted(paths)


@pytest.mark.parametrize("expression", ["/World/[", "/World/(a", "World/a"])
def test_malformed_expressions_are_refused(expression: str) -> None:
    with pytest.raises(ValueError, match="prim path"):
        find_matching_prim_paths(expression)
