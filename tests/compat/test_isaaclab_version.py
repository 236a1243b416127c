"""Which version ``isaaclab`` is, told from the files of programs without running them."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")

from pippin_isaac.version import find_evidence

CODE = "from isaaclab.assets import ArticulationCfg\n"

FILES_AND_VERSIONS = [
    ({"pyproject.toml": 'dependencies = ["isaaclab[all]==2.3.0"]'}, 2),
    ({"pyproject.toml": 'dependencies = ["numpy", "isaaclab>=3.0"]'}, 3),
    ({"setup.py": 'install_requires=["isaaclab~=1.4.1"]'}, 2),
    ({"requirements.txt": "isaaclab @ git+https://github.com/isaac-sim/IsaacLab@v2.2.1"}, 2),
    ({"source/ext/config/extension.toml": 'isaaclab = "^3.0"'}, 3),
    ({"source/ext/setup.py": 'classifiers=["Isaac Sim :: 4.5.0", "Isaac Sim :: 5.1.0"]'}, 2),
    ({"source/ext/setup.py": 'classifiers=["Isaac Sim :: 6.0.0"]'}, 3),
    ({"scripts/train.py": CODE + "from isaaclab.utils.io import dump_pickle"}, 2),
    ({"scripts/train.py": CODE + "from isaaclab.utils.io import (\n    dump_yaml,\n    dump_pickle,\n)"}, 2),
    ({"tasks/cfg.py": CODE + "from isaaclab.utils.noise import AdditiveUniformNoiseCfg as Unoise"}, 2),
    ({"tasks/cfg.py": CODE + "import isaaclab_tasks.manager_based.locomotion.velocity.mdp as mdp"}, 2),
    ({"tasks/cfg.py": CODE + "from isaaclab_newton.physics import NewtonCfg"}, 3),
    ({"tasks/env.py": CODE + "robot.write_root_pose_to_sim_index(root_pose=pose)"}, 3),
    ({"tasks/cfg.py": CODE + "init = ArticulationCfg.InitialStateCfg(rot=(1.0, 0.0, 0.0, 0.0))"}, 2),
    ({"tasks/cfg.py": CODE + "init = ArticulationCfg.InitialStateCfg(rot=(0, 0, 0, 1))"}, None),  # half a turn in 2
    ({"tasks/cfg.py": CODE + "base = Cfg(rot=(0, 0, 0, 1))\ntool = Cfg(rot=(0.0, 0.0, 0.0, 1.0))"}, 3),
    ({"a.py": CODE + "rot=(0, 0, 0, 1)", "mdp.py": CODE + "height = asset.data.root_pos_w[:, 2]"}, 2),
    (
        {"README.md": "[![IsaacLab](https://img.shields.io/badge/IsaacLab-2.1.0-silver)](https://isaac-sim.github.io)"},
        2,
    ),
    ({"README.md": "Runs on Isaac Lab 3.0 and Isaac Sim 6."}, 3),
    ({"README.md": "* Isaac Sim 4.x + Isaac Lab 0.54"}, 2),  # the version of Isaac Lab's own package
    ({"README.md": "A container with Isaac Sim 5.1.0 and Isaac Lab."}, 2),
    ({"README.md": "Isaac Lab 0.33.13 (isaacsim[rl]==4.5.0.0)"}, 2),
    ({"README.md": "pip install 'isaacsim[all,extscache]==4.5.0'"}, 2),
    ({"setup.py": "", "README.md": "pip install 'isaacsim[all,extscache]==6.0.0'"}, 3),
    ({"pyproject.toml": 'dependencies = ["isaacsim[all,extscache]>=5.1.0"]'}, 2),
    ({"README.md": "For Isaac Sim 6.0.0 with Isaac Lab."}, 3),
    ({"README.md": "Works with Isaac Sim 5.1 and Isaac Sim 6.0."}, None),
    # a pin outweighs what code looks like; what contradicts itself is passed over
    ({"pyproject.toml": '"isaaclab==2.1"', "old/cfg.py": CODE + "from isaaclab_newton.physics import NewtonCfg"}, 2),
    ({"a.py": CODE + "rot=(0, 0, 0, 1)", "b.py": CODE + "rot=(1, 0, 0, 0)", "README.md": "Isaac Lab v2.3"}, 2),
    ({"a.py": CODE + "rot=(0, 0, 0, 1)", "b.py": CODE + "rot=(1, 0, 0, 0)"}, None),
    ({"scripts/drop.py": "import isaaclab.sim\nimport isaacsim.core.utils.prims as prim_utils"}, 2),
    ({"drop.py": "from isaaclab.physics import PhysicsCfg\nimport isaacsim.core.utils.prims as prim_utils"}, 3),
    ({"tasks/mdp.py": CODE + "def height(asset):\n    return asset.data.root_pos_w[:, 2]"}, 2),
    ({"tasks/mdp.py": CODE + "height = wp.to_torch(asset.data.root_pos_w)[:, 2]"}, None),
    # a function of the program's own that is named as one that only version 2 has
    (
        {
            "train.py": CODE + "def dump_pickle(path, data): ...\ndump_pickle('env.pkl', cfg)",
            "cfg.py": CODE + "from isaaclab_physx.physics import PhysxCfg",
        },
        3,
    ),
    ({"train.py": CODE + "def dump_pickle(path, data): ..."}, None),
    # what both versions had, in the script, and what version 3 alone has, in the task
    (
        {
            "scripts/main.py": "from isaaclab_tasks.utils.hydra import hydra_task_config",
            "cfg.py": CODE + "from isaaclab_ovphysx.physics import OvPhysxCfg",
        },
        3,
    ),
    ({"scripts/main.py": "from isaaclab_tasks.utils.hydra import hydra_task_config"}, 2),
    ({"README.md": "Some project", "notes.py": "rot = (1, 0, 0, 0)"}, None),
    # the programs of Isaac Lab's own repository, and of version 3 before its release, with names of version 2
    ({"VERSION": "3.0.0\n", "isaaclab.sh": "", "a.py": CODE + "import isaaclab_tasks.manager_based"}, 3),
    ({"VERSION": "2.3.2\n", "source/isaaclab/setup.py": ""}, 2),
    ({"VERSION": "3.0.0\n", "a.py": CODE + "import isaaclab_tasks.manager_based"}, 2),  # of another program
    ({"a.py": "import isaaclab_tasks.manager_based as t\nheight = robot.data.root_pos_w.torch[:, 2]"}, 3),
]


def project(folder: Path, files: dict[str, str]) -> Path:
    """Write a project, and a script in it that imports isaaclab; the script's path."""
    (folder / ".git").mkdir()
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    script = folder / "scripts" / "main.py"
    script.parent.mkdir(exist_ok=True)
    own = files.get("scripts/main.py", "")
    script.write_text(f"import isaaclab\nprint(isaaclab.__version__[0])\n{own}\n")
    return script


@pytest.mark.parametrize(("files", "version"), FILES_AND_VERSIONS)
def test_files_tell_the_version(tmp_path: Path, files: dict[str, str], version: int | None) -> None:
    evidence = find_evidence([project(tmp_path, files)])
    assert (evidence.version if evidence else None) == version


def test_brackets_without_an_end_take_no_time(tmp_path: Path) -> None:
    """400 kB of them, each searched to the end of its line, took minutes."""
    begin = time.process_time()
    assert find_evidence([project(tmp_path, {"README.md": "isaacsim[" * 44_000})]) is None
    assert time.process_time() - begin < 5.0


def test_a_pin_outweighs_the_rotations_of_the_importing_file(tmp_path: Path) -> None:
    script = project(tmp_path, {"requirements.txt": "isaaclab==2.3.2"})
    script.write_text(CODE + "left, right = Cfg(rot=(0, 0, 0, 1)), Cfg(rot=(0, 0, 0, 1))\n")
    evidence = find_evidence([script])
    assert evidence is not None and evidence.version == 2 and "requirements.txt" in evidence.reason


def test_the_real_isaac_lab_beside_is_told_at_import(run: Any, tmp_path: Path) -> None:
    folder = tmp_path / "isaaclab-2.3.2.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: isaaclab\nVersion: 2.3.2\n")
    path = f"{os.environ.get('PYTHONPATH', '')}:{tmp_path}"
    finished = run("-c", "import isaaclab", PIPPIN_ISAACLAB="2", PYTHONPATH=path)
    assert "isaaclab 2.3.2 is installed beside pippin-isaac" in finished.stderr
    assert "separate environments" in finished.stderr


@pytest.fixture
def run(run_python: Any) -> Any:
    """Function that runs a program whose environment names no version of Isaac Lab but what it is told."""
    inherited = {name: value for name, value in os.environ.items() if name != "PIPPIN_ISAACLAB"}
    return lambda *arguments, **environment: run_python(*arguments, env=inherited | environment)


def test_programs_are_told_a_version_of_the_release_by_importlib_metadata(run: Any) -> None:
    """A released program wants isaaclab>=12, counted as the release's sources count, before it imports isaaclab."""
    ask = (
        "from importlib.metadata import PackageNotFoundError, distributions, version; import sys\n"
        "from packaging.version import Version\n"
        "if len(sys.argv) == 1: import isaaclab\n"
        "print(version('isaaclab'), Version(version('isaaclab-tasks')) >= Version('0.11'))\n"
        "assert not {'isaaclab', 'isaaclab_tasks'} & {found.name for found in distributions()}\n"
        "try: version('isaaclab_mimic')\n"
        "except PackageNotFoundError: print('none')\n"
    )
    assert run("-c", ask, PIPPIN_ISAACLAB="2").stdout.split() == ["2.3.2", "True", "none"]
    assert run("-c", ask, PIPPIN_ISAACLAB="3").stdout.split() == ["28.0.0", "True", "none"]
    started = f"import sys; sys.argv.append('x'); from pippin_isaac.run import prepare; prepare()\n{ask}"
    assert run("-c", started, PIPPIN_ISAACLAB="3").stdout.split() == ["28.0.0", "True", "none"]


@pytest.mark.slow
def test_a_program_gets_its_version_and_a_word_about_it(run: Any, tmp_path: Path) -> None:
    script = project(tmp_path, {"setup.py": 'install_requires=["isaaclab==2.3.2"]'})
    finished = run(str(script))
    assert finished.stdout.split() == ["2"]
    assert finished.stderr.count("isaaclab==2.") == 1, "said once"
    assert "PIPPIN_ISAACLAB=3" in finished.stderr
    chosen = run(str(script), PIPPIN_ISAACLAB="3")
    assert chosen.stdout.split() == ["3"]
    assert "isaaclab" not in chosen.stderr


def test_a_library_is_looked_at_before_the_program_that_uses_it(run: Any, tmp_path: Path) -> None:
    library = tmp_path / "library"
    library.mkdir()
    project(library, {"pyproject.toml": '"isaaclab==2.3"', "tool.py": "import isaaclab"})
    (tmp_path / "program").mkdir()
    script = project(tmp_path / "program", {"pyproject.toml": '"isaaclab==3.0"'})
    script.write_text("import tool, isaaclab\nprint(isaaclab.__version__[0])\n")
    path = f"{library}:{os.environ.get('PYTHONPATH', '')}"
    assert run(str(script), PYTHONPATH=path).stdout.split() == ["2"]


def test_a_program_for_isaac_sim_alone_is_asked_for_no_version(run: Any, tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text("import isaacsim\nprint('ran')\n")
    finished = run("-m", "pippin_isaac.run", str(script))
    assert finished.stdout.split() == ["ran"], finished.stderr[-1000:]


@pytest.mark.parametrize("name", ["isaaclab", "isaaclab_assets", "isaaclab.sim"])
def test_without_evidence_the_choice_is_the_programs(run: Any, name: str) -> None:
    finished = run("-c", f"import {name}")
    assert finished.returncode == 1
    assert "UndecidedIsaacLabError" in finished.stderr
    assert "PIPPIN_ISAACLAB=2" in finished.stderr
    assert "PIPPIN_ISAACLAB=3" in finished.stderr
    assert run("-c", "from pippin_isaac import choose_isaaclab; choose_isaaclab(2); import isaaclab").returncode == 0


def test_a_program_of_isaac_sim_alone_needs_no_version_of_isaac_lab(run: Any) -> None:
    code = "from isaacsim.core.version import get_version; import omni.kit.app; print(get_version()[2], "
    code += "omni.kit.app.get_app().get_app_version())"
    assert run("-c", code).stdout.split() == ["5", "5.1.0"]


def test_nothing_of_the_program_is_executed(tmp_path: Path) -> None:
    bomb = f"open({str(tmp_path / 'executed')!r}, 'w')\n"
    script = project(tmp_path, {"setup.py": bomb + '"isaaclab==2.0"', "conftest.py": bomb, "package/__init__.py": bomb})
    assert find_evidence([script]) is not None
    assert not (tmp_path / "executed").exists()
