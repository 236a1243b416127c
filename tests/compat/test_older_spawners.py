"""Programs for Isaac Lab 2 have spawners of their own, which call those that it keeps to itself."""

from __future__ import annotations

from typing import Any

import pytest
import torch
import trimesh
from pxr import UsdGeom, UsdPhysics

from omni.isaac.lab import sim as sim_utils
from omni.isaac.lab.assets import RigidObject, RigidObjectCfg
from omni.isaac.lab.sim.spawners.meshes.meshes import _spawn_mesh_geom_from_mesh
from omni.isaac.lab.sim.utils import clone, get_current_stage
from omni.isaac.lab.utils import configclass

pytestmark = pytest.mark.filterwarnings("ignore:.*is deprecated:DeprecationWarning")  # what these programs name

TURN = (0.8, 0.0, 0.6, 0.0)
AXES = (0.3, 0.2, 0.1)


@clone
def spawn_ellipsoid(prim_path: str, cfg: Any, translation: Any = None, orientation: Any = None, **kwargs: Any) -> Any:
    mesh = trimesh.creation.icosphere(radius=1.0)
    _spawn_mesh_geom_from_mesh(prim_path, cfg, mesh, translation, orientation, AXES, stage=get_current_stage())
    return get_current_stage().GetPrimAtPath(prim_path)


@configclass
class EllipsoidCfg(sim_utils.MeshSphereCfg):
    func: Any = spawn_ellipsoid


def test_meshes_of_a_program_are_bodies(simulation: Any) -> None:
    spawn = EllipsoidCfg(
        radius=1.0,
        rigid_props=sim_utils.RigidBodyPropertiesCfg(),
        collision_props=sim_utils.CollisionPropertiesCfg(),
        mass_props=sim_utils.MassPropertiesCfg(mass=2.0),
    )
    state = RigidObjectCfg.InitialStateCfg(pos=(0.0, 0.0, 1.0), rot=TURN)
    body = RigidObject(RigidObjectCfg(prim_path="/World/Ellipsoid", spawn=spawn, init_state=state))
    mesh = get_current_stage().GetPrimAtPath("/World/Ellipsoid/geometry/mesh")
    assert UsdPhysics.MeshCollisionAPI(mesh).GetApproximationAttr().Get() == "convexHull"
    bounds = UsdGeom.Mesh(mesh).ComputeLocalBound(0.0, "default").ComputeAlignedRange().GetSize()
    torch.testing.assert_close(torch.tensor([*bounds]), 2 * torch.tensor(AXES), atol=1e-6, rtol=0)  # float32
    simulation.reset()
    torch.testing.assert_close(body.data.root_quat_w, torch.tensor([TURN]), atol=1e-6, rtol=0)
    # m (b^2 + c^2) / 5 of an ellipsoid, to 1 %: the corners of 1,280 faces are on it, the faces up to 0.4 % within
    a, b, c = AXES
    expected = 2.0 / 5.0 * torch.tensor([b * b + c * c, a * a + c * c, a * a + b * b])
    inertia = body.root_physx_view.get_inertias().reshape(3, 3)
    torch.testing.assert_close(torch.linalg.eigvalsh(inertia), expected.sort().values, rtol=0.01, atol=0)
