"""Fields that a program's own copy of Isaac Lab adds to configs."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")

PROGRAM = """
import logging, sys

records = []
handler = logging.Handler()
handler.emit = lambda record: records.append(record.getMessage())
logging.getLogger("pippin").addHandler(handler)
from isaaclab.terrains import MeshPlaneTerrainCfg
from isaaclab.sensors import RayCasterCfg
from isaaclab_rl.rsl_rl import RslRlSymmetryCfg
from isaaclab.utils import configclass


@configclass
class OwnPlaneCfg(MeshPlaneTerrainCfg):
    size: tuple[float, float] = (1.0, 1.0)


cfg = OwnPlaneCfg(ground_height_range=(0.0, 0.2))
assert cfg.ground_height_range == (0.0, 0.2), cfg.ground_height_range
assert cfg.to_dict()["ground_height_range"] == (0.0, 0.2)  # for a learner of the program that reads it
assert MeshPlaneTerrainCfg(ground_height_range=(1.0, 2.0)).copy().ground_height_range == (1.0, 2.0)
assert MeshPlaneTerrainCfg().ground_height_range == (0.0, 0.0)
assert RslRlSymmetryCfg(equivariant=True).equivariant is True
assert RslRlSymmetryCfg(noise=3).noise == 3
assert RayCasterCfg.OffsetCfg(jitter=0.1).jitter == 0.1
told = [each for each in records if "has no effect here" in each]
assert len(told) == 4, told
assert told[0].startswith("'ground_height_range' of MeshPlaneTerrainCfg") and "mesh_terrains_cfg.py" in told[0], told
for make, name in (
    (MeshPlaneTerrainCfg, "ground_heigt_range"),
    (RslRlSymmetryCfg, "ground_height_range"),
    (RayCasterCfg, "jitter"),
    (MeshPlaneTerrainCfg, "method"),
    (MeshPlaneTerrainCfg, "ran"),
):
    try:
        make(**{name: 1})
    except TypeError as error:
        assert f"unexpected keyword argument '{name}'" in str(error), error
    else:
        raise AssertionError(name)
assert "isaaclab.terrains.mesh_terrains_cfg_was_run" not in sys.modules
print("taken")
"""

FILES = {
    "isaaclab/terrains/mesh_terrains_cfg.py": """
raise RuntimeError("this file is read, not run")
@configclass
class MeshPlaneTerrainCfg(SubTerrainBaseCfg):
    function = flat_plane
    ground_height_range: tuple[float, float] = (0.0, 0.0)
    def method(self):
        ran: bool = True
""",
    "isaaclab/sensors/offsets.py": """
class RayCasterCfg:
    class OffsetCfg:
        jitter: float = 0.0
""",
    "isaaclab/broken.py": "class MeshPlaneTerrainCfg:\n    ground_heigt_range = (\n",
    "isaaclab_rl/rsl_rl/symmetry_cfg.py": """
class RslRlSymmetryCfg:
    equivariant: bool = False
    noise: Noise = Noise(1.0)
""",
}


@pytest.mark.parametrize("is_repository", [False, True])
def test_fields_of_the_copy_are_taken_and_others_refused(tmp_path: Path, run_python, is_repository: bool) -> None:
    for name, text in FILES.items():
        package = name.partition("/")[0]
        source = tmp_path / "source" / package if is_repository else tmp_path / "packages"
        file = source / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        (source / package / "__init__.py").write_text("raise RuntimeError('this file is read, not run')\n")
    if is_repository:
        (tmp_path / "VERSION").write_text("3.0.0\n")
        (tmp_path / "isaaclab.sh").touch()
    program = tmp_path / "scripts/train.py"
    program.parent.mkdir()
    program.write_text(
        ("" if is_repository else f"import sys; sys.path.append({str(tmp_path / 'packages')!r})\n") + PROGRAM
    )
    result = run_python(str(program), env={"PIPPIN_ISAACLAB": "3"})
    assert result.returncode == 0, result.stderr
    assert "taken" in result.stdout


PROGRAM_OF_VERSION_2 = """
import logging

records = []
handler = logging.Handler()
handler.emit = lambda record: records.append(record.getMessage())
logging.getLogger("pippin").addHandler(handler)
from isaaclab.controllers.pink_ik_cfg import PinkIKControllerCfg  # where 2.1 has it
from isaaclab.envs.mdp.actions.pink_actions_cfg import PinkInverseKinematicsActionCfg
from isaaclab.managers import RewardTermCfg

assert RewardTermCfg(func=len, weight=1.0, note="mine").note == "mine"
assert [each for each in records if "'note' of RewardTermCfg" in each]
cfg = PinkInverseKinematicsActionCfg(
    asset_name="robot",
    pink_controlled_joint_names=["arm"],
    hand_joint_names=[],
    ik_urdf_fixed_joint_names=["hip", "waist"],
    controller=PinkIKControllerCfg(urdf_path="robot.urdf"),
)
cfg.validate()  # 2.1 has no 'target_eef_link_names'
cfg.ik_urdf_fixed_joint_names.remove("waist")  # as tasks that let it turn do
assert cfg.copy().ik_urdf_fixed_joint_names == ["hip"]
print("taken")
"""


def test_terms_of_version_2_take_fields_of_the_copy_and_of_2_2(tmp_path: Path, run_python) -> None:
    package = tmp_path / "packages/isaaclab"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("raise RuntimeError('this file is read, not run')")
    (package / "terms.py").write_text("class RewardTermCfg:\n    note: str = ''\n")
    program = tmp_path / "train.py"
    program.write_text(f"import sys; sys.path.append({str(tmp_path / 'packages')!r})\n{PROGRAM_OF_VERSION_2}")
    result = run_python(str(program), env={"PIPPIN_ISAACLAB": "2"})
    assert result.returncode == 0, result.stderr
    assert "taken" in result.stdout
