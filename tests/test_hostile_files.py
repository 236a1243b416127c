"""Files that once crashed a reader, hung it, or were refused from inside: each is read, or refused in one sentence.

They are written by hand, after faults that were known and attacks that are likely. The sentence names the file.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import pippin.physics  # the factory of what plays  # noqa: F401
from pippin.learning.checkpoints import read_checkpoint
from pippin.motion.robot_description import load_robot
from pippin.robots.descriptions import own_description
from pippin.sim import MjcfFileCfg, SimulationCfg, SimulationContext, UrdfFileCfg, UsdFileCfg

FILES = sorted(path for path in (Path(__file__).parent / "hostile_files").iterdir() if path.suffix != ".hdf5")
REFUSED = (
    "blocked_axes.usda",
    "blocked_rotation.usda",
    "bytes_of_no_text.usda",
    "child_of_two_lines.urdf",
    "default_prim_of_no_path.usda",
    "faces_of_nothing.usda",
    "include_outside.xml",
    "joint_of_two_lines.yaml",
    "long_word.yaml",
    "loop_of_a_slider.usda",
    "mesh_of_passwords.urdf",
    "opacity_of_no_number.usda",
    "percent_class.xml",
    "prim_of_long_name.usda",
    "schema_of_no_text.usdc",
    "torn.pt",
    "units_of_no_number.usda",
    "unknown_type.usda",
)
"""Files that make no sense at all; the others may be mended."""


@pytest.fixture
def simulation() -> Iterator[SimulationContext]:
    with SimulationContext(SimulationCfg(dt=0.01, device="cpu")) as simulation:
        yield simulation


def read(path: Path, usd_dir: Path, simulation: SimulationContext) -> None:
    if path.suffix == ".pt":
        read_checkpoint(path)
        return
    if path.suffix == ".yaml":
        load_robot(own_description("cartpole.urdf"), path)
        return
    if path.suffix.startswith(".usd"):
        cfg = UsdFileCfg(usd_path=str(path))
    else:
        kind = UrdfFileCfg if path.suffix == ".urdf" else MjcfFileCfg
        cfg = kind(asset_path=str(path), usd_dir=str(usd_dir))
    cfg.func("/World/Thing", cfg)
    simulation.reset()
    simulation.step(render=False)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_hostile_files_are_refused_in_a_sentence_that_names_them(
    path: Path, tmp_path: Path, simulation: SimulationContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    refusal = ""
    try:
        read(path, tmp_path / "usd", simulation)
    except (ValueError, FileNotFoundError, NotImplementedError) as error:
        refusal = str(error)
    if path.name in REFUSED or refusal:
        assert path.name in refusal and "\n" not in refusal and len(refusal) < 2000
    assert not list((tmp_path / "here").iterdir())  # nothing is written where the program runs
