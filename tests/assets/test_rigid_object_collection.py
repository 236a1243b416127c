"""Collections: what they read and write is what single rigid objects at the same prims read and write."""

from __future__ import annotations

import contextlib
import importlib
import inspect
import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
import torch

import pippin.assets
from pippin.assets import (
    RigidObject,
    RigidObjectCfg,
    RigidObjectCollection,
    RigidObjectCollectionCfg,
    RigidObjectCollectionData,
)
from pippin.quantities.properties import ArrayProperty
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sim import (
    CuboidCfg,
    MassCfg,
    MultiAssetSpawnerCfg,
    SimulationCfg,
    UsdPhysicsCollisionCfg,
    UsdPhysicsRigidBodyCfg,
)
from pippin.sim import SimulationContext as Simulation
from pippin.utils import configclass

from .conftest import MakeStage, Mechanism, Stage

N = 4
NAMES = ["Rod", "Plate", "Ball"]
BODIES = """
<mujoco>
  <worldbody>
    <body name="Ball" pos="0 2 1">
      <freejoint/>
      <inertial mass="{mass}" pos="0 0 0" diaginertia="0.01 0.01 0.01"/>
    </body>
    <body name="Plate" pos="0 1 1">
      <freejoint/>
      <inertial mass="2" pos="0.05 -0.02 0.1" quat="0.9 0.1 0.3 0.2" diaginertia="0.01 0.02 0.025"/>
    </body>
    <body name="Rod" pos="0 0 1">
      <freejoint/>
      <inertial mass="0.5" pos="0 0.1 0" quat="0.6 0.5 0 0.3" diaginertia="0.001 0.02 0.02"/>
    </body>
    <body name="Lift" mocap="true" pos="0 3 1"/>
  </worldbody>
</mujoco>
"""
"""Bodies whose order in the file is not that of the collection; environments differ in the mass of the ball."""


@dataclass
class Objects:
    """A collection in a random state, and a rigid object for each of its objects."""

    stage: Stage
    collection: RigidObjectCollection
    singles: list[RigidObject]

    def of_singles(self, quantity: str) -> torch.Tensor:
        """A root's quantity of all objects, shape (N, 3, ...)."""
        return torch.stack([getattr(single.data, quantity).torch for single in self.singles], dim=1)


@pytest.fixture
def objects(make_stage: MakeStage, backend: tuple[str, str]) -> Iterator[Objects]:
    with in_random_states(make_objects(make_stage, backend)) as objects:
        yield objects


def make_objects(make_stage: MakeStage, backend: tuple[str, str]) -> Objects:
    mechanisms = [Mechanism(BODIES.format(mass=mass)) for mass in (1.0, 3.0)]
    stage = make_stage(*mechanisms, num_envs=N, backend=backend, gravity=(1.0, -2.0, -9.0))
    init_states = {
        name: {"init_state": RigidObjectCfg.InitialStateCfg(pos=(0.0, i, 1.0), lin_vel=(i, 0.0, 0.0))}
        for i, name in enumerate(NAMES)
    }
    collection = stage.collection(**init_states)
    singles = [stage.rigid_object(name, **init_states[name]) for name in NAMES]
    stage.sim.reset()
    return Objects(stage, collection, singles)


@contextlib.contextmanager
def in_random_states(objects: Objects) -> Iterator[Objects]:
    """Objects that are moving somewhere; tensors are made on their device."""
    torch.manual_seed(0)
    with torch.device(objects.collection.device):
        objects.collection.write_body_pose_to_sim_index(body_poses=random_poses(N, 3))
        objects.collection.write_body_velocity_to_sim_index(body_velocities=torch.randn(N, 3, 6))
        yield objects


def random_poses(*shape: int) -> torch.Tensor:
    poses = torch.randn(*shape, 7)
    poses[..., 3:] = torch.nn.functional.normalize(poses[..., 3:], dim=-1)
    return poses


def assert_equal(actual: torch.Tensor, expected: torch.Tensor, name: str = "") -> None:
    """Compare; of the two quaternions of a rotation, either is right. A failure names what was compared."""
    if actual.shape[-1] == 7:
        same_sign = (actual[..., 3:] * expected[..., 3:]).sum(dim=-1, keepdim=True).sign()
        expected = torch.cat([expected[..., :3], same_sign * expected[..., 3:]], dim=-1)
    # one rounding for the environment's origin or for the rotation into another frame, at magnitudes of some units
    torch.testing.assert_close(actual, expected, rtol=1e-5, atol=1e-5, msg=lambda text: f"{name}: {text}")


# -- reading -----------------------------------------------------------------------------------------------------------

OWN = {"default_body_state": "default_root_state", "GRAVITY_VEC_W": "GRAVITY_VEC_W", "FORWARD_VEC_B": "FORWARD_VEC_B"}
"""Quantities whose names do not follow from those of a root."""


def quantities() -> list[tuple[str, str]]:
    """Each property of the collection's data, and that of a rigid object whose values it should have."""
    names = [name for name, _ in inspect.getmembers(RigidObjectCollectionData, lambda m: isinstance(m, ArrayProperty))]
    pairs = []
    for name in names:
        root = OWN.get(name, name.replace("body_", "root_").replace("object_", "root_"))
        if hasattr(pippin.assets.RigidObjectData, root) and not name.startswith("_"):
            pairs.append((name, root))
    return pairs


@pytest.mark.filterwarnings("ignore:.*deprecated:DeprecationWarning")
def test_quantities_are_those_of_single_objects(objects: Objects) -> None:
    objects.stage.step(objects.collection, *objects.singles, count=3)
    assert len(quantities()) > 50
    for name, root in quantities():
        actual, expected = getattr(objects.collection.data, name).torch, objects.of_singles(root)
        assert actual.shape == expected.reshape(actual.shape).shape, name
        assert_equal(actual, expected.reshape(actual.shape), name)


def test_properties_of_all_objects_are_read(objects: Objects) -> None:
    """Where a root has no such property, a body has: masses, inertias, accelerations, centres of mass."""
    data = objects.collection.data
    for name in ("body_mass", "body_inertia", "body_com_acc_w", "body_com_pose_b", "object_acc_w", "object_lin_acc_w"):
        body = name.replace("object_", "body_")
        singles = torch.cat([getattr(single.data, body).torch for single in objects.singles], dim=1)
        assert_equal(getattr(data, name).torch, singles)
    assert data.body_mass.torch[:, 2].tolist() == [1.0, 3.0, 1.0, 3.0]


def test_objects_go_by_their_names_in_the_config(objects: Objects) -> None:
    collection = objects.collection
    assert collection.object_names == collection.body_names == collection.data.object_names == NAMES
    assert (collection.num_instances, collection.num_objects, collection.num_bodies) == (N, 3, 3)
    ids, names = collection.find_objects(["Ball", "R.*"], preserve_order=True)
    assert (ids.tolist(), names) == ([2, 0], ["Ball", "Rod"])
    assert ids.dtype == torch.int64
    with pytest.raises(ValueError, match="Rod.*Plate.*Ball"):
        collection.find_objects("Cube")


# -- mass properties, kinematic objects, motion ------------------------------------------------------------------------


def test_mass_properties_belong_to_objects(objects: Objects) -> None:
    masses = torch.tensor([[4.0, 5.0]])
    objects.collection.set_masses_index(masses=masses, env_ids=[2], body_ids=[0, 2])
    assert objects.collection.data.body_mass.torch.tolist() == [
        [0.5, 2.0, 1.0],
        [0.5, 2.0, 3.0],
        [4.0, 2.0, 5.0],
        [0.5, 2.0, 3.0],
    ]


def test_kinematic_objects_take_poses_and_have_no_velocity(make_stage: MakeStage) -> None:
    stage = make_stage(Mechanism(BODIES.format(mass=1.0)), num_envs=2)
    collection = stage.collection(Ball={}, Lift={})
    stage.sim.reset()
    poses = random_poses(2, 2)
    collection.write_body_pose_to_sim_index(body_poses=poses)
    collection.write_body_velocity_to_sim_index(body_velocities=torch.ones(2, 2, 6))
    stage.step(collection, count=10)
    assert_equal(collection.data.body_link_pose_w.torch[:, 1], poses[:, 1])
    assert_equal(collection.data.body_com_vel_w.torch[:, 1], torch.zeros(2, 6))


# -- physics -----------------------------------------------------------------------------------------------------------


def stop_spinning(collection: RigidObjectCollection) -> None:
    """Leave the objects only their linear velocities: a spin about the centre of mass costs accuracy of order dt."""
    velocities = collection.data.body_com_vel_w.torch.clone()
    velocities[..., 3:] = 0.0
    collection.write_body_com_velocity_to_sim_index(body_velocities=velocities)


def test_objects_fall_independently_of_each_other(objects: Objects) -> None:
    """Each centre of mass moves as p = p0 + v0 t + g t (t + dt) / 2 (symplectic Euler), whatever the others do."""
    stage, collection = objects.stage, objects.collection
    stop_spinning(collection)
    start = collection.data.body_com_pos_w.torch.clone()
    velocity = collection.data.body_com_lin_vel_w.torch.clone()
    count, dt = 20, stage.sim.get_physics_dt()
    time, gravity = count * dt, torch.tensor([1.0, -2.0, -9.0])
    stage.step(collection, count=count)
    expected = start + velocity * time + gravity * time * (time + dt) / 2.0
    # single precision of positions of some 10 m, over 20 steps
    torch.testing.assert_close(collection.data.body_com_pos_w.torch, expected, rtol=0.0, atol=2e-5)


def test_wrenches_change_momenta_of_their_objects_only(objects: Objects) -> None:
    stage, collection = objects.stage, objects.collection
    stop_spinning(collection)
    forces, torques = torch.zeros(N, 3, 3), torch.zeros(N, 3, 3)
    forces[1, 2], forces[3, 0] = torch.tensor([3.0, 0.0, 1.0]), torch.tensor([0.0, -1.0, 2.0])
    collection.permanent_wrench_composer.set_forces_and_torques(forces, torques, is_global=True)
    gravity = torch.tensor([1.0, -2.0, -9.0])
    mass = collection.data.body_mass.torch[..., None]
    before = mass * collection.data.body_com_lin_vel_w.torch
    stage.step(collection, count=10)
    after = mass * collection.data.body_com_lin_vel_w.torch
    time = 10 * stage.sim.get_physics_dt()
    # single precision of momenta of some 3 kg m/s, over ten steps
    torch.testing.assert_close(after - before, (forces + mass * gravity) * time, rtol=0.0, atol=1e-5)


def test_wrenches_of_some_objects_are_reset(objects: Objects) -> None:
    collection = objects.collection
    forces = torch.ones(N, 3, 3)
    with pytest.warns(DeprecationWarning, match="set_external_force_and_torque"):
        collection.set_external_force_and_torque(forces, 2.0 * forces)
    collection.reset(env_ids=[0, 1], object_ids=[1])
    composer = collection.permanent_wrench_composer
    left = torch.ones(N, 3)
    left[:2, 1] = 0.0
    length = 3.0**0.5
    torch.testing.assert_close(composer.composed_force.torch.norm(dim=-1), length * left)
    torch.testing.assert_close(composer.composed_torque.torch.norm(dim=-1), 2.0 * length * left)
    with pytest.warns(DeprecationWarning, match="set_external_force_and_torque"):
        collection.set_external_force_and_torque(torch.zeros(0, 0, 3), torch.zeros(0, 0, 3))
    assert not composer.active


@pytest.mark.parametrize("name", ["object_ids", "body_ids"])
def test_deprecated_wrenches_act_at_points_in_world_axes(objects: Objects, name: str) -> None:
    """By the name of the objects of version 2 and of version 3."""
    collection = objects.collection
    turned = collection.data.default_body_pose.torch.clone()
    turned[..., 3:] = torch.tensor([0.0, 0.0, math.sqrt(0.5), math.sqrt(0.5)])
    collection.write_body_link_pose_to_sim_index(body_poses=turned)
    points = collection.data.body_com_pos_w.torch[:, [1]] + torch.tensor([0.0, 0.0, 2.0])
    force = torch.tensor([0.0, 3.0, 0.0]).repeat(N, 1, 1)
    with pytest.warns(DeprecationWarning, match="set_external_force_and_torque"):
        collection.set_external_force_and_torque(force, 0.0 * force, points, is_global=True, **{name: [1]})
    composer = collection.permanent_wrench_composer
    # in the axes of an object that a quarter turn about z brings x to the world's y, z x y = -x
    torch.testing.assert_close(composer.composed_force.torch[:, 1], torch.tensor([3.0, 0.0, 0.0]).repeat(N, 1))
    torch.testing.assert_close(composer.composed_torque.torch[:, 1], torch.tensor([0.0, 6.0, 0.0]).repeat(N, 1))
    assert not composer.composed_force.torch[:, [0, 2]].any()


# -- views, scenes and names -------------------------------------------------------------------------------------------


def test_the_view_has_a_row_for_each_object(objects: Objects) -> None:
    collection = objects.collection
    view = collection.root_view
    assert (view.count, view.num_links) == (3 * N, 1)
    rows = view.get_transforms().torch
    data = collection.reshape_view_to_data(rows)
    assert_equal(data, collection.data.body_link_pose_w.torch)
    torch.testing.assert_close(collection.reshape_data_to_view(data), rows, rtol=0.0, atol=0.0)
    view.set_masses(torch.full((3 * N, 1), 7.0), torch.tensor([4]))
    assert (collection.data.body_mass.torch == 7.0).nonzero().tolist() == [[1, 1]]
    with pytest.raises(ValueError, match="'data' should have 12 rows"):
        collection.reshape_view_to_data(torch.zeros(3, 7))
    with pytest.raises(ValueError, match=r"'data' should have shape \(4, 3\)"):
        collection.reshape_data_to_view(torch.zeros(3, 4, 7))


CUBE = {
    "rigid_props": UsdPhysicsRigidBodyCfg(),
    "mass_props": MassCfg(mass=1.0),
    "collision_props": UsdPhysicsCollisionCfg(),
}


@configclass
class ShelfSceneCfg(InteractiveSceneCfg):
    """Two cubes in each environment, of which one is small or large."""

    cubes: RigidObjectCollectionCfg = RigidObjectCollectionCfg(
        rigid_objects={
            "left": RigidObjectCfg(
                prim_path="{ENV_REGEX_NS}/Left",
                spawn=CuboidCfg(size=(0.1, 0.1, 0.1), **CUBE),
                init_state=RigidObjectCfg.InitialStateCfg(pos=(0.0, 1.0, 2.0)),
            ),
            "right": RigidObjectCfg(
                prim_path="{ENV_REGEX_NS}/Right",
                spawn=MultiAssetSpawnerCfg(
                    assets_cfg=[CuboidCfg(size=(0.1, 0.1, 0.1)), CuboidCfg(size=(0.3, 0.3, 0.3))],
                    random_choice=False,
                    **CUBE,
                ),
                init_state=RigidObjectCfg.InitialStateCfg(pos=(0.0, -1.0, 1.0), rot=(0.0, 0.0, 1.0, 0.0)),
            ),
        }
    )


@pytest.mark.slow
def test_scenes_have_collections_among_their_assets(backend: tuple[str, str]) -> None:
    name, device = backend
    with Simulation(SimulationCfg(dt=0.01, device=device, backend=name)) as simulation:
        scene = InteractiveScene(ShelfSceneCfg(num_envs=4, env_spacing=3.0))
        simulation.reset()
        cubes = scene["cubes"]
        assert cubes is scene.rigid_object_collections["cubes"]
        default = cubes.data.default_object_state.torch
        assert default[0, :, :7].tolist() == [[0, 1, 2, 0, 0, 0, 1], [0, -1, 1, 0, 0, 1, 0]]
        expected = default[..., :3] + scene.env_origins[:, None]
        torch.testing.assert_close(cubes.data.object_pos_w.torch, expected)
        inertia = cubes.data.body_inertia.torch[:, 1, 0]
        torch.testing.assert_close(inertia, torch.tensor([0.01, 0.09, 0.01, 0.09], device=device) / 6.0)
        state = scene.get_state(is_relative=True)
        for _ in range(5):
            scene.write_data_to_sim()
            simulation.step(render=False)
            scene.update(0.01)
        assert (cubes.data.object_pos_w.torch[..., 2] < expected[..., 2]).all()
        scene.reset()
        scene.reset_to(state, is_relative=True)
        torch.testing.assert_close(cubes.data.object_pos_w.torch, expected)
        assert not cubes.data.object_vel_w.torch.any()


def test_what_is_hidden_is_hidden_in_all_environments(objects: Objects) -> None:
    with pytest.raises(NotImplementedError, match="pass env_ids=None"):
        objects.collection.set_visibility(False, env_ids=[0])


@pytest.mark.parametrize("module", ["isaaclab.assets", "isaaclab.assets.rigid_object_collection"])
def test_isaaclab_has_the_classes(module: str) -> None:
    found = importlib.import_module(module)
    for name in ("RigidObjectCollection", "RigidObjectCollectionCfg", "RigidObjectCollectionData"):
        assert getattr(found, name) is getattr(pippin.assets, name)


@pytest.mark.parametrize("name", ["RigidObjectCollection", "RigidObjectCollectionData"])
def test_all_documented_members_are_there(shared: Path, name: str) -> None:
    surface = json.loads((shared / "api" / "surface.json").read_text())["classes"][f"omni.isaac.lab.assets.{name}"]
    found = getattr(pippin.assets, name)
    assert [member for member in surface if not hasattr(found, member) and member != "cfg"] == []


# -- refusals ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "arguments", "error", "message"),
    [
        ("write_body_pose_to_sim_index", {"body_poses": torch.zeros(N, 2, 7)}, ValueError, r"should have shape \(4, 3"),
        ("write_body_pose_to_sim_index", {"body_poses": torch.zeros(N, 3, 7)}, ValueError, "quaternions of length 0"),
        (
            "write_body_velocity_to_sim_index",
            {"body_velocities": torch.full((N, 3, 6), float("nan"))},
            ValueError,
            "NaN or infinity",
        ),
        (
            "write_body_velocity_to_sim_index",
            {"body_velocities": torch.zeros(N, 1, 6), "body_ids": [3]},
            IndexError,
            "'body_ids' holds",
        ),
        (
            "write_body_velocity_to_sim_mask",
            {"body_velocities": torch.zeros(N, 3, 6), "body_mask": torch.ones(2, dtype=torch.bool)},
            ValueError,
            "'body_mask' should have shape",
        ),
    ],
)
def test_calls_that_make_no_sense_change_nothing(
    make_stage: MakeStage, name: str, arguments: dict, error: type[Exception], message: str
) -> None:
    stage = make_stage(Mechanism(BODIES.format(mass=1.0)), num_envs=N)
    collection = stage.collection(**{body: {} for body in NAMES})
    stage.sim.reset()
    before = collection.data.body_state_w.torch.clone()
    with pytest.raises(error, match=message):
        getattr(collection, name)(**arguments)
    torch.testing.assert_close(collection.data.body_state_w.torch, before, rtol=0.0, atol=0.0)


def test_a_collection_needs_objects_and_each_its_body(make_stage: MakeStage) -> None:
    stage = make_stage(Mechanism(BODIES.format(mass=1.0)), num_envs=2)
    with pytest.raises(ValueError, match="'rigid_objects' .* is empty"):
        RigidObjectCollection(RigidObjectCollectionCfg(rigid_objects={}))
    with pytest.raises(TypeError, match="rigid_objects"):
        RigidObjectCollection(RigidObjectCollectionCfg())
    with pytest.raises(RuntimeError, match="No prim matches '.*Bal' of the object 'Bal'"):
        stage.collection(Bal={})


def test_objects_of_a_collection_are_as_many_as_each_other(make_stage: MakeStage) -> None:
    stage = make_stage(Mechanism(BODIES.format(mass=1.0)), num_envs=2)
    cfgs = {name: RigidObjectCfg(prim_path=f"{{ENV_REGEX_NS}}/({name})") for name in ("Ball|Rod", "Plate")}
    collection = RigidObjectCollection(RigidObjectCollectionCfg(rigid_objects=cfgs))
    with pytest.raises(RuntimeError, match="should match as many bodies of an environment as the others: .*Ball.*Rod"):
        stage.sim.reset()
    assert not collection.is_initialized


PLACES = """
<mujoco>
  <worldbody>
    <body name="Place0/Cup" pos="0 0 1"><freejoint/><inertial mass="1" pos="0 0 0" diaginertia="1 1 1"/></body>
    <body name="Place0/Lid" pos="0 0 2"><freejoint/><inertial mass="2" pos="0 0 0" diaginertia="1 1 1"/></body>
    <body name="Place1/Lid" pos="1 0 2"><freejoint/><inertial mass="4" pos="0 0 0" diaginertia="1 1 1"/></body>
    <body name="Place1/Cup" pos="1 0 1"><freejoint/><inertial mass="3" pos="0 0 0" diaginertia="1 1 1"/></body>
  </worldbody>
</mujoco>
"""


def test_several_instances_in_an_environment(make_stage: MakeStage) -> None:
    """Two places in each environment, with two objects each: as in tutorials, which have no environments but places."""
    stage = make_stage(Mechanism(PLACES), num_envs=2)
    collection = stage.collection(**{"Place.*/Lid": {}, "Place.*/Cup": {}})
    stage.sim.reset()
    assert (collection.num_instances, collection.num_objects) == (4, 2)
    data = collection.data
    expected = torch.tensor([[[0.0, 0.0, 2.0], [0.0, 0.0, 1.0]], [[1.0, 0.0, 2.0], [1.0, 0.0, 1.0]]]).repeat(2, 1, 1)
    expected += stage.origins.repeat_interleave(2, dim=0)[:, None]
    torch.testing.assert_close(data.body_link_pos_w.torch, expected)
    torch.testing.assert_close(data.body_mass.torch, torch.tensor([[2.0, 1.0], [4.0, 3.0]]).repeat(2, 1))
    masses = collection.reshape_view_to_data(collection.root_view.get_masses().torch)[..., 0]
    torch.testing.assert_close(masses, data.body_mass.torch)
    velocity = torch.arange(6.0).expand(1, 1, 6)
    collection.write_body_velocity_to_sim_index(body_velocities=velocity, env_ids=[3], body_ids=[1])
    written = torch.zeros(4, 2, 6)
    written[3, 1] = torch.arange(6.0)
    torch.testing.assert_close(data.body_com_vel_w.torch, written)
    collection.permanent_wrench_composer.set_forces_and_torques_index(
        forces=torch.tensor([[[0.0, 0.0, 9.81 * 4.0]]]), body_ids=[0], env_ids=[1]
    )
    stage.step(collection)
    is_borne = torch.zeros(4, 2, dtype=torch.bool)
    is_borne[1, 0] = True
    torch.testing.assert_close((data.body_com_lin_acc_w.torch[..., 2].abs() < 1e-3), is_borne)


def test_configs_are_copied(make_stage: MakeStage) -> None:
    stage = make_stage(Mechanism(BODIES.format(mass=1.0)), num_envs=2)
    cfg = RigidObjectCollectionCfg(rigid_objects={"ball": RigidObjectCfg(prim_path="{ENV_REGEX_NS}/Ball")})
    collection = RigidObjectCollection(cfg)
    assert cfg.rigid_objects["ball"].prim_path == "{ENV_REGEX_NS}/Ball"
    assert collection.cfg.rigid_objects["ball"].prim_path == "/World/envs/env_.*/Ball"
    with pytest.raises(RuntimeError, match="exists in the engine only while the simulation plays"):
        _ = collection.data.body_link_pose_w
    stage.sim.reset()
    np.testing.assert_allclose(collection.data.body_link_pos_w.torch[:, 0], stage.origins.numpy() + [0.0, 2.0, 1.0])


def _block(path: str) -> RigidObjectCfg:
    spawn = CuboidCfg(
        size=(0.1, 0.1, 0.1),
        rigid_props=UsdPhysicsRigidBodyCfg(),
        mass_props=MassCfg(mass=1.0),
        collision_props=UsdPhysicsCollisionCfg(),
    )
    return RigidObjectCfg(prim_path=path, spawn=spawn)


def test_objects_may_lie_in_a_group_that_nobody_made() -> None:
    """Isaac Lab 3's zoo has them at ``{ENV_REGEX_NS}/Props/Cube``."""

    @configclass
    class SceneCfg(InteractiveSceneCfg):
        props = RigidObjectCollectionCfg(
            rigid_objects={name: _block(f"{{ENV_REGEX_NS}}/Props/{name}") for name in "ab"}
        )

    with Simulation(SimulationCfg(device="cpu")) as simulation:
        scene = InteractiveScene(SceneCfg(num_envs=3, env_spacing=2.0))
        simulation.reset()
        assert scene["props"].data.object_pos_w.torch.shape == (3, 2, 3)


def test_groups_inside_of_what_is_there_are_not_made() -> None:
    """There a name that is missing is a name that is wrong: of a robot's link, say."""

    @configclass
    class SceneCfg(InteractiveSceneCfg):
        block = _block("{ENV_REGEX_NS}/Block")
        other = _block("{ENV_REGEX_NS}/Block/Handel/Knob")

    with (
        Simulation(SimulationCfg(device="cpu")),
        pytest.raises(RuntimeError, match="there is no 'Handel'|nothing below"),
    ):
        InteractiveScene(SceneCfg(num_envs=3, env_spacing=2.0))
