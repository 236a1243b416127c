"""The import names of Isaac Gym, in any order with torch."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("isaacgym", reason="pippin-isaac is not installed: pip install ./compat")

ORDERS = [
    "import isaacgym; import torch",
    "import torch; import isaacgym",
    "from isaacgym import gymapi, gymtorch, gymutil; import torch",
    "import torch; from isaacgym import gymapi, gymtorch, gymutil",
    "from isaacgym.torch_utils import *; from isaacgym import gymapi",
    "from isaacgym import rlgpu, gymdeps; import isaacgym.gymdeps",
    "from isaacgym import gymtorch; from isaacgym.torch_utils import *; from isaacgym.terrain_utils import *",
]


@pytest.mark.parametrize("imports", ORDERS)
def test_names_can_be_imported_in_any_order(run_python: Any, imports: str) -> None:
    check = "import isaacgym; assert isaacgym.gymapi.Vec3(1.0).x == 1.0; assert isaacgym.torch_utils.quat_mul"
    run = run_python("-c", f"{imports}\n{check}")
    assert (run.returncode, run.stderr, run.stdout) == (0, "", "")


@pytest.mark.slow
def test_isaacgym_may_come_before_torch() -> None:
    """Isaac Gym itself refuses the other order. This takes an interpreter that has loaded nothing."""
    program = "import isaacgym, sys; from isaacgym import gymapi; import torch"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)
    assert (run.returncode, run.stderr, run.stdout) == (0, "", "")


def test_star_imports_bring_what_the_modules_import() -> None:
    names: dict = {}
    for module in ("torch_utils", "terrain_utils", "gymtorch", "gymutil"):
        exec(f"from isaacgym.{module} import *", names)
    assert {"torch", "np", "interpolate", "choice", "gymapi", "math"} <= names.keys()
    assert {"to_torch", "quat_apply", "SubTerrain", "wrap_tensor", "parse_arguments"} <= names.keys()


def test_names_that_public_code_uses_are_there(shared: Path) -> None:
    from isaacgym import gymapi, gymtorch, gymutil

    usage = json.loads((shared / "api/isaacgym_usage.json").read_text(encoding="utf-8"))
    assert [name for name in usage["gymapi"] if not hasattr(gymapi, name)] == []
    # "py" is the end of a file's name, "GymSim" is in no module of Isaac Gym.
    assert [name for name in usage["gymtorch"] if not hasattr(gymtorch, name)] == ["GymSim"]
    assert [name for name in usage["gymutil"] if not hasattr(gymutil, name)] == ["py"]


def test_unknown_module_is_refused() -> None:
    import isaacgym

    with pytest.raises(AttributeError, match="'isaacgym' has no attribute 'flex'"):
        isaacgym.flex  # noqa: B018


def test_documents_that_tasks_write_are_indented() -> None:
    from xml.etree import ElementTree

    from isaacgym import gymutil

    root = ElementTree.Element("mujoco")
    ElementTree.SubElement(root, "worldbody")
    gymutil._indent_xml(root)
    assert ElementTree.tostring(root, encoding="unicode") == "<mujoco>\n  <worldbody />\n</mujoco>"
