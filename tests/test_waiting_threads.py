"""PyTorch's threads sleep while they wait in programs that import Pippin, under whichever name, before PyTorch."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

PROGRAM = """if True:
    import importlib, os, sys
    def tell(event, args):
        if event == "import" and args[0] == "torch":
            print(os.environ.get("OMP_WAIT_POLICY"), flush=True)
            os._exit(0)  # torch itself takes seconds
    sys.addaudithook(tell)
    importlib.import_module(sys.argv[1])"""

MODULES = ["pippin.cli", "pippin.sim", "isaaclab.app", "omni.isaac.lab.app", "isaacgym", "isaacsim"]


def policy_as_torch_is_loaded(module: str, chosen: str | None) -> str:
    """How threads wait at the moment when PyTorch's OpenMP reads it."""
    if module.split(".")[0] != "pippin":
        pytest.importorskip("pippin_isaac", reason="pippin-isaac (compat/) is not installed")
    environment = {name: value for name, value in os.environ.items() if name != "OMP_WAIT_POLICY"}
    environment |= {"PIPPIN_ISAACLAB": "2"} | ({} if chosen is None else {"OMP_WAIT_POLICY": chosen})
    result = subprocess.run(
        [sys.executable, "-c", PROGRAM, module], env=environment, capture_output=True, text=True, check=True
    )
    return result.stdout.strip()


@pytest.mark.parametrize("module", MODULES)
def test_threads_that_wait_sleep(module: str) -> None:
    """So that they leave the cores to the threads that simulate."""
    assert policy_as_torch_is_loaded(module, None) == "PASSIVE"


def test_a_user_who_chose_has_his_choice() -> None:
    """The variable is OpenMP's own."""
    assert policy_as_torch_is_loaded("pippin.sim", "ACTIVE") == "ACTIVE"
