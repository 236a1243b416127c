"""Tutorials of the older Isaac Lab: rigid and soft objects without a scene, at places that a program makes by itself.

``PACKAGE`` is replaced by the package of the dialect.
"""

import argparse

from PACKAGE.app import AppLauncher

parser = argparse.ArgumentParser(description="Drop objects.")
AppLauncher.add_app_launcher_args(parser)
args_cli = parser.parse_args()
app_launcher = AppLauncher(args_cli)
simulation_app = app_launcher.app

# ruff: noqa: E402, T201
import PACKAGE.sim as sim_utils
import PACKAGE.utils.math as math_utils
import torch
from PACKAGE.assets import (
    Articulation,
    DeformableObject,
    DeformableObjectCfg,
    RigidObject,
    RigidObjectCfg,
    RigidObjectCollection,
    RigidObjectCollectionCfg,
)
from PACKAGE.sim import SimulationContext
from PACKAGE_assets import CARTPOLE_CFG

import isaacsim.core.utils.prims as prim_utils

ORIGINS = [[0.5, 0.5, 0.0], [-0.5, 0.5, 0.0], [0.5, -0.5, 0.0]]
SOLID = {
    "rigid_props": sim_utils.RigidBodyPropertiesCfg(),
    "mass_props": sim_utils.MassPropertiesCfg(mass=1.0),
    "collision_props": sim_utils.CollisionPropertiesCfg(),
    "visual_material": sim_utils.PreviewSurfaceCfg(diffuse_color=(0.0, 1.0, 0.0), metallic=0.2),
}


def design_scene() -> dict[str, Articulation | DeformableObject | RigidObject | RigidObjectCollection]:
    """Ground, light, and a cone, a soft cube, two balls and a cartpole at each origin."""
    cfg = sim_utils.GroundPlaneCfg()
    cfg.func("/World/defaultGroundPlane", cfg)
    cfg = sim_utils.DomeLightCfg(intensity=2000.0, color=(0.8, 0.8, 0.8))
    cfg.func("/World/Light", cfg)
    for i, origin in enumerate(ORIGINS):
        prim_utils.create_prim(f"/World/Origin{i}", "Xform", translation=origin)
    cone = RigidObjectCfg(
        prim_path="/World/Origin.*/Cone",
        spawn=sim_utils.ConeCfg(radius=0.1, height=0.2, **SOLID),
        init_state=RigidObjectCfg.InitialStateCfg(),
    )
    cube = DeformableObjectCfg(
        prim_path="/World/Origin.*/Cube",
        spawn=sim_utils.MeshCuboidCfg(
            size=(0.2, 0.2, 0.2),
            deformable_props=sim_utils.DeformableBodyPropertiesCfg(
                rest_offset=0.0, contact_offset=0.001, simulation_hexahedral_resolution=4
            ),
            visual_material=sim_utils.PreviewSurfaceCfg(diffuse_color=(0.5, 0.1, 0.0)),
            physics_material=sim_utils.DeformableBodyMaterialCfg(poissons_ratio=0.4, youngs_modulus=1e5),
        ),
        init_state=DeformableObjectCfg.InitialStateCfg(pos=(0.0, 0.0, 1.0)),
        debug_vis=True,
    )
    balls = RigidObjectCollectionCfg(
        rigid_objects={
            name: RigidObjectCfg(
                prim_path=f"/World/Origin.*/{name}",
                spawn=sim_utils.SphereCfg(radius=0.05, **SOLID),
                init_state=RigidObjectCfg.InitialStateCfg(pos=(0.3, y, 0.5)),
            )
            for name, y in (("Left", 0.1), ("Right", -0.1))
        }
    )
    cartpole_cfg = CARTPOLE_CFG.copy()
    cartpole_cfg.prim_path = "/World/Origin.*/Robot"
    return {
        "cone": RigidObject(cfg=cone),
        "cube": DeformableObject(cfg=cube),
        "balls": RigidObjectCollection(cfg=balls),
        "cartpole": Articulation(cfg=cartpole_cfg),
    }


def reset(entities: dict, origins: torch.Tensor) -> None:
    """Put everything back, each at its origin with some noise."""
    cone, cube, balls, cartpole = (entities[name] for name in ("cone", "cube", "balls", "cartpole"))
    state = cone.data.default_root_state.clone()
    state[:, :3] += origins
    state[:, :3] += math_utils.sample_cylinder(0.1, (0.25, 0.5), cone.num_instances, cone.device)
    cone.write_root_pose_to_sim(state[:, :7])
    cone.write_root_velocity_to_sim(state[:, 7:])

    nodes = cube.data.default_nodal_state_w.clone()
    turn = math_utils.random_orientation(cube.num_instances, device=cube.device)
    nodes[..., :3] = cube.transform_nodal_pos(nodes[..., :3], torch.tensor([[0.0, 0.0, 0.2]]).repeat(3, 1), turn)
    cube.write_nodal_state_to_sim(nodes)
    target = cube.data.nodal_kinematic_target.clone()
    target[..., :3], target[..., 3] = nodes[..., :3], 1.0
    target[2, 0, 3] = 0.0  # the last cube hangs on one of its nodes
    cube.write_nodal_kinematic_target_to_sim(target)

    state = balls.data.default_object_state.clone()
    state[..., :3] += origins.unsqueeze(1)
    balls.write_object_link_pose_to_sim(state[..., :7])
    balls.write_object_com_velocity_to_sim(state[..., 7:])

    state = cartpole.data.default_root_state.clone()
    state[:, :3] += origins
    cartpole.write_root_pose_to_sim(state[:, :7])
    cartpole.write_root_velocity_to_sim(state[:, 7:])
    position, velocity = cartpole.data.default_joint_pos.clone(), cartpole.data.default_joint_vel.clone()
    cartpole.write_joint_state_to_sim(position + 0.1 * torch.rand_like(position), velocity)
    for entity in entities.values():
        entity.reset()


def main() -> None:
    """Two episodes."""
    torch.manual_seed(0)
    sim = SimulationContext(sim_utils.SimulationCfg(dt=0.01, device=args_cli.device))
    sim.set_camera_view(eye=[3.0, 0.0, 1.0], target=[0.0, 0.0, 0.5])
    entities = design_scene()
    origins = torch.tensor(ORIGINS, device=sim.device)
    sim.reset()
    for _ in range(2):
        reset(entities, origins)
        for _ in range(40):
            efforts = 5.0 * torch.randn_like(entities["cartpole"].data.joint_pos)
            entities["cartpole"].set_joint_effort_target(efforts)
            for entity in entities.values():
                entity.write_data_to_sim()
            sim.step()
            for entity in entities.values():
                entity.update(sim.get_physics_dt())
    balls, cube = entities["balls"], entities["cube"]
    print("balls at", [round(height, 2) for height in balls.data.object_pos_w[..., 2].flatten().tolist()])
    ids, names = balls.find_objects(["Right"])
    masses = balls.reshape_view_to_data(balls.root_physx_view.get_masses())
    print("masses", names, tuple(masses[:, ids].shape), tuple(balls.data.default_mass.shape))
    heights = cube.data.root_pos_w[:, 2]
    print("the last cube hangs", (heights[2] > heights[:2] + 0.2).tolist())
    print("cone off by", entities["cone"].data.root_state_w[:, :2].sub(origins[:, :2]).norm(dim=1).max().item() < 0.4)


if __name__ == "__main__":
    main()
    simulation_app.close()
