"""What USD finds only when a prim is read is refused by the prim's name, in one sentence."""

from __future__ import annotations

import pytest
from pxr import Gf, Sdf, UsdGeom, UsdPhysics

from pippin.sim import SimulationCfg, SimulationContext


def test_a_transform_of_an_unknown_operation_is_refused() -> None:
    with SimulationContext(SimulationCfg(device="cpu")) as sim:
        cube = UsdGeom.Cube.Define(sim.stage, "/World/Cube")
        UsdPhysics.RigidBodyAPI.Apply(cube.GetPrim())
        cube.GetPrim().CreateAttribute("xformOp:turn", Sdf.ValueTypeNames.Float3).Set(Gf.Vec3f(0.0))
        cube.GetPrim().CreateAttribute("xformOpOrder", Sdf.ValueTypeNames.TokenArray).Set(["xformOp:turn"])
        with pytest.raises(ValueError, match=r"/World/Cube") as error:
            sim.reset()
    assert len(str(error.value)) < 700
