"""Environments that programs for Isaac Lab 3 make by hand, and solvers of Newton that are only named."""

from __future__ import annotations

import numpy as np
import pytest
import torch

pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")

from pippin.assets import RigidObject, RigidObjectCfg
from pippin.sim import CuboidCfg, NewtonCfg, RigidBodyPropertiesCfg, SimulationCfg, SimulationContext, create_prim
from pippin_isaac import lab_simulation
from pippin_isaac.lab_clone_plan import CloneCfg
from pippin_isaac.lab_scene import clone_plan_from_env_0, replicate

CUBE = RigidObjectCfg(
    prim_path="/World/Env_[^/]*/Cube", spawn=CuboidCfg(size=(0.1, 0.1, 0.1), rigid_props=RigidBodyPropertiesCfg())
)
POSITIONS = np.array([[0.0, 0.0, 1.0], [2.0, 0.0, 1.0], [4.0, 1.0, 1.0]])


def test_the_first_environment_is_copied_to_where_the_others_stand() -> None:
    with SimulationContext(SimulationCfg(device="cpu")) as simulation:
        create_prim("/World/Env_0", "Xform", translation=tuple(POSITIONS[0]))
        plan = clone_plan_from_env_0(CloneCfg(clone_template="/World/Env_{}"), [CUBE], 3, 1.0, positions=POSITIONS)
        cube = RigidObject(CUBE)
        assert simulation.get_clone_plan() is plan
        replicate(plan)
        simulation.reset()
        torch.testing.assert_close(cube.data.root_pos_w.torch, torch.tensor(POSITIONS, dtype=torch.float))


def test_replicate_refuses_another_plan() -> None:
    with SimulationContext(SimulationCfg(device="cpu")) as simulation:
        assert simulation.get_clone_plan() is None
        plan = clone_plan_from_env_0(CloneCfg(), [CUBE], 2, 1.0)
        with pytest.raises(ValueError, match="/World/envs/env_0"):
            replicate(plan)
        clone_plan_from_env_0(CloneCfg(), [CUBE], 2, 1.0)
        with pytest.raises(ValueError, match="get_clone_plan"):
            replicate(plan)


def test_other_solvers_can_be_configured_and_refuse_to_run() -> None:
    settings = NewtonCfg(solver_cfg=lab_simulation.XPBDSolverCfg(iterations=4))
    assert settings.solver_cfg.iterations == 4
    with (
        pytest.raises(NotImplementedError, match="MJWarpSolverCfg"),
        SimulationContext(SimulationCfg(physics=settings)),
    ):
        pass
