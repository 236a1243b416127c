"""``isaaclab.utils.assets``: paths of assets that are in a folder of one's own, or out of reach."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

pytest.importorskip("isaaclab", reason="pippin-isaac is not installed")

from isaaclab.utils import assets
from pippin.sim import SimulationCfg, SimulationContext, UsdFileCfg


def reload() -> None:
    """Read the environment variable again."""
    importlib.reload(assets)


@pytest.fixture(autouse=True)
def restored(monkeypatch: pytest.MonkeyPatch):
    """The constants as they are without the environment variable."""
    monkeypatch.delenv("PIPPIN_ASSETS_ROOT", raising=False)
    monkeypatch.delenv("ISAACSIM_ASSET_ROOT", raising=False)
    reload()
    yield
    monkeypatch.undo()
    reload()


@pytest.mark.parametrize("variable", ["PIPPIN_ASSETS_ROOT", "ISAACSIM_ASSET_ROOT"])
def test_assets_are_in_the_folder_of_the_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, variable: str
) -> None:
    monkeypatch.setenv(variable, f"{tmp_path}/")
    reload()
    assert f"{tmp_path}/Isaac" == assets.ISAAC_NUCLEUS_DIR
    assert f"{tmp_path}/Isaac/IsaacLab" == assets.ISAACLAB_NUCLEUS_DIR
    file = tmp_path / "Isaac" / "Props" / "cube.usd"
    file.parent.mkdir(parents=True)
    file.write_bytes(b"cube")
    path = f"{assets.ISAAC_NUCLEUS_DIR}/Props/cube.usd"
    assert assets.check_file_path(path) == 1
    assert assets.retrieve_file_path(path) == str(file.resolve())
    assert assets.read_file(path).read() == b"cube"


def test_newtons_assets_are_in_a_folder_or_a_repository(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("NEWTON_ASSET_DIR", raising=False)
    reload()
    assert assets.NEWTON_ASSET_DIR.endswith("newton-physics/newton-assets.git")
    monkeypatch.setenv("NEWTON_ASSET_DIR", str(tmp_path))
    reload()
    assert str(tmp_path) == assets.NEWTON_ASSET_DIR


def test_assets_that_are_out_of_reach_are_refused_when_they_are_spawned() -> None:
    cfg = UsdFileCfg(usd_path=f"{assets.ISAAC_NUCLEUS_DIR}/Props/Forklift/forklift.usd")
    assert assets.check_file_path(cfg.usd_path) == 0
    with pytest.raises(FileNotFoundError, match="PIPPIN_ASSETS_ROOT"):
        assets.retrieve_file_path(cfg.usd_path)
    with (
        SimulationContext(SimulationCfg(device="cpu")),
        pytest.raises(FileNotFoundError, match="lies in a cloud that Pippin does not reach"),
    ):
        cfg.func("/World/Cube", cfg)


def test_older_dialects_have_the_same_names() -> None:
    older = importlib.import_module("omni.isaac.lab.utils.assets")
    assert older.ISAACLAB_NUCLEUS_DIR == assets.ISAACLAB_NUCLEUS_DIR
    assert older.retrieve_file_path is not None
