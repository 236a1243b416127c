"""Both engines are there by name, and importing physics loads neither MuJoCo Warp nor a kernel."""

from __future__ import annotations

import subprocess
import sys

import pytest

from pippin.physics.backend import SolverSettings, backend_for_device, get_registry_keys, make_backend


def test_both_engines_are_registered():
    assert {"mujoco", "newton"} <= set(get_registry_keys())
    assert backend_for_device("cpu") == "mujoco" and backend_for_device("cuda:1") == "newton"


def test_unknown_engine_is_refused_with_those_there_are():
    with pytest.raises(ValueError, match="no physics backend 'physx'; there are: mujoco, newton"):
        make_backend("physx", None, SolverSettings(dt=0.01))


@pytest.mark.slow
def test_importing_physics_loads_no_engine_and_nothing_slow_that_few_need():
    code = "import sys, pippin.envs; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    engines, others = {"mujoco_warp", "mujoco.batch", "newton"}, {"trimesh", "networkx", "scipy.interpolate"}
    assert "pippin.physics" in run.stdout.split()
    assert (engines | others) & set(run.stdout.split()) == set()
