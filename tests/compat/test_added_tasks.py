"""Tasks that are made to be copied into Isaac Lab's package of tasks: a folder of that name on the path will do."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("isaaclab", reason="pippin-isaac is not installed")

TASK = """
import gymnasium
from {lab}.utils import configclass
gymnasium.register(id="Mine-v0", entry_point="nowhere:Nothing")
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("package", "lab", "place", "is_package"),
    [
        ("isaaclab_tasks", "isaaclab", "direct", True),  # a package that is served
        ("isaaclab_tasks", "isaaclab", "manager_based/classic", False),  # whose own files are Isaac Lab's
        ("omni.isaac.lab_tasks", "omni.isaac.lab", "experimental", True),  # and one that is not served
    ],
)
def test_a_task_in_a_folder_of_its_own_is_registered(
    tmp_path: Path, run_python: Callable, package: str, lab: str, place: str, is_package: bool
) -> None:
    folder = tmp_path.joinpath(*package.split("."), place, "my_task")
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text(TASK.format(lab=lab))
    if is_package:
        (folder.parent / "__init__.py").write_text("")
    code = f"import {package}, gymnasium; assert 'Mine-v0' in gymnasium.registry; import {package}.utils"
    paths = [str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PIPPIN_ISAACLAB": "2"}
    done = run_python("-c", code, env=env)
    assert done.returncode == 0, done.stderr


FILES_OF_A_COPY = {
    "VERSION": "2.3.2",
    "isaaclab.sh": "",
    "source/isaaclab_tasks/isaaclab_tasks/__init__.py": "raise RuntimeError('needs the rest of Isaac Lab')",
    "source/isaaclab_tasks/isaaclab_tasks/direct/__init__.py": "",
    "source/isaaclab_tasks/isaaclab_tasks/direct/mine/__init__.py": TASK.format(lab="isaaclab"),
    "source/isaaclab_tasks/isaaclab_tasks/direct/cartpole/__init__.py": "from isaaclab_assets import MINE_CFG",
    "source/isaaclab_tasks/isaaclab_tasks/direct/broken/__init__.py": "import no_such_module_as_this",
    "source/isaaclab_tasks/isaaclab_tasks/direct/broken/inside/__init__.py": "raise AssertionError",
    "source/isaaclab_assets/isaaclab_assets/__init__.py": "",
    "source/isaaclab_assets/isaaclab_assets/robots/__init__.py": "from .mine import *",
    "source/isaaclab_assets/isaaclab_assets/robots/mine.py": """
from isaaclab.assets import ArticulationCfg
MINE_CFG = ArticulationCfg()
""",
    "source/isaaclab_assets/isaaclab_assets/sensors/__init__.py": "",
    "source/isaaclab_mimic/isaaclab_mimic/__init__.py": "raise RuntimeError('needs the rest of Isaac Lab')",
    "source/isaaclab_mimic/isaaclab_mimic/datagen/__init__.py": "raise RuntimeError('needs ipywidgets')",
    "source/isaaclab_mimic/isaaclab_mimic/envs/__init__.py": """
import gymnasium
from isaaclab.envs import ManagerBasedRLMimicEnv
gymnasium.register(id="Mine-Mimic-v0", entry_point="nowhere:Nothing")
""",
    "source/isaaclab/isaaclab/__init__.py": "raise RuntimeError('needs Isaac Sim')",
    "source/isaaclab/isaaclab/envs/mdp/__init__.py": "from .rewards import *\nfrom .mine import *",
    "source/isaaclab/isaaclab/envs/mdp/rewards.py": "def is_alive(): pass\ndef my_other_reward(): pass",
    "source/isaaclab/isaaclab/envs/mdp/actions/mine.py": "from .actions_cfg import MineCfg\nclass Mine(MineCfg): pass",
    "source/isaaclab/isaaclab/envs/mdp/actions/actions_cfg.py": "class MineCfg: pass\nclass JointActionCfg: pass",
    "source/isaaclab/isaaclab/envs/mdp/mine.py": "my_reward = 'mine'",
    "source/isaaclab/isaaclab/envs/mdp/broken.py": "raise RuntimeError\nbroken_reward = 'mine'",
    "source/isaaclab/isaaclab/markers/config/__init__.py": """
from isaaclab.markers.visualization_markers import VisualizationMarkersCfg
FRAME_MARKER_CFG = None
MINE_MARKER_CFG = VisualizationMarkersCfg()
""",
    "source/isaaclab/isaaclab/utils/math.py": "import no_such_module_as_this",
    "source/isaaclab_rl/isaaclab_rl/__init__.py": "raise RuntimeError('needs the rest of Isaac Lab')",
    "source/isaaclab_rl/isaaclab_rl/rsl_rl/__init__.py": "from .mine_cfg import *\nfrom .mine import MyRunner",
    "source/isaaclab_rl/isaaclab_rl/rsl_rl/mine.py": """
from .mine_cfg import MyRunnerCfg
class MyRunner: cfg = MyRunnerCfg
""",
    "source/isaaclab_rl/isaaclab_rl/rsl_rl/mine_cfg.py": """
from isaaclab.utils import configclass
from .rl_cfg import RslRlOnPolicyRunnerCfg
@configclass
class MyRunnerCfg(RslRlOnPolicyRunnerCfg): mine: int = 3
""",
    "source/isaaclab_rl/isaaclab_rl/rsl_rl/rl_cfg.py": "class RslRlOnPolicyRunnerCfg: pass",
    "scripts/train.py": """
import gymnasium, os, isaaclab_tasks
from isaaclab_rl.rsl_rl import MyRunner, MyRunnerCfg, RslRlOnPolicyRunnerCfg
assert MyRunner.cfg is MyRunnerCfg and MyRunnerCfg().mine == 3
import isaaclab
assert os.path.abspath(isaaclab.__file__).split("source")[0] == os.path.abspath(__file__).split("scripts")[0]
assert issubclass(MyRunnerCfg, RslRlOnPolicyRunnerCfg)
assert hasattr(RslRlOnPolicyRunnerCfg, "to_dict"), "Pippin's come first"
import isaaclab.envs.mdp as mdp, isaaclab.utils.math as math_utils
from isaaclab.envs.mdp.mine import my_reward
from isaaclab.markers.config import FRAME_MARKER_CFG, MINE_MARKER_CFG
from isaaclab.envs.mdp import *
assert mdp.my_reward == my_reward == "mine" and my_other_reward is mdp.my_other_reward
assert issubclass(Mine, mdp.MineCfg) and not hasattr(mdp, "broken_reward") and "broken_reward" not in mdp.__all__
assert FRAME_MARKER_CFG is not None and "env" in is_alive.__code__.co_varnames, "Pippin's come first"
assert not hasattr(math_utils, "something_else")
from isaaclab_assets import ISAACLAB_ASSETS_DATA_DIR
from isaaclab_assets.robots.mine import MINE_CFG
from isaaclab_tasks.direct.cartpole import MINE_CFG as same
from isaaclab_tasks.utils import parse_env_cfg
assert same is MINE_CFG
assert "Mine-v0" in gymnasium.registry and "Isaac-Cartpole-v0" not in gymnasium.registry
assert ISAACLAB_ASSETS_DATA_DIR.endswith(os.path.join("source", "isaaclab_assets", "data"))
assert parse_env_cfg.__module__.startswith("pippin_isaac.version2.")
import isaaclab_mimic.envs
from isaaclab_mimic.datagen.generation import env_loop
assert "Mine-Mimic-v0" in gymnasium.registry and env_loop.__module__ == "pippin_isaac.version2.tasks.mimic.generation"
""",
}
"""A copy of Isaac Lab's repository with a task, a robot, a term and a marker of its owner's."""


@pytest.mark.slow
def test_a_copy_of_version_3_has_its_own_tasks_and_robots(tmp_path: Path, run_python: Callable) -> None:
    program = """
import gymnasium, isaaclab_tasks
from isaaclab_assets import MINE_CFG
from isaaclab_tasks.direct.cartpole import MINE_CFG as same
from isaaclab_tasks.utils import parse_env_cfg
assert same is MINE_CFG and parse_env_cfg.__module__.startswith("pippin.")
assert "Mine-v0" in gymnasium.registry and "Isaac-Cartpole" not in gymnasium.registry
import isaaclab_mimic.envs
from isaaclab_mimic.datagen.generation import env_loop
assert "Mine-Mimic-v0" in gymnasium.registry and env_loop.__module__ == "pippin.tasks.mimic.generation"
"""
    for name, text in (FILES_OF_A_COPY | {"VERSION": "3.0.0", "scripts/train.py": program}).items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    env = {name: value for name, value in os.environ.items() if name != "PIPPIN_ISAACLAB"}
    done = run_python(str(tmp_path / "scripts/train.py"), env=env)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_a_copy_of_isaac_lab_has_what_its_owner_added(tmp_path: Path, run_python: Callable) -> None:
    for name, text in FILES_OF_A_COPY.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    env = {name: value for name, value in os.environ.items() if name != "PIPPIN_ISAACLAB"}
    done = run_python(str(tmp_path / "scripts/train.py"), env=env)
    assert done.returncode == 0, done.stderr
    assert "isaaclab_tasks.direct.broken" in done.stderr, "what a task lacks is told"
    assert "no_such_module_as_this" in done.stderr
