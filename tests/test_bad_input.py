"""Bad input through the public API is refused, with what was wrong and what was expected or what there is.

Tests of the packages hold the details: files in ``sim``, prims in ``physics.importer``, arrays in ``assets``. Here, the
ways are tried that users take: a scene, a robot in it, and play.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import torch

from pippin.actuators import ActuatorNetLSTMCfg, ImplicitActuatorCfg
from pippin.assets import Articulation, ArticulationCfg, RigidObject, RigidObjectCfg
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sim import (
    CollisionPropertiesCfg,
    CuboidCfg,
    MassPropertiesCfg,
    RigidBodyPropertiesCfg,
    SimulationCfg,
    SimulationContext,
    UrdfFileCfg,
    UsdFileCfg,
)

NAN = float("nan")
NUM_ENVS = 2

URDF = """
<robot name="arm">
  <link name="base">
    <inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
  </link>
  <link name="hand">
    <inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
    {collision}
  </link>
  <joint name="elbow" type="revolute">
    <parent link="base"/><child link="hand"/><axis xyz="0 1 0"/>
    <limit lower="-1" upper="1" effort="10" velocity="3"/>
  </joint>
</robot>
"""


@pytest.fixture
def simulation() -> Iterator[SimulationContext]:
    with SimulationContext(SimulationCfg(dt=0.01, device="cpu")) as simulation:
        yield simulation


@pytest.fixture
def scene(simulation: SimulationContext) -> InteractiveScene:
    return InteractiveScene(InteractiveSceneCfg(num_envs=NUM_ENVS, env_spacing=2.0))


@pytest.fixture
def arm_cfg(tmp_path: Path) -> ArticulationCfg:
    """An arm with one joint, the elbow."""
    (tmp_path / "arm.urdf").write_text(URDF.format(collision=""))
    return ArticulationCfg(
        prim_path="{ENV_REGEX_NS}/Arm",
        spawn=UrdfFileCfg(asset_path=str(tmp_path / "arm.urdf"), usd_dir=str(tmp_path), fix_base=True),
        actuators={"all": ImplicitActuatorCfg(joint_names_expr=["elbow"], stiffness=10.0, damping=1.0)},
    )


def cube(**changes: object) -> RigidObjectCfg:
    properties = {
        "size": (1.0, 1.0, 1.0),
        "rigid_props": RigidBodyPropertiesCfg(),
        "mass_props": MassPropertiesCfg(mass=1.0),
        "collision_props": CollisionPropertiesCfg(),
    }
    return RigidObjectCfg(prim_path="{ENV_REGEX_NS}/Cube", spawn=CuboidCfg(**{**properties, **changes}))


# -- numbers -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"dt": -0.01}, ValueError, r"SimulationCfg\.dt is -0\.01: it should be a positive number of seconds"),
        ({"dt": "fast"}, ValueError, r"SimulationCfg\.dt is 'fast'"),
        ({"gravity": (0.0, NAN, 0.0)}, ValueError, r"SimulationCfg\.gravity"),
        ({"device": "tpu"}, ValueError, "There is no device 'tpu'"),
    ],
)
def test_simulations_that_cannot_be(changes: dict, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        SimulationContext(SimulationCfg(**{"device": "cpu", **changes}))
    assert SimulationContext.instance() is None


def test_backends_that_there_are_not(scene: InteractiveScene) -> None:
    SimulationContext.clear_instance()
    with SimulationContext(SimulationCfg(device="cpu", backend="bullet")) as simulation:
        with pytest.raises(ValueError, match="There is no physics backend 'bullet'; there are: mujoco, newton"):
            simulation.reset()
        assert simulation.is_stopped()


@pytest.mark.parametrize(
    ("num_envs", "spacing", "error", "message"),
    [
        (0, 1.0, ValueError, "'num_envs' is 0"),
        (-3, 1.0, ValueError, "'num_envs' is -3"),
        (2.5, 1.0, TypeError, "num_envs is 2.5: it should be a whole number"),
        ("many", 1.0, TypeError, "num_envs is 'many'"),
        (2, NAN, ValueError, "'env_spacing' is nan"),
        (2, "far", TypeError, "env_spacing is 'far': it should be a number"),
    ],
)
def test_scenes_that_cannot_be(
    simulation: SimulationContext, num_envs: object, spacing: object, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        InteractiveScene(InteractiveSceneCfg(num_envs=num_envs, env_spacing=spacing))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"mass_props": MassPropertiesCfg(mass=-1.0)}, r"MassPropertiesCfg\.mass is -1\.0: it should be at least 0"),
        ({"mass_props": MassPropertiesCfg(mass=NAN)}, r"MassPropertiesCfg\.mass is nan: it should be a number"),
        ({"mass_props": MassPropertiesCfg(density=-1.0)}, r"MassPropertiesCfg\.density is -1\.0"),
        ({"size": (1.0, NAN, 1.0)}, "sizes .*nan.*: they should be positive and finite"),
        ({"size": (-1.0, 1.0, 1.0)}, "sizes .*: they should be positive and finite"),
    ],
)
def test_bodies_that_cannot_be(scene: InteractiveScene, changes: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        RigidObject(cube(**changes))


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("pos", (NAN, 0.0, 0.0), "translation is .*nan.*: it should be 3 finite numbers"),
        ("pos", (0.0, 0.0), "translation is .*: it should be 3 finite numbers"),
        ("rot", (0.0, 0.0, 0.0, 0.0), "'orientation' of prim .* is a quaternion of zeros"),
        ("lin_vel", (0.0, NAN, 0.0), "'init_state.lin_vel' of '/World/envs/env_.*/Cube' is .*nan"),
    ],
)
def test_initial_states_that_cannot_be(scene: InteractiveScene, field: str, value: tuple, message: str) -> None:
    cfg = cube()
    setattr(cfg.init_state, field, value)
    with pytest.raises(ValueError, match=message):
        play(RigidObject(cfg), scene)


def play(asset: RigidObject | Articulation, scene: InteractiveScene) -> None:
    """Start the simulation, whose timeline does not keep the asset alive."""
    try:
        scene.sim.reset()
    finally:
        assert scene.sim.is_stopped() or asset.is_initialized


# -- robots ------------------------------------------------------------------------------------------------------------


def implicit(**changes: object) -> dict:
    values = {"joint_names_expr": ["elbow"], "stiffness": 1.0, "damping": 1.0, **changes}
    return {"actuators": {"all": ImplicitActuatorCfg(**values)}}


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        (implicit(joint_names_expr=["elbo"]), ValueError, "group 'all'.*'elbo'. Did you mean 'elbow'"),
        (implicit(joint_names_expr=["elbow("]), ValueError, r"'elbow\(' is malformed"),
        (implicit(stiffness=-1.0), ValueError, "'stiffness' should be at least 0"),
        (implicit(stiffness=NAN), ValueError, "'stiffness' has to be a number"),
        (implicit(stiffness="stiff"), TypeError, "'stiffness' is 'stiff'; expected a number, a dict"),
        (implicit(damping={"knee": 1.0}), ValueError, "No name matches 'knee'.*'elbow'"),
        (implicit(effort_limit_sim=-1.0), ValueError, "'joint_effort_limit' has to be at least 0"),
        (implicit(armature=-1.0), ValueError, "'armature' has to be at least 0"),
        (
            {"actuators": [ImplicitActuatorCfg(joint_names_expr=[".*"], stiffness=1.0, damping=1.0)]},
            TypeError,
            "'actuators' should be a dict from names of groups to their configs, not a list",
        ),
        (
            {
                "actuators": {
                    "all": ActuatorNetLSTMCfg(
                        joint_names_expr=["elbow"],
                        network_file="/gone.pt",
                        saturation_effort=1.0,
                        effort_limit=1.0,
                        velocity_limit=1.0,
                    )
                }
            },
            FileNotFoundError,
            "'network_file' is '/gone.pt'",
        ),
        ({"soft_joint_pos_limit_factor": -1.0}, ValueError, "soft_joint_pos_limit_factor of '.*Arm' is -1.0"),
        ({"soft_joint_pos_limit_factor": NAN}, ValueError, "soft_joint_pos_limit_factor of '.*Arm' is nan"),
        (
            {"init_state": ArticulationCfg.InitialStateCfg(joint_vel={"elbow": NAN})},
            ValueError,
            "'elbow' moving at nan, faster than 3.000",
        ),
    ],
)
def test_robots_that_cannot_be(
    scene: InteractiveScene, arm_cfg: ArticulationCfg, changes: dict, error: type[Exception], message: str
) -> None:
    arm = Articulation(arm_cfg.replace(**changes))
    with pytest.raises(error, match=message):
        play(arm, scene)
    assert scene.sim.is_stopped() and not arm.is_initialized


@pytest.mark.parametrize(
    ("prim_path", "error", "message"),
    [
        ("World/Arm", ValueError, "'World/Arm' should begin with '/'"),
        ("", ValueError, "should begin with '/'"),
        ("/World/envs/env_(/Arm", ValueError, r"'/World/envs/env_\(/Arm' is malformed"),
        ("/World/rooms/env_.*/Arm", RuntimeError, "there is no 'rooms', but envs"),
        ("{ENV_REGEX_NS}/my arm", ValueError, "should be the name of the new prim: letters, digits and underscores"),
        ("{ENV_REGEX_NS}/Arm[12]", ValueError, "should be the name of the new prim"),
    ],
)
def test_places_where_no_robot_can_be_put(
    scene: InteractiveScene, arm_cfg: ArticulationCfg, prim_path: str, error: type[Exception], message: str
) -> None:
    before = scene.stage.ExportToString()
    with pytest.raises(error, match=message):
        Articulation(arm_cfg.replace(prim_path=prim_path))
    assert scene.stage.ExportToString() == before


def test_a_prim_that_holds_two_robots_is_not_one(scene: InteractiveScene, arm_cfg: ArticulationCfg) -> None:
    pair = scene.stage.DefinePrim("/World/envs/env_0/Pair", "Xform").GetPath()
    for name in ("left", "right"):
        arm_cfg.spawn.func(f"{pair}/{name}", arm_cfg.spawn)
    both = Articulation(arm_cfg.replace(prim_path="{ENV_REGEX_NS}/Pair", spawn=None))
    with pytest.raises(RuntimeError, match="should lead to one articulation for each prim, .* are 2: .*left, .*right"):
        play(both, scene)


def test_a_stage_without_bodies_says_so(scene: InteractiveScene) -> None:
    shape = RigidObject(cube(rigid_props=None, mass_props=None))
    with pytest.raises(RuntimeError, match="No rigid body matches .*: there is none on the stage"):
        play(shape, scene)


# -- files -------------------------------------------------------------------------------------------------------------


USD_BODY = """#usda 1.0
(
  defaultPrim = "Thing"
)
def Xform "Thing" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"])
{{
  {body}
  def Cube "shape" (prepend apiSchemas = ["PhysicsCollisionAPI"])
  {{
    {shape}
  }}
}}
"""


@pytest.mark.parametrize(
    ("body", "shape", "message"),
    [
        ("float physics:mass = -2", "", r"'physics:mass' of prim '.*/Thing' must be .* not negative, but is -2\.0"),
        ("float physics:mass = inf", "", "Mass and density of prim '.*/Thing' are .*inf"),
        ('string physics:mass = "heavy"', "", "'physics:mass' of prim '.*/Thing' must be a number, but is 'heavy'"),
        ("float3 physics:diagonalInertia = (-1, 1, 1)", "", "'physics:diagonalInertia' .* must not be negative"),
        ("", "double size = -1", "'size' of prim '.*/shape' must be positive and finite, but is -1"),
        ("", "double size = nan", "'size' of prim '.*/shape' must be a number"),
        ("", "double size = 1e300", "'.*/Thing' has a mass or inertia that is not finite"),
    ],
)
@pytest.mark.filterwarnings("ignore:overflow:RuntimeWarning", "ignore:invalid value:RuntimeWarning")
def test_usd_files_with_physics_that_cannot_be(
    scene: InteractiveScene, tmp_path: Path, body: str, shape: str, message: str
) -> None:
    (tmp_path / "thing.usda").write_text(USD_BODY.format(body=body, shape=shape))
    spawn = UsdFileCfg(usd_path=str(tmp_path / "thing.usda"))
    thing = RigidObject(RigidObjectCfg(prim_path="{ENV_REGEX_NS}/Thing", spawn=spawn))
    with pytest.raises(ValueError, match=message):
        play(thing, scene)
    assert scene.sim.is_stopped()


@pytest.mark.parametrize(
    ("refers_to", "message"), [("gone.usda", "Could not open asset .*gone"), ("loop.usda", "Cycle")]
)
def test_usd_files_with_missing_parts_say_so(
    scene: InteractiveScene, tmp_path: Path, caplog: pytest.LogCaptureFixture, refers_to: str, message: str
) -> None:
    """They are no error: assets come with links to pictures and materials that their users do not have."""
    path = tmp_path / "loop.usda"
    path.write_text(
        f'#usda 1.0\n(\n defaultPrim = "A"\n)\ndef Xform "A" (prepend references = @./{refers_to}@)\n{{\n}}\n'
    )
    spawn = UsdFileCfg(usd_path=str(path))
    with caplog.at_level(logging.WARNING, "pippin"):
        spawn.func("/World/A", spawn)
    assert any("a part is left out" in text and message.split(" .*")[0] in text for text in caplog.messages)


def stl_that_promises(triangles: int) -> bytes:
    return bytes(80) + triangles.to_bytes(4, "little") + bytes(50)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("gone.stl", None, "There is no mesh '.*gone.stl', which link 'hand' of '.*arm.urdf' needs"),
        ("empty.stl", b"", "'.*empty.stl' of link 'hand' .* cannot be read"),
        ("noise.stl", bytes(range(256)), "'.*noise.stl' of link 'hand' .* cannot be read"),
        ("short.stl", stl_that_promises(4_000_000_000), "'.*short.stl' of link 'hand' .* cannot be read"),
        ("index.obj", b"v 0 0 0\nv 1 0 0\nf 1 2 99\n", "'.*index.obj' of link 'hand' .* cannot be read"),
        ("nan.obj", b"v nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "'.*nan.obj' of link 'hand' .* not finite"),
        (
            "bomb.dae",
            b'<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><COLLADA>&b;</COLLADA>',
            "'.*bomb.dae' of link 'hand' .* entities",
        ),
        ("mesh.exe", b"MZ", "'.*mesh.exe' .* is of a format that cannot be read; these can: .stl"),
    ],
)
def test_meshes_that_cannot_be(
    scene: InteractiveScene,
    arm_cfg: ArticulationCfg,
    tmp_path: Path,
    name: str,
    content: bytes | None,
    message: str,
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    collision = f'<collision><geometry><mesh filename="{name}"/></geometry></collision>'
    Path(arm_cfg.spawn.asset_path).write_text(URDF.format(collision=collision))
    with pytest.raises(ValueError, match=message):
        Articulation(arm_cfg)


# -- states ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def playing(scene: InteractiveScene, arm_cfg: ArticulationCfg) -> InteractiveScene:
    """Two arms and two cubes, a step after the beginning."""
    scene.articulations["arm"] = Articulation(arm_cfg)
    scene.rigid_objects["cube"] = RigidObject(cube())
    scene.sim.reset()
    scene.write_data_to_sim()
    scene.sim.step(render=False)
    scene.update(0.01)
    return scene


State = dict[str, dict[str, dict[str, torch.Tensor]]]

BAD_STATES: dict[str, tuple[Callable[[State], object], list[int] | None, type[Exception], str]] = {
    "NaN in the last quantity": (
        lambda state: state["articulation"]["arm"]["joint_velocity"].fill_(NAN),
        None,
        ValueError,
        "'joint_velocity of arm' holds NaN",
    ),
    "NaN in the last asset": (
        lambda state: state["rigid_object"]["cube"]["root_velocity"].fill_(NAN),
        None,
        ValueError,
        "'root_velocity of cube' holds NaN",
    ),
    "no rotation": (
        lambda state: state["rigid_object"]["cube"]["root_pose"].zero_(),
        None,
        ValueError,
        "'root_pose of cube' holds quaternions of length 0",
    ),
    "a row too many": (
        lambda state: None,
        [0],
        ValueError,
        r"'root_pose of arm' should have shape \(1, 7\), not \(2, 7\)",
    ),
    "a quantity less": (
        lambda state: state["rigid_object"]["cube"].pop("root_velocity"),
        None,
        KeyError,
        "state of 'cube' lacks root_velocity; it has: root_pose",
    ),
    "an asset that there is not": (
        lambda state: state["rigid_object"].update(ball={}),
        None,
        KeyError,
        "no rigid_object 'ball'; it has: cube",
    ),
    "an environment that there is not": (
        lambda state: None,
        [0, NUM_ENVS],
        IndexError,
        r"env_ids holds \[0, 2\], but there are 2 environments",
    ),
}


@pytest.mark.parametrize(("spoil", "env_ids", "error", "message"), BAD_STATES.values(), ids=BAD_STATES.keys())
def test_states_that_cannot_be_leave_every_asset_as_it_was(
    playing: InteractiveScene,
    spoil: Callable[[State], object],
    env_ids: list[int] | None,
    error: type[Exception],
    message: str,
) -> None:
    before, other = playing.get_state(), playing.get_state()
    for _, _, values in quantities(other):
        values += 0.1
    spoil(other)
    with pytest.raises(error, match=message):
        playing.reset_to(other, env_ids=env_ids)
    for (name, quantity, is_now), (_, _, was) in zip(quantities(playing.get_state()), quantities(before), strict=True):
        assert torch.equal(is_now, was), (name, quantity)


def quantities(state: State) -> Iterator[tuple[str, str, torch.Tensor]]:
    for assets in state.values():
        for name, values in assets.items():
            for quantity, value in values.items():
                yield name, quantity, value


def test_targets_that_are_no_numbers_are_reported_and_leave_the_state_finite(
    playing: InteractiveScene, caplog: pytest.LogCaptureFixture
) -> None:
    arm = playing.articulations["arm"]
    arm.set_joint_position_target_index(target=torch.full((1, 1), NAN), env_ids=[1])
    playing.write_data_to_sim()
    with caplog.at_level(logging.WARNING, "pippin"):
        playing.sim.step(render=False)
    playing.update(0.01)
    assert torch.isfinite(arm.data.joint_pos.torch).all()
    assert any("Environment 1 left all bounds" in text for text in caplog.messages)


def test_what_stopped_says_how_to_go_on(playing: InteractiveScene, caplog: pytest.LogCaptureFixture) -> None:
    arm = playing.articulations["arm"]
    playing.sim.stop()
    for use in (lambda: arm.data, lambda: arm.write_joint_position_to_sim_index(position=torch.zeros(2, 1))):
        with pytest.raises(RuntimeError, match=r"'.*/Arm' exists .* only while the simulation plays: call reset\(\)"):
            use()
    with caplog.at_level(logging.WARNING, logger="pippin"):
        playing.sim.step(render=False)
    assert "reset()" in caplog.text


# -- calls -------------------------------------------------------------------------------------------------------------


BAD_CALLS: dict[str, tuple[Callable[[InteractiveScene], object], type[Exception], str]] = {
    "a time that is no number": (lambda scene: scene.update("soon"), TypeError, "'dt'"),
    "a time that is NaN": (lambda scene: scene.update(NAN), ValueError, "'dt' is nan"),
    "a time that is negative": (lambda scene: scene.update(-0.01), ValueError, "'dt' is -0.01"),
    "no state": (lambda scene: scene.reset_to(None), TypeError, "The state is None"),
    "a state of numbers": (lambda scene: scene.reset_to({"articulation": 5}), TypeError, "'articulation' is 5"),
    "half an environment": (lambda scene: scene.reset_to({}, env_ids=[0.5]), TypeError, "'env_ids'"),
    "an environment by name": (lambda scene: scene.reset_to({}, env_ids="all"), TypeError, "'env_ids'"),
    "a path in place of a list": (lambda scene: scene.filter_collisions("/World"), TypeError, "'global_prim_paths'"),
    "a callback that is none": (lambda scene: scene.sim.add_physics_callback("a", None), TypeError, "'callback_fn'"),
    "a drawing that is none": (lambda scene: scene.sim.add_render_callback("a", 5), TypeError, "'callback_fn'"),
    "an eye that is none": (lambda scene: scene.sim.set_camera_view("here", (0, 0, 0)), TypeError, "camera's eye"),
    "names that are none": (lambda scene: scene["arm"].find_joints(None), TypeError, "NoneType"),
}


@pytest.mark.parametrize(("call", "error", "message"), BAD_CALLS.values(), ids=BAD_CALLS.keys())
def test_calls_that_are_refused_change_nothing(
    playing: InteractiveScene, call: Callable[[InteractiveScene], object], error: type[Exception], message: str
) -> None:
    before = playing.get_state()
    with pytest.raises(error, match=message):
        call(playing)
    for (_, _, is_now), (_, _, was) in zip(quantities(playing.get_state()), quantities(before), strict=True):
        assert torch.equal(is_now, was)
    playing.sim.step()
    playing.update(0.01)
