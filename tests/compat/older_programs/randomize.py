"""Events of tasks for the older Isaac Lab: masses, materials, gains, pushes and resets of some environments.

``PACKAGE`` is replaced by the package of the dialect.
"""

import argparse

from PACKAGE.app import AppLauncher

parser = argparse.ArgumentParser(description="Randomise quadrupeds.")
AppLauncher.add_app_launcher_args(parser)
args_cli = parser.parse_args()
app_launcher = AppLauncher(args_cli)
simulation_app = app_launcher.app

# ruff: noqa: E402, T201
import PACKAGE.sim as sim_utils
import PACKAGE.utils.math as math_utils
import torch
from PACKAGE.actuators import ImplicitActuatorCfg
from PACKAGE.assets import Articulation, ArticulationCfg, AssetBaseCfg, RigidObject, RigidObjectCfg
from PACKAGE.scene import InteractiveScene, InteractiveSceneCfg
from PACKAGE.utils import configclass
from PACKAGE_assets import ANYMAL_C_CFG

import carb

ALL = slice(None)


@configclass
class SceneCfg(InteractiveSceneCfg):
    """A quadruped and a box on the ground."""

    ground = AssetBaseCfg(prim_path="/World/ground", spawn=sim_utils.GroundPlaneCfg())
    robot: ArticulationCfg = ANYMAL_C_CFG.replace(
        prim_path="{ENV_REGEX_NS}/Robot",
        actuators={"legs": ImplicitActuatorCfg(joint_names_expr=[".*"], stiffness=300.0, damping=8.0)},
    )
    box = RigidObjectCfg(
        prim_path="{ENV_REGEX_NS}/Box",
        spawn=sim_utils.CuboidCfg(
            size=(0.2, 0.2, 0.2),
            rigid_props=sim_utils.RigidBodyPropertiesCfg(max_depenetration_velocity=1.0),
            mass_props=sim_utils.MassPropertiesCfg(mass=0.5),
            collision_props=sim_utils.CollisionPropertiesCfg(),
            physics_material=sim_utils.RigidBodyMaterialCfg(static_friction=0.7, dynamic_friction=0.7),
        ),
        init_state=RigidObjectCfg.InitialStateCfg(pos=(1.5, 0.0, 0.2), rot=(0.0, 0.0, 0.0, 1.0)),
    )


def draw(low: float, high: float, *shape: int, device: str = "cpu") -> torch.Tensor:
    """Random numbers."""
    return math_utils.sample_uniform(low, high, shape, device)


def randomize_materials(asset: Articulation | RigidObject, env_ids: torch.Tensor, body_ids: list[int] | slice) -> None:
    """Give the shapes of some bodies materials out of a few."""
    view = asset.root_physx_view
    buckets = draw(0.4, 0.8, 16, 3)
    samples = buckets[torch.randint(0, 16, (len(env_ids), view.max_shapes))]
    materials = view.get_material_properties()
    if body_ids == ALL:
        materials[env_ids] = samples
    else:
        counts = [asset._physics_sim_view.create_rigid_body_view(path).max_shapes for path in view.link_paths[0]]
        assert sum(counts) == view.max_shapes
        for body_id in body_ids:
            first = sum(counts[:body_id])
            shapes = slice(first, first + counts[body_id])
            materials[env_ids, shapes] = samples[:, shapes]
    view.set_material_properties(materials, env_ids)
    torch.testing.assert_close(view.get_material_properties(), materials)


def randomize_masses(asset: Articulation | RigidObject, env_ids: torch.Tensor, body_ids: list[int] | slice) -> None:
    """Scale masses, and inertias with them."""
    view, data = asset.root_physx_view, asset.data
    bodies = torch.arange(asset.num_bodies, dtype=torch.int) if body_ids == ALL else torch.tensor(body_ids)
    masses = view.get_masses()
    default = data.default_mass[env_ids[:, None], bodies].clone()
    masses[env_ids[:, None], bodies] = default * draw(0.8, 1.2, len(env_ids), len(bodies))
    view.set_masses(masses, env_ids)
    ratios = masses[env_ids[:, None], bodies] / default
    inertias = view.get_inertias()
    if isinstance(asset, Articulation):
        inertias[env_ids[:, None], bodies] = data.default_inertia[env_ids[:, None], bodies] * ratios[..., None]
    else:
        inertias[env_ids] = data.default_inertia[env_ids] * ratios
    view.set_inertias(inertias, env_ids)
    coms = view.get_coms().clone()
    if isinstance(asset, Articulation):
        coms[env_ids[:, None], bodies, :3] += draw(-0.02, 0.02, len(env_ids), len(bodies), 3)
    view.set_coms(coms, env_ids)
    for written, read in ((masses, view.get_masses()), (inertias, view.get_inertias()), (coms, view.get_coms())):
        torch.testing.assert_close(read, written)


def randomize_gains(asset: Articulation, env_ids: torch.Tensor, joint_ids: list[int]) -> None:
    """Scale the gains of some joints, in the actuator models and the engine."""
    for actuator in asset.actuators.values():
        assert actuator.joint_indices == ALL
        for name in ("stiffness", "damping"):
            gains = getattr(actuator, name)[env_ids].clone()
            gains[:, joint_ids] = getattr(asset.data, f"default_joint_{name}")[env_ids][:, joint_ids].clone()
            gains *= draw(0.8, 1.2, *gains.shape)
            getattr(actuator, name)[env_ids] = gains
            getattr(asset, f"write_joint_{name}_to_sim")(gains, joint_ids=actuator.joint_indices, env_ids=env_ids)
            torch.testing.assert_close(getattr(asset.data, f"joint_{name}")[env_ids], gains)
    armature = asset.data.default_joint_armature.clone()
    armature[env_ids[:, None], joint_ids] += 0.01
    asset.write_joint_armature_to_sim(armature[env_ids[:, None], joint_ids], joint_ids=joint_ids, env_ids=env_ids)


def push(asset: Articulation | RigidObject, env_ids: torch.Tensor, body_ids: list[int]) -> None:
    """Change velocities at once, and press on some bodies from now on."""
    velocity = asset.data.root_vel_w[env_ids]
    velocity += draw(-0.5, 0.5, *velocity.shape)
    asset.write_root_velocity_to_sim(velocity, env_ids=env_ids)
    forces, torques = draw(-5.0, 5.0, len(env_ids), len(body_ids), 3), draw(-1.0, 1.0, len(env_ids), len(body_ids), 3)
    asset.set_external_force_and_torque(forces, torques, env_ids=env_ids, body_ids=body_ids)


def reset_root(scene: InteractiveScene, name: str, env_ids: torch.Tensor) -> torch.Tensor:
    """Put roots near their defaults in their environments; returns the poses."""
    asset = scene[name]
    states = asset.data.default_root_state[env_ids].clone()
    offsets = draw(-0.5, 0.5, len(env_ids), 6)
    positions = states[:, :3] + scene.env_origins[env_ids] + offsets[:, :3].abs()
    turns = math_utils.quat_from_euler_xyz(*offsets[:, 3:].unbind(dim=1))
    poses = torch.cat([positions, math_utils.quat_mul(states[:, 3:7], turns)], dim=-1)
    asset.write_root_pose_to_sim(poses, env_ids=env_ids)
    asset.write_root_velocity_to_sim(states[:, 7:13] + 0.1 * offsets, env_ids=env_ids)
    torch.testing.assert_close(asset.data.root_state_w[env_ids, :7], poses, rtol=0.0, atol=1e-5)
    return poses


def reset_joints(asset: Articulation, env_ids: torch.Tensor, joint_ids: list[int] | slice) -> None:
    """Put joints near their defaults, within the soft limits."""
    rows = env_ids if joint_ids == ALL else env_ids[:, None]
    position = asset.data.default_joint_pos[rows, joint_ids].clone()
    velocity = asset.data.default_joint_vel[rows, joint_ids].clone()
    position += draw(-0.2, 0.2, *position.shape)
    limits, speeds = (
        asset.data.soft_joint_pos_limits[rows, joint_ids],
        asset.data.soft_joint_vel_limits[rows, joint_ids],
    )
    position.clamp_(limits[..., 0], limits[..., 1])
    velocity.clamp_(-speeds, speeds)
    asset.write_joint_state_to_sim(position, velocity, joint_ids=joint_ids, env_ids=env_ids)
    torch.testing.assert_close(asset.data.joint_pos[rows, joint_ids], position)


def step(sim: sim_utils.SimulationContext, scene: InteractiveScene) -> None:
    """One physics step, in which robots hold their default positions."""
    robot = scene["robot"]
    robot.set_joint_position_target(robot.data.default_joint_pos)
    scene.write_data_to_sim()
    sim.step(render=False)
    scene.update(sim.get_physics_dt())


def main() -> None:
    """All events, in some environments and in all."""
    torch.manual_seed(0)
    sim = sim_utils.SimulationContext(sim_utils.SimulationCfg(dt=0.005, device=args_cli.device))
    scene = InteractiveScene(SceneCfg(num_envs=6, env_spacing=3.0))
    sim.reset()
    robot, box = scene["robot"], scene.rigid_objects["box"]
    everyone, some = torch.arange(scene.num_envs), torch.tensor([0, 3, 4])
    base, _ = robot.find_bodies("base")
    hips, _ = robot.find_joints(".*HAA")
    randomize_materials(robot, everyone, ALL)
    randomize_materials(robot, some, base)
    randomize_materials(box, everyone, ALL)
    for asset, bodies in ((robot, base), (robot, ALL), (box, ALL)):
        randomize_masses(asset, some, bodies)
    randomize_gains(robot, some, hips)
    reset_joints(robot, some, ALL)
    reset_joints(robot, some, hips)
    reset_root(scene, "box", some)
    reset_root(scene, "robot", everyone)
    push(robot, some, base)
    push(box, some, [0])
    for _ in range(20):
        step(sim, scene)
    assert torch.isfinite(robot.data.root_state_w).all()

    state = scene.get_state(is_relative=True)
    step(sim, scene)
    part = {
        kind: {name: {key: value[some] for key, value in values.items()} for name, values in assets.items()}
        for kind, assets in state.items()
    }
    scene.reset_to(part, some, is_relative=True)
    poses = robot.data.root_state_w[some, :7] - torch.nn.functional.pad(scene.env_origins[some], (0, 4))
    torch.testing.assert_close(poses, state["articulation"]["robot"]["root_pose"][some], rtol=0.0, atol=1e-5)

    scene.reset()
    lifted = box.data.default_root_state.clone()
    lifted[:, :3] += scene.env_origins + torch.tensor([0.0, 0.0, 3.0])
    box.write_root_state_to_sim(lifted)
    sim.physics_sim_view.set_gravity(carb.Float3(0.0, 0.0, -5.0))
    for _ in range(20):
        step(sim, scene)
    print("falls at", [round(float(v), 3) for v in box.data.root_lin_vel_w[:, 2]])


if __name__ == "__main__":
    main()
    simulation_app.close()
