"""The methods of assets that write are those that the table of quantities gives."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import pytest

from pippin.assets import Articulation, RigidObject, RigidObjectCollection
from pippin.assets.asset_base import AssetBase
from pippin.quantities.properties import ArrayProperty

TOOL = Path(__file__).parents[2] / "tools" / "asset_methods.py"


@pytest.mark.slow
def test_the_files_are_what_the_tool_writes(run_python: Any) -> None:
    run = run_python(TOOL, "--check")
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize("asset", [RigidObject, Articulation, RigidObjectCollection])
def test_every_row_that_says_how_it_is_written_has_its_methods(asset: type[AssetBase]) -> None:
    data_class, _view_class = get_args(asset.__orig_bases__[0])
    rows = [row for name in dir(data_class) if isinstance(row := getattr(data_class, name), ArrayProperty)]
    families = {method for row in rows if row.written for method in row.written.methods}
    assert "set_masses" in families
    for family in families:
        assert callable(getattr(asset, f"{family}_index"))
        assert callable(getattr(asset, f"{family}_mask"))
