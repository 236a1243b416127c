"""``omni.isaac.lab`` does what Pippin does, with quaternions (w, x, y, z) and torch tensors.

What is compared is found by the types of Pippin's arrays and by the names of its methods, not by the table from which
the dialect is made.
"""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import torch
import warp as wp
from omni.isaac.lab.assets import (
    Articulation,
    AssetBase,
    DeformableObject,
    DeformableObjectCfg,
    DeformableObjectData,
    RigidObject,
    RigidObjectCfg,
    RigidObjectCollection,
    RigidObjectCollectionData,
    RigidObjectData,
)
from omni.isaac.lab.scene import InteractiveScene, InteractiveSceneCfg
from omni.isaac.lab.sensors import CameraData, SensorBase, TiledCamera, TiledCameraCfg
from omni.isaac.lab.utils import configclass

import pippin.assets
from omni.isaac.lab import sim as sim_utils
from pippin.assets.array_properties import ArrayProperty
from pippin.physics.views.tendon_view import TENDON_PROPERTIES
from pippin.sim import DeformableBodyMaterialCfg, DeformableBodyPropertiesCfg
from pippin.utils import ProxyArray

from .conftest import NUM_ENVS, SOLID

pytestmark = pytest.mark.filterwarnings("error::DeprecationWarning")


def wxyz(values: torch.Tensor, begin: int) -> torch.Tensor:
    """Values with the last component of the quaternion that begins at a place moved to its front."""
    order = list(range(values.shape[-1]))
    order.insert(begin, order.pop(begin + 3))
    return values[..., order]


def expected(array: ProxyArray | torch.Tensor) -> torch.Tensor:
    """What the older dialect should give for an array of Pippin, by the type of its elements."""
    if isinstance(array, torch.Tensor):
        return array
    if array.dtype is wp.quatf:
        return wxyz(array.torch, 0)
    is_state = array.dtype is wp.float32 and array.shape[-1:] == (13,)
    return wxyz(array.torch, 3) if array.dtype is wp.transformf or is_state else array.torch


# -- reading -----------------------------------------------------------------------------------------------------------

ENTITIES = ("arm", "hand", "drone", "cube", "balls", "frames", "wrenches", "pva")

both_dialects = pytest.mark.parametrize("older_scene", ["omni.isaac.lab", "isaaclab"], indirect=True)
"""For Isaac Lab up to version 1, and for version 2."""

OLDER_SHAPES = {("cube", "default_inertia"): (NUM_ENVS, 9), ("balls", "default_mass"): (NUM_ENVS, 2, 1)}
"""Quantities whose documented shape changed with version 3."""


def array_names(data: object) -> list[str]:
    """Public properties with arrays, and attributes that are tensors."""
    properties = inspect.getmembers_static(type(data), lambda member: isinstance(member, ArrayProperty))
    tensors = [name for name, value in vars(data).items() if isinstance(value, torch.Tensor)]
    return [name for name in (*dict(properties), *tensors) if not name.startswith("_")]


@both_dialects
@pytest.mark.parametrize("entity", ENTITIES)
def test_every_quantity_is_pippins(older_scene: InteractiveScene, entity: str) -> None:
    disturb(older_scene)
    data = older_scene[entity].data
    names = array_names(data._newer)
    assert names
    for name in names:
        older = getattr(data, name)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            newer = getattr(data._newer, name)
        if newer is None:  # only there if the config asks for it
            assert older is None
            continue
        assert isinstance(older, torch.Tensor), name
        wanted = expected(newer)
        wanted = wanted.reshape(OLDER_SHAPES.get((entity, name), wanted.shape))
        torch.testing.assert_close(older, wanted, rtol=0.0, atol=0.0, msg=name)


def disturb(scene: InteractiveScene) -> None:
    """Let everything turn for some steps, so that no quantity is 0 and no quaternion symmetric."""
    generator = torch.Generator().manual_seed(0)
    for name in ("arm", "cube"):
        velocity = torch.randn(NUM_ENVS, 6, generator=generator)
        scene[name].write_root_velocity_to_sim(velocity)
    scene["balls"].write_object_velocity_to_sim(torch.randn(NUM_ENVS, 2, 6, generator=generator))
    scene["arm"].set_joint_position_target(torch.full((NUM_ENVS, 2), 0.7))
    step(scene, 10)


def step(scene: InteractiveScene, count: int = 1) -> None:
    simulation = sim_utils.SimulationContext.instance()
    for _ in range(count):
        scene.write_data_to_sim()
        simulation.step(render=False)
        scene.update(simulation.get_physics_dt())


@pytest.mark.parametrize("entity", ENTITIES)
def test_names_and_numbers_are_pippins(older_scene: InteractiveScene, entity: str) -> None:
    older = older_scene[entity]
    names = ("num_instances", "device", "body_names", "joint_names", "object_names", "is_initialized")
    tendons = ("fixed_tendon_names", "num_fixed_tendons", "spatial_tendon_names", "num_spatial_tendons")
    for name in (*names, *tendons, "thruster_names", "num_thrusters"):
        value = getattr(older, name, None)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            assert value == getattr(older._newer, name, None)


@pytest.mark.parametrize("entity", ["arm", "cube", "balls"])
def test_views_speak_physx(older_scene: InteractiveScene, entity: str) -> None:
    """Tensors, but quaternions (x, y, z, w), as PhysX has them."""
    disturb(older_scene)
    view, data = older_scene[entity].root_physx_view, older_scene[entity]._newer.data
    transforms = view.get_root_transforms() if entity == "arm" else view.get_transforms()
    wanted = data.root_link_pose_w if entity != "balls" else data.body_link_pose_w
    assert isinstance(transforms, torch.Tensor)
    torch.testing.assert_close(transforms, wanted.torch.reshape(-1, 7), rtol=0.0, atol=1e-6)
    masses = view.get_masses().clone()
    masses[0, 0] = 9.0
    view.set_masses(masses, torch.tensor([0]))
    assert float(data.body_mass.torch[0, 0]) == 9.0
    assert older_scene[entity].root_physx_view is view


@pytest.mark.parametrize("entity", ["arm", "cube", "balls"])
def test_views_push_as_assets_of_isaaclab_do(older_scene: InteractiveScene, entity: str) -> None:
    """With a row for each body: as much momentum as the pushes of 1 N s give, less what gravity takes."""
    asset = older_scene[entity]
    simulation = sim_utils.SimulationContext.instance()
    masses = asset.root_physx_view.get_masses().reshape(NUM_ENVS, -1, 1)
    upwards = torch.zeros(masses.numel(), 3)
    upwards[:, 2] = 1.0 / simulation.get_physics_dt()
    asset.root_physx_view.apply_forces_and_torques_at_position(
        force_data=upwards, torque_data=None, position_data=None, indices=None, is_global=True
    )
    older_scene.write_data_to_sim()
    simulation.step(render=False)
    older_scene.update(simulation.get_physics_dt())
    momentum = (masses * asset.data.body_com_lin_vel_w.reshape(NUM_ENVS, -1, 3)).sum(dim=1)
    fallen = 9.81 * simulation.get_physics_dt() * masses.sum(dim=1)[:, 0]
    torch.testing.assert_close(momentum[:, 2], masses.shape[1] - fallen, rtol=0.0, atol=1e-2)


# -- writing -----------------------------------------------------------------------------------------------------------


def poses(*shape: int) -> torch.Tensor:
    values = torch.randn(*shape, 7)
    values[..., 3:] = torch.nn.functional.normalize(values[..., 3:], dim=-1)
    return values


def inertias(*shape: int) -> torch.Tensor:
    factors = torch.randn(*shape, 3, 3)
    return (factors @ factors.mT + torch.eye(3)).reshape(*shape, 9)


def limits(*shape: int) -> torch.Tensor:
    return torch.stack([-1.0 - torch.rand(shape), 1.0 + torch.rand(shape)], dim=-1)


WITH_QUATERNIONS = ("pose", "state", "coms")
SHAPES: dict[str, Callable[..., torch.Tensor]] = {
    "pose": poses,
    "state": lambda *shape: torch.cat([poses(*shape), torch.randn(*shape, 6)], dim=-1),
    "velocity": lambda *shape: torch.randn(*shape, 6),
    "velocities": lambda *shape: torch.randn(*shape, 6),
    "coms": poses,
    "inertias": inertias,
    "forces": lambda *shape: torch.randn(*shape, 3),
    "torques": lambda *shape: torch.randn(*shape, 3),
}
"""Values by a part of the parameter's name: the elements of a root, a body or an object."""


def values_of(asset: Any, method: str, parameter: str) -> torch.Tensor:
    """Random values for all instances, as Pippin has them."""
    if "tendon" in method:
        columns = asset.num_fixed_tendons if "fixed" in method else asset.num_spatial_tendons
        return limits(NUM_ENVS, columns) if parameter == "limit" else 0.1 + torch.rand(NUM_ENVS, columns)
    if "thrust" in method:
        return 0.1 + torch.rand(NUM_ENVS, asset.num_thrusters)
    kind = next((kind for kind in SHAPES if kind in parameter), None)
    if kind is None or "joint" in method:  # numbers of joints or bodies
        columns = asset.num_bodies if parameter == "masses" else asset.num_joints
        is_position_limit = ("limit" in method and "position" in method) or method.startswith("write_joint_limits")
        return limits(NUM_ENVS, columns) if is_position_limit else 0.1 + torch.rand(NUM_ENVS, columns)
    is_of_root = parameter.startswith("root_")
    return SHAPES[kind](NUM_ENVS) if is_of_root else SHAPES[kind](NUM_ENVS, asset.num_bodies)


def written_parameters(member: Callable) -> list[str]:
    """Parameters of a method that take values."""
    return [
        parameter.name
        for parameter in inspect.signature(member).parameters.values()
        if parameter.default is inspect.Parameter.empty and parameter.name != "self"
    ]


def writes() -> list[tuple[str, str]]:
    """Each asset, and each of its methods that takes arrays for all instances.

    The hand stands for articulations with tendons, the drone for what multirotors have beside other articulations.
    """
    found = []
    classes = {"arm": Articulation, "drone": MULTIROTOR, "cube": RigidObject, "balls": RigidObjectCollection}
    for entity, cls in classes.items():
        for name, member in inspect.getmembers(cls, inspect.isfunction):
            is_write = name.startswith(("write_", "set_")) and not name.startswith(("set_debug", "set_visib"))
            is_articulations = entity == "drone" and member is getattr(Articulation, name, None)
            if is_write and written_parameters(member) and not is_articulations:
                found.append(("hand" if "tendon" in name else entity, name))
    return found


MULTIROTOR = Articulation._dialect.counterpart(pippin.assets.Multirotor)


def snapshot(asset: Any) -> dict[str, torch.Tensor]:
    """All that Pippin's data hold, in Pippin's order, and what the engine has of tendons."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        arrays = {name: getattr(asset._newer.data, name) for name in array_names(asset._newer.data)}
        wrenches = asset._newer.permanent_wrench_composer
        arrays |= {"composed_force": wrenches.composed_force, "composed_torque": wrenches.composed_torque}
    arrays |= {name: ProxyArray(array) for name, array in engine_tendons(asset).items()}
    return {name: (a if isinstance(a, torch.Tensor) else a.torch).clone() for name, a in arrays.items()}


def engine_tendons(asset: Any) -> dict[str, wp.array]:
    """Properties of tendons that the engine has, by kind and name."""
    view = asset._newer.root_view
    found = {}
    for kind in ("fixed", "spatial"):
        tendons = getattr(view, f"{kind}_tendons", None)
        if tendons is not None:
            for name, dtype in TENDON_PROPERTIES.items():
                out = wp.empty((NUM_ENVS, tendons.num_tendons), dtype=dtype, device="cpu")
                found[f"{kind} {name} in the engine"] = tendons.read(name, out)
    return found


@both_dialects
@pytest.mark.parametrize(("entity", "name"), writes())
def test_every_write_is_pippins(older_scene: InteractiveScene, entity: str, name: str) -> None:
    torch.manual_seed(0)
    asset, method = older_scene[entity], getattr(older_scene[entity], name)
    newer = {parameter: values_of(asset, name, parameter) for parameter in written_parameters(method)}
    older = {
        parameter: wxyz(values, 0 if values.shape[-1] == 4 else 3)
        if any(kind in parameter for kind in WITH_QUATERNIONS)
        else values
        for parameter, values in newer.items()
    }
    before = snapshot(asset)
    method(**older)
    by_older = snapshot(asset)
    start_again(older_scene)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        getattr(asset._newer, name)(**newer)
    by_newer = snapshot(asset)
    for quantity in by_newer:
        torch.testing.assert_close(by_older[quantity], by_newer[quantity], rtol=0.0, atol=1e-6, msg=quantity)
    assert any(not torch.equal(before[quantity], by_newer[quantity]) for quantity in before)


HANDING_OVER = [
    name
    for name, member in inspect.getmembers(Articulation, inspect.isfunction)
    if name.startswith("write_") and "tendon" in name and not written_parameters(member)
]


@both_dialects
@pytest.mark.parametrize("name", HANDING_OVER)
def test_properties_of_tendons_are_handed_over(older_scene: InteractiveScene, name: str) -> None:
    """What was set reaches the engine with these methods, which take no values."""
    torch.manual_seed(0)
    hand = older_scene["hand"]
    kind = "fixed" if "fixed" in name else "spatial"
    values = 0.1 + torch.rand(NUM_ENVS, 2)
    getattr(hand, f"set_{kind}_tendon_stiffness")(values)
    quantity = f"{kind} stiffness in the engine"
    assert not engine_tendons(hand)[quantity].numpy().any()
    getattr(hand, name)()
    torch.testing.assert_close(snapshot(hand)[quantity], values, rtol=0.0, atol=0.0)


def test_what_tendons_and_rotors_are_written_with_is_tried() -> None:
    """By the names of all versions: otherwise the two tests above might find nothing to try."""
    names = {name for entity, name in writes() if entity == "hand"}
    for name in ("fixed_tendon_stiffness", "fixed_tendon_rest_length", "spatial_tendon_offset"):
        assert {f"set_{name}", f"set_{name}_index", f"set_{name}_mask"} <= names
    assert {"set_fixed_tendon_limit", "set_fixed_tendon_position_limit_index"} <= names
    assert ("drone", "set_thrust_target") in writes()
    assert {"write_fixed_tendon_properties_to_sim", "write_spatial_tendon_properties_to_sim_index"} <= {*HANDING_OVER}


def start_again(scene: InteractiveScene) -> None:
    """Stop and play: state and properties are those of the configs."""
    simulation = sim_utils.SimulationContext.instance()
    simulation.stop()
    simulation.reset()


def test_some_instances_are_written_by_position(older_scene: InteractiveScene) -> None:
    """As programs do: values, then ids, in the order of that time."""
    arm, balls = older_scene["arm"], older_scene["balls"]
    pose = wxyz(poses(2), 3)
    before = arm.data.root_link_state_w.clone()
    arm.write_root_pose_to_sim(pose, torch.tensor([2, 0]))
    after = arm.data.root_link_state_w
    torch.testing.assert_close(after[[2, 0], :7].abs(), pose.abs())
    torch.testing.assert_close(after[1], before[1])
    state = torch.cat([wxyz(poses(1, 1), 3), torch.ones(1, 1, 6)], dim=-1)
    balls.write_object_state_to_sim(state, torch.tensor([1]), torch.tensor([1]))
    torch.testing.assert_close(balls.data.object_state_w[1, 1].abs(), state[0, 0].abs())
    forces = torch.ones(1, 1, 3)
    arm.set_external_force_and_torque(forces, 0.0 * forces, [1], [2])
    acting = arm.permanent_wrench_composer.composed_force
    assert isinstance(acting, torch.Tensor)
    assert acting.nonzero()[:, :2].unique(dim=0).tolist() == [[2, 1]]
    arm.write_joint_state_to_sim(torch.full((1, 1), 0.5), torch.zeros(1, 1), [1], torch.tensor([0]))
    assert float(arm.data.joint_pos[0, 1]) == 0.5


def test_numbers_in_double_precision_are_taken(older_scene: InteractiveScene) -> None:
    pose = wxyz(poses(NUM_ENVS), 3).double()
    older_scene["cube"].write_root_pose_to_sim(pose)
    torch.testing.assert_close(older_scene["cube"].data.root_pos_w, pose[:, :3].float())


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((torch.zeros(NUM_ENVS, 6),), ValueError, r"'root_pose' should have shape \(3, 7\), not \(3, 6\)"),
        ((torch.zeros(NUM_ENVS, 7),), ValueError, "quaternions of length 0"),
        ((torch.zeros(1, 7), [7]), IndexError, r"'env_ids' holds \[7\]"),
        ((1.0,), TypeError, "'root_pose' should be a torch tensor"),
        ((1.0, None, 3), TypeError, r"write_root_pose_to_sim\(\) takes the arguments root_pose, env_ids"),
    ],
)
def test_what_pippin_refuses_is_refused(
    older_scene: InteractiveScene, arguments: tuple, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        older_scene["cube"].write_root_pose_to_sim(*arguments)


# -- soft bodies and multirotors ---------------------------------------------------------------------------------------

TURN = (0.8, 0.0, 0.6, 0.0)


@configclass
class SoftSceneCfg(InteractiveSceneCfg):
    """A soft cube in each environment, turned."""

    cube = DeformableObjectCfg(
        prim_path="{ENV_REGEX_NS}/Cube",
        spawn=sim_utils.MeshCuboidCfg(
            size=(0.2, 0.2, 0.2),
            deformable_props=DeformableBodyPropertiesCfg(simulation_hexahedral_resolution=2),
            physics_material=DeformableBodyMaterialCfg(youngs_modulus=2e5),
        ),
        init_state=DeformableObjectCfg.InitialStateCfg(pos=(0.0, 0.0, 1.0), rot=TURN),
    )


@pytest.fixture
def soft_cube(simulation: Any) -> Any:
    scene = InteractiveScene(SoftSceneCfg(num_envs=2, env_spacing=2.0))
    simulation.reset()
    return scene["cube"]


def test_every_quantity_of_a_soft_body_is_pippins(soft_cube: DeformableObject) -> None:
    data = soft_cube.data
    assert isinstance(data, DeformableObjectData)
    for name in array_names(data._newer):
        newer = getattr(data._newer, name)
        torch.testing.assert_close(getattr(data, name), expected(newer), rtol=0.0, atol=0.0, msg=name)
    unturned = torch.tensor([1.0, 0.0, 0.0, 0.0]).expand_as(data.sim_element_quat_w)
    torch.testing.assert_close(data.sim_element_quat_w, unturned, rtol=0.0, atol=1e-5)  # of gradients in float32


@pytest.mark.parametrize("name", ["nodal_state", "nodal_pos", "nodal_velocity", "nodal_kinematic_target"])
def test_every_write_of_a_soft_body_is_pippins(soft_cube: DeformableObject, name: str) -> None:
    parameter = {"nodal_velocity": "nodal_vel", "nodal_kinematic_target": "targets"}.get(name, name)
    quantity = {"targets": "nodal_kinematic_target"}.get(parameter, f"{parameter}_w")
    values = getattr(soft_cube.data, quantity).clone()
    values[1] += 0.01 * torch.rand_like(values[1])
    if parameter == "targets":
        values[1, :, 3] = 0.0
    getattr(soft_cube, f"write_{name}_to_sim")(values[1:], torch.tensor([1]))
    torch.testing.assert_close(getattr(soft_cube._newer.data, quantity).torch, values)


def test_nodes_are_turned_by_w_first(soft_cube: DeformableObject) -> None:
    nodes = soft_cube.data.nodal_pos_w
    upside_down = torch.tensor([[0.0, 1.0, 0.0, 0.0]]).repeat(2, 1)
    turned = soft_cube.transform_nodal_pos(nodes, quat=upside_down)
    centre = nodes.mean(dim=1, keepdim=True)
    wanted = centre + (nodes - centre) * torch.tensor([1.0, -1.0, -1.0])
    torch.testing.assert_close(turned, wanted, rtol=0.0, atol=1e-6)


def test_what_others_contributed_is_in_the_table() -> None:
    """``isaaclab_contrib`` has no package of its own in the first dialect."""
    dialect = Articulation._dialect
    cfg = dialect.counterpart(pippin.assets.MultirotorCfg)()
    assert cfg.init_state.rot == (1.0, 0.0, 0.0, 0.0)
    assert issubclass(cfg.class_type, Articulation)
    assert cfg.class_type._newer_class is pippin.assets.Multirotor


# -- cameras ---------------------------------------------------------------------------------------------------------


@configclass
class CameraSceneCfg(InteractiveSceneCfg):
    """A camera in each environment that looks down at a cube."""

    cube = RigidObjectCfg(prim_path="{ENV_REGEX_NS}/Cube", spawn=sim_utils.CuboidCfg(size=(1.0, 1.0, 0.2), **SOLID))
    camera = TiledCameraCfg(
        prim_path="{ENV_REGEX_NS}/Camera",
        offset=TiledCameraCfg.OffsetCfg(pos=(0.0, 0.0, 2.0), rot=(0.0, 1.0, 0.0, 0.0), convention="ros"),
        data_types=["rgb", "distance_to_image_plane"],
        spawn=sim_utils.PinholeCameraCfg(),
        width=8,
        height=6,
    )


def test_cameras_look_where_w_first_says(simulation: Any) -> None:
    scene = InteractiveScene(CameraSceneCfg(num_envs=2, env_spacing=4.0))
    simulation.reset()
    camera = scene["camera"]
    assert isinstance(camera, TiledCamera)
    camera.update(0.01, force_recompute=True)
    data = camera.data
    assert isinstance(data, CameraData)
    for name in ("quat_w_world", "quat_w_ros", "quat_w_opengl", "pos_w", "intrinsic_matrices"):
        torch.testing.assert_close(getattr(data, name), expected(getattr(data._newer, name)), rtol=0.0, atol=0.0)
    depth = data.output["distance_to_image_plane"]
    assert isinstance(depth, torch.Tensor)
    torch.testing.assert_close(depth[:, 3, 4].flatten(), torch.full((2,), 1.9), rtol=0.0, atol=1e-5)
    turned = torch.tensor([[0.0, 0.0, 1.0, 0.0]])  # looks down, the other way up
    camera.set_world_poses(scene.env_origins[:1] + torch.tensor([0.0, 0.0, 1.0]), turned, env_ids=[0], convention="ros")
    camera.update(0.01, force_recompute=True)
    torch.testing.assert_close(data.quat_w_ros[0].abs(), turned[0], rtol=0.0, atol=1e-6)
    torch.testing.assert_close(float(data.output["distance_to_image_plane"][0, 3, 4]), 0.9, rtol=0.0, atol=1e-5)


# -- what a program holds on to ----------------------------------------------------------------------------------------


def test_measured_states_stay_as_they_were(older_scene: InteractiveScene) -> None:
    """A program may keep the last velocity without a copy, since Isaac Lab makes new tensors."""
    data = older_scene["cube"].data
    velocity, quat = data.root_lin_vel_w, data.root_quat_w
    assert data.root_lin_vel_w is velocity
    kept = velocity.clone(), quat.clone()
    disturb(older_scene)
    assert data.root_lin_vel_w is not velocity
    assert not torch.equal(data.root_lin_vel_w, velocity)
    torch.testing.assert_close((velocity, quat), kept, rtol=0.0, atol=0.0)


def test_joint_positions_and_targets_are_one_memory(older_scene: InteractiveScene) -> None:
    data = older_scene["arm"].data
    positions, targets = data.joint_pos, data.joint_pos_target
    disturb(older_scene)
    assert data.joint_pos is positions
    torch.testing.assert_close(targets, torch.full((NUM_ENVS, 2), 0.7))


def test_default_states_belong_to_the_program(older_scene: InteractiveScene) -> None:
    arm, balls = older_scene["arm"].data, older_scene["balls"].data
    arm.default_root_state[:, 2] = 5.0
    arm.default_root_state[1, 3:7] = torch.tensor([0.0, 1.0, 0.0, 0.0])
    assert arm.default_root_state[1].tolist() == [0, 0, 5, 0, 1, 0, 0, *6 * [0]]
    assert arm.default_root_pose[1].tolist() == [0, 0, 5, 0, 1, 0, 0]
    arm.default_joint_pos = torch.ones(NUM_ENVS, 2)
    torch.testing.assert_close(arm._newer.default_joint_pos.torch, torch.ones(NUM_ENVS, 2))
    balls.default_object_state[0, 1, 7] = 3.0
    assert float(balls.default_body_vel[0, 1, 0]) == 3.0
    with pytest.raises(AttributeError):
        arm.root_pos_w = torch.zeros(NUM_ENVS, 3)


def test_tensors_of_thrusts_may_be_exchanged(older_scene: InteractiveScene) -> None:
    drone = older_scene["drone"]
    target = torch.full((NUM_ENVS, 2), 4.0)
    drone.data.thrust_target = target
    assert drone.data.thrust_target is drone._newer.data.thrust_target is target


# -- scenes ------------------------------------------------------------------------------------------------------------


def test_scenes_hand_out_what_they_were_given(older_scene: InteractiveScene) -> None:
    entities = {"light", "arm", "hand", "drone", "cube", "balls", "frames", "wrenches", "pva"}
    assert set(older_scene.keys()) == {*entities, "wrenches_of_hand", "wrenches_of_drone"}
    arm = older_scene["arm"]
    assert isinstance(arm, Articulation)
    assert isinstance(arm, AssetBase)
    assert not isinstance(arm, RigidObject)
    assert isinstance(older_scene["frames"], SensorBase)
    assert older_scene["arm"] is arm is older_scene.articulations["arm"]
    assert isinstance(arm.data, type(older_scene.articulations["arm"].data))
    assert isinstance(older_scene["cube"].data, RigidObjectData)
    assert isinstance(older_scene["balls"].data, RigidObjectCollectionData)
    assert not isinstance(arm, pippin.assets.Articulation)
    assert arm.cfg.init_state.rot == (0.8, 0.6, 0.0, 0.0)
    assert arm.cfg.prim_path == "/World/envs/env_.*/Arm"
    assert older_scene.cfg.arm.init_state.rot == (0.8, 0.6, 0.0, 0.0)


def test_states_of_scenes_come_back(older_scene: InteractiveScene, caplog: pytest.LogCaptureFixture) -> None:
    start = {name: older_scene[name].data.body_state_w.clone() for name in ("arm", "cube", "balls")}
    state = older_scene.get_state(is_relative=True)
    cube = state["rigid_object"]["cube"]["root_pose"]
    torch.testing.assert_close(cube, torch.tensor([1.0, 0.0, 1.0, 0.8, 0.0, 0.0, 0.6]).repeat(NUM_ENVS, 1))
    disturb(older_scene)
    older_scene.reset_to(state, torch.arange(NUM_ENVS), is_relative=True)
    assert "joints of multirotors" not in caplog.text
    for name, before in start.items():
        # positions of some metres, to which the origins of environments are added and taken off
        torch.testing.assert_close(older_scene[name].data.body_state_w, before, rtol=0.0, atol=2e-6)


@configclass
class EmptySceneCfg(InteractiveSceneCfg):
    """Nothing: what there is, a program makes by hand."""


class CountingObject(RigidObject):
    """An object of a program's own, which counts its steps."""

    def __init__(self, cfg: RigidObjectCfg) -> None:
        super().__init__(cfg)
        self.num_updates = 0

    def update(self, dt: float) -> None:
        self.num_updates += 1
        super().update(dt)


CUBE = RigidObjectCfg(
    prim_path="/World/envs/env_.*/Cube",
    spawn=sim_utils.CuboidCfg(size=(0.1, 0.1, 0.1), **SOLID),
    init_state=RigidObjectCfg.InitialStateCfg(rot=(0.0, 0.0, 1.0, 0.0)),
)


@pytest.fixture
def simulation() -> Iterator[Any]:
    with sim_utils.SimulationContext(sim_utils.SimulationCfg(dt=0.01, device="cpu")) as context:
        yield context


def test_what_programs_make_by_hand_belongs_to_the_scene(simulation: Any) -> None:
    scene = InteractiveScene(EmptySceneCfg(num_envs=2, env_spacing=2.0))
    cube = CountingObject(CUBE)
    scene.rigid_objects["cube"] = cube
    simulation.reset()
    step(scene, 3)
    assert cube.num_updates == 3
    assert scene["cube"] is cube
    assert dict(scene.rigid_objects) == {"cube": cube}
    pose = scene.get_state()["rigid_object"]["cube"]["root_pose"][0]
    torch.testing.assert_close(pose[3:], torch.tensor([0.0, 0.0, 1.0, 0.0]))
    del scene.rigid_objects["cube"]
    assert len(scene.rigid_objects) == 0


def test_classes_of_a_program_are_made_by_the_scene(simulation: Any) -> None:
    @configclass
    class OwnSceneCfg(InteractiveSceneCfg):
        cube = CUBE.replace(class_type=CountingObject)

    scene = InteractiveScene(OwnSceneCfg(num_envs=2, env_spacing=2.0))
    simulation.reset()
    step(scene, 2)
    assert isinstance(scene["cube"], CountingObject)
    assert scene["cube"].num_updates == 2


def test_configs_of_pippin_itself_are_understood(simulation: Any) -> None:
    """A program of the older dialect may take a config of Pippin, whose quaternions have their w last."""
    from pippin.assets import RigidObjectCfg as NewerCfg
    from pippin.sim import CuboidCfg

    state = NewerCfg.InitialStateCfg(rot=(0.0, 0.6, 0.0, 0.8))

    @configclass
    class MixedSceneCfg(InteractiveSceneCfg):
        cube = NewerCfg(
            prim_path="{ENV_REGEX_NS}/Cube", spawn=CuboidCfg(size=(0.1, 0.1, 0.1), **SOLID), init_state=state
        )

    scene = InteractiveScene(MixedSceneCfg(num_envs=2, env_spacing=2.0))
    simulation.reset()
    assert isinstance(scene["cube"], RigidObject)
    assert scene["cube"].cfg.init_state.rot == TURN
    torch.testing.assert_close(scene["cube"].data.root_quat_w, torch.tensor(TURN).repeat(2, 1))


def test_configs_are_left_as_they_are(simulation: Any) -> None:
    @configclass
    class OwnSceneCfg(InteractiveSceneCfg):
        cube = CUBE.replace(class_type=CountingObject)

    cfg = OwnSceneCfg(num_envs=2, env_spacing=2.0)
    before = cfg.to_dict()
    InteractiveScene(cfg)
    assert cfg.to_dict() == before
    assert cfg.cube.class_type is CountingObject


def test_markers_take_orientations(simulation: Any) -> None:
    from omni.isaac.lab.markers import VisualizationMarkers
    from omni.isaac.lab.markers.config import FRAME_MARKER_CFG
    from pxr import UsdGeom

    markers = VisualizationMarkers(FRAME_MARKER_CFG.replace(prim_path="/Visuals/frame"))
    markers.visualize(torch.zeros(1, 3), torch.tensor([[0.8, 0.0, 0.6, 0.0]]))
    instancer = UsdGeom.PointInstancer(simulation.stage.GetPrimAtPath(markers.prim_path))
    quaternion = instancer.GetOrientationsAttr().Get()[0]
    # half precision
    assert [quaternion.real, *quaternion.imaginary] == pytest.approx([0.8, 0.0, 0.6, 0.0], abs=1e-3)
