"""What there is in a simulation, where it is, and how it is counted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from pippin.gym import gymapi, gymtorch


def vector(value: gymapi.Vec3) -> list[float]:
    return [value.x, value.y, value.z]


@pytest.mark.parametrize(
    ("up_axis", "second"), [(gymapi.UP_AXIS_Z, [6.0, 0.0, 0.0]), (gymapi.UP_AXIS_Y, [6.0, 0.0, 0.0])]
)
def test_environments_form_a_grid(gym: gymapi.Gym, up_axis: int, second: list[float]) -> None:
    params = gymapi.SimParams()
    params.up_axis = up_axis
    sim = gym.create_sim(0, -1, gymapi.SIM_PHYSX, params)
    lower, upper = gymapi.Vec3(-2.0, -1.0, -3.0), gymapi.Vec3(4.0, 1.0, 2.0)  # 6 by 2 by 5
    envs = [gym.create_env(sim, lower, upper, 3) for _ in range(5)]
    origins = [vector(gym.get_env_origin(env)) for env in envs]
    next_row = [0.0, 2.0, 0.0] if up_axis == gymapi.UP_AXIS_Z else [0.0, 0.0, 5.0]
    assert origins[:3] == [[0.0, 0.0, 0.0], second, [12.0, 0.0, 0.0]]
    assert origins[3:] == [next_row, [6.0, *next_row[1:]]]
    assert gym.get_env_count(sim) == 5 and gym.get_env(sim, 3) is envs[3]


def test_counts(
    gym: gymapi.Gym, sim: gymapi.Sim, cartpole: gymapi.Asset, walker: gymapi.Asset, populate: Callable
) -> None:
    env = populate(3, cartpole, walker)[0]
    assert gym.get_asset_rigid_body_count(cartpole) == 3 and gym.get_asset_rigid_body_count(walker) == 5
    assert gym.get_asset_dof_count(cartpole) == 2 and gym.get_asset_dof_count(walker) == 4
    assert gym.get_asset_rigid_shape_count(cartpole) == 2 and gym.get_asset_rigid_shape_count(walker) == 5
    assert gym.get_actor_count(env) == 2 and gym.get_sim_actor_count(sim) == 6
    assert gym.get_env_rigid_body_count(env) == 8 and gym.get_sim_rigid_body_count(sim) == 24
    assert gym.get_env_dof_count(env) == 6 and gym.get_sim_dof_count(sim) == 18
    assert gym.get_env_joint_count(env) == 6 and gym.get_sim_joint_count(sim) == 18


def test_indices_in_each_domain(
    gym: gymapi.Gym, cartpole: gymapi.Asset, walker: gymapi.Asset, populate: Callable
) -> None:
    """The third environment's walker comes after 5 actors, with 2 * 8 + 3 bodies and 2 * 6 + 2 DOFs."""
    env, handle = populate(3, cartpole, walker)[2], 1
    domains = (gymapi.DOMAIN_ACTOR, gymapi.DOMAIN_ENV, gymapi.DOMAIN_SIM)
    assert [gym.get_actor_index(env, handle, domain) for domain in domains] == [0, 1, 5]
    assert gym.find_actor_index(env, "actor1", gymapi.DOMAIN_SIM) == 5
    assert [gym.get_actor_rigid_body_index(env, handle, 2, domain) for domain in domains] == [2, 5, 21]
    assert [gym.find_actor_rigid_body_index(env, handle, "left", domain) for domain in domains] == [3, 6, 22]
    assert [gym.get_actor_dof_index(env, handle, 3, domain) for domain in domains] == [3, 5, 17]
    assert [gym.find_actor_dof_index(env, handle, "right_ankle", domain) for domain in domains] == [1, 3, 15]
    assert [gym.get_actor_joint_index(env, handle, 0, domain) for domain in domains] == [0, 2, 14]


def test_handles(gym: gymapi.Gym, cartpole: gymapi.Asset, walker: gymapi.Asset, populate: Callable) -> None:
    env = populate(1, cartpole, walker)[0]
    assert gym.find_actor_handle(env, "actor1") == gym.get_actor_handle(env, 1) == 1
    assert gym.find_actor_handle(env, "nobody") == gym.get_actor_handle(env, 2) == gymapi.INVALID_HANDLE
    assert gym.find_actor_rigid_body_handle(env, 1, "left") == gym.get_actor_rigid_body_handle(env, 1, 3) == 6
    assert gym.get_rigid_handle(env, "actor1", "left") == 6 and gym.get_rigid_name(env, 6) == "left"
    assert gym.get_actor_root_rigid_body_handle(env, 1) == 3
    assert gym.find_actor_dof_handle(env, 1, "left_hip") == gym.get_actor_dof_handle(env, 1, 2) == 4
    assert gym.get_joint_handle(env, "actor1", "left_hip") == 4 and gym.get_joint_name(env, 4) == "left_hip"
    assert gym.find_actor_rigid_body_handle(env, 1, "tail") == gymapi.INVALID_HANDLE
    assert gym.get_actor_name(env, 1) == "actor1" and gym.get_actor_asset(env, 1) is walker


def test_a_body_that_was_not_found_has_the_pose_of_the_origin(
    gym: gymapi.Gym, cartpole: gymapi.Asset, populate: Callable, caplog: pytest.LogCaptureFixture
) -> None:
    """Public tasks look for fingers by the names of another gripper, and read where they are."""
    env = populate(1, cartpole)[0]
    pose = gym.get_rigid_transform(env, gym.find_actor_rigid_body_handle(env, 0, "panda_leftfinger"))
    assert (pose.p.x, pose.p.y, pose.p.z, pose.r.w) == (0.0, 0.0, 0.0, 1.0)
    assert "there is no such body (-1)" in caplog.text
    with pytest.raises(IndexError, match="no body in this environment 99"):
        gym.get_rigid_transform(env, 99)


def test_names_that_are_no_text_are_refused(
    gym: gymapi.Gym, sim: gymapi.Sim, cartpole: gymapi.Asset, populate: Callable
) -> None:
    """-1 would say that there is no such name, and an index of -1 is the last one."""
    env = populate(1, cartpole)[0]
    for find, arguments in (
        (gym.find_actor_handle, (env, 5)),
        (gym.find_actor_dof_handle, (env, 0, None)),
        (gym.find_actor_joint_handle, (env, 0, ["slider"])),
        (gym.find_actor_rigid_body_index, (env, 0, 1, gymapi.DOMAIN_SIM)),
        (gym.find_asset_dof_index, (cartpole, 0)),
        (gym.find_asset_tendon_index, (cartpole, None)),
        (gym.get_rigid_handle, (env, None, "cart")),
    ):
        with pytest.raises(TypeError, match=rf"^gym\.{find.__name__}: expected a name, got"):
            find(*arguments)
    with pytest.raises(ValueError, match="expected a domain"):
        gym.get_actor_index(env, 0, None)
    with pytest.raises(TypeError, match="STATE_POS"):
        gym.get_sim_rigid_body_states(sim, 1.5)
    with pytest.raises(TypeError, match="'compute_device'"):
        gym.create_sim("cuda:0")


def test_mjcf_is_in_the_order_of_the_file(gym: gymapi.Gym, walker: gymapi.Asset) -> None:
    assert gym.get_asset_rigid_body_names(walker) == ["torso", "right", "right_foot", "left", "left_foot"]
    assert gym.get_asset_dof_names(walker) == ["right_hip", "right_ankle", "left_hip", "left_ankle"]
    assert gym.get_asset_rigid_body_dict(walker)["left"] == gym.find_asset_rigid_body_index(walker, "left") == 3
    assert gym.get_asset_dof_dict(walker)["left_hip"] == gym.find_asset_dof_index(walker, "left_hip") == 2


def limb(joint: str, parent: str, child: str, kind: str = "revolute", more: str = "") -> str:
    """A link with a joint to its parent."""
    inertial = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
    return (
        f'<link name="{child}">{inertial}</link><joint name="{joint}" type="{kind}" {more}><parent link="{parent}"/>'
        f'<child link="{child}"/><origin xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>'
    )


BASE = limb("", "", "base").split("<joint")[0]


def test_siblings_of_a_urdf_are_in_the_order_of_their_joints(gym: gymapi.Gym, sim: gymapi.Sim, write: Callable) -> None:
    """As in Preview 4: depth first, FL before FR although the file begins with FR."""
    legs = [
        limb(f"{leg}_hip", "base", f"{leg}_thigh") + limb(f"{leg}_knee", f"{leg}_thigh", f"{leg}_shank")
        for leg in ("FR", "FL")
    ]
    asset = gym.load_asset(sim, *write("dog.urdf", f'<robot name="dog">{BASE}{"".join(legs)}</robot>'))
    assert gym.get_asset_dof_names(asset) == ["FL_hip", "FL_knee", "FR_hip", "FR_knee"]
    assert gym.get_asset_rigid_body_names(asset) == ["base", "FL_thigh", "FL_shank", "FR_thigh", "FR_shank"]


@pytest.mark.parametrize(("collapse", "bodies"), [(False, ["base", "shin", "toe", "foot"]), (True, ["base", "foot"])])
def test_fixed_joints_collapse_but_for_those_that_do_not_want_to(
    gym: gymapi.Gym, sim: gymapi.Sim, write: Callable, collapse: bool, bodies: list[str]
) -> None:
    parts = [
        limb("a", "base", "shin", "fixed"),
        limb("c", "shin", "foot", "fixed", 'dont_collapse="true"'),
        limb("b", "shin", "toe", "fixed"),
    ]
    options = gymapi.AssetOptions()
    options.collapse_fixed_joints = collapse
    asset = gym.load_asset(sim, *write("leg.urdf", f'<robot name="leg">{BASE}{"".join(parts)}</robot>'), options)
    assert gym.get_asset_rigid_body_names(asset) == bodies
    env = gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 1)
    properties = gym.get_actor_rigid_body_properties(env, gym.create_actor(env, asset, gymapi.Transform()))
    np.testing.assert_allclose(sum(each.mass for each in properties), 4.0, rtol=1e-6)
    types = [gym.get_asset_joint_type(asset, index) for index in range(gym.get_asset_joint_count(asset))]
    assert types == [gymapi.JOINT_FIXED] * (len(bodies) - 1)


def test_bodies_of_an_mjcf_do_not_collapse(gym: gymapi.Gym, sim: gymapi.Sim, write: Callable) -> None:
    text = """<mujoco><worldbody><body name="hand"><geom size="0.1"/><body name="mount"><geom size="0.1" pos="0 0 1"/>
        <body name="finger"><joint name="bend"/><geom size="0.1"/></body></body></body></worldbody></mujoco>"""
    options = gymapi.AssetOptions()
    options.collapse_fixed_joints = True
    asset = gym.load_asset(sim, *write("hand.xml", text), options)
    assert gym.get_asset_rigid_body_names(asset) == ["hand", "mount", "finger"]
    assert gym.get_asset_rigid_shape_count(asset) == 3


def test_shapes_of_one_body(gym: gymapi.Gym, sim: gymapi.Sim) -> None:
    """Masses of solids at 1000 kg/m³; the radius of gyration of a ball is sqrt(2/5) r."""
    env = gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 1)
    options = gymapi.AssetOptions()
    box = gym.create_box(sim, 0.1, 0.2, 0.3, options)
    ball = gym.create_sphere(sim, 0.1, options)
    capsule = gym.create_capsule(sim, 0.1, 0.5, options)
    volumes = [0.1 * 0.2 * 0.3, 4.0 / 3.0 * np.pi * 0.001, np.pi * 0.01 * 0.5 + 4.0 / 3.0 * np.pi * 0.001]
    for asset, volume in zip((box, ball, capsule), volumes, strict=True):
        (body,) = gym.get_actor_rigid_body_properties(env, gym.create_actor(env, asset, gymapi.Transform()))
        np.testing.assert_allclose(body.mass, 1000.0 * volume, rtol=1e-6)
    (body,) = gym.get_actor_rigid_body_properties(env, 1)
    np.testing.assert_allclose(body.inertia.x.x, 0.4 * body.mass * 0.01, rtol=1e-6)
    (body,) = gym.get_actor_rigid_body_properties(env, 2)
    assert body.inertia.x.x < 0.5 * body.inertia.y.y, "a capsule lies along x"


def test_scaled_actors_keep_their_density(
    gym: gymapi.Gym, sim: gymapi.Sim, walker: gymapi.Asset, populate: Callable
) -> None:
    first, second = populate(2, walker)
    assert gym.set_actor_scale(second, 0, 2.0) and gym.get_actor_scale(second, 0) == 2.0
    masses = [sum(body.mass for body in gym.get_actor_rigid_body_properties(env, 0)) for env in (first, second)]
    np.testing.assert_allclose(masses[1], 8.0 * masses[0], rtol=1e-5)
    gym.prepare_sim(sim)
    bodies = gymtorch.wrap_tensor(gym.acquire_rigid_body_state_tensor(sim)).view(2, 5, 13).cpu()
    reach = bodies[:, :, :3] - bodies[:, :1, :3]
    np.testing.assert_allclose(reach[1], 2.0 * reach[0], atol=1e-6)


def crane(scale: float) -> str:
    """URDF of a boom that turns, with a trolley that slides on it, all lengths times a factor at the same density."""

    def inertial(x: float, mass: float, moment: float) -> str:
        moment *= scale**5
        return (
            f'<inertial><origin xyz="{x * scale} 0 0"/><mass value="{mass * scale**3}"/><inertia ixx="{moment}" '
            f'iyy="{moment}" izz="{moment}" ixy="0" ixz="0" iyz="0"/></inertial>'
        )

    def ball(x: float, radius: float) -> str:
        return (
            f'<collision><origin xyz="{x * scale} 0 {-0.1 * scale}"/><geometry><sphere radius="{radius * scale}"/>'
            "</geometry></collision>"
        )

    return f"""<robot name="crane">
      <link name="mast">{inertial(0.0, 5.0, 0.2)}{ball(0.0, 0.1)}</link>
      <link name="boom">{inertial(0.4, 2.0, 0.1)}{ball(0.8, 0.07)}</link>
      <link name="trolley">{inertial(0.05, 1.0, 0.02)}{ball(0.0, 0.05)}</link>
      <joint name="turn" type="revolute"><parent link="mast"/><child link="boom"/><axis xyz="0 1 0"/>
        <origin xyz="{0.1 * scale} 0 {0.2 * scale}" rpy="0 0 0.3"/><limit lower="-1" upper="1" effort="0" velocity="9"/>
      </joint>
      <joint name="slide" type="prismatic"><parent link="boom"/><child link="trolley"/><axis xyz="1 0 0"/>
        <origin xyz="{0.3 * scale} 0 0"/>
        <limit lower="{-0.05 * scale}" upper="{0.1 * scale}" effort="0" velocity="9"/></joint>
    </robot>"""


def test_scaled_actors_move_as_if_they_were_made_in_that_size(
    gym: gymapi.Gym, sim: gymapi.Sim, ground: None, write: Callable
) -> None:
    """Masses, centres, inertias, joint frames, limits and shapes: a fall on the ground ends alike."""
    options = gymapi.AssetOptions()
    options.default_dof_drive_mode = gymapi.DOF_MODE_EFFORT
    small, large = (gym.load_asset(sim, *write(f"{scale}.urdf", crane(scale)), options) for scale in (1.0, 1.6))
    envs = [gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 2) for _ in range(3)]
    for env, asset in zip(envs, (large, small, small), strict=True):
        gym.create_actor(env, asset, gymapi.Transform(gymapi.Vec3(0.0, 0.0, 0.6)), None, 0, 1)
    gym.set_actor_scale(envs[1], 0, 2.0)
    gym.set_actor_scale(envs[1], 0, 1.6)
    properties = [gym.get_actor_dof_properties(env, 0) for env in envs]
    np.testing.assert_allclose(properties[1]["upper"], [1.0, 0.16], rtol=1e-6)
    np.testing.assert_allclose(properties[1]["lower"], properties[0]["lower"], rtol=1e-6)
    for _ in range(60):
        gym.simulate(sim)
    states = [gym.get_actor_rigid_body_states(env, 0, gymapi.STATE_ALL) for env in envs]
    numbers = [np.frombuffer(state.tobytes(), np.float32).reshape(3, 13) for state in states]
    assert abs(gym.get_actor_dof_states(envs[0], 0, gymapi.STATE_POS)["pos"]).min() > 0.01, "both joints moved"
    np.testing.assert_allclose(numbers[1], numbers[0], atol=2e-3)  # of a fall and an impact at metres a second
    assert np.abs(numbers[2] - numbers[0])[:, :3].max() > 0.05, "the size matters"


@pytest.mark.parametrize(("scales", "is_told"), [(3, False), (70, True)])
def test_many_kinds_of_environments_are_told(
    gym: gymapi.Gym, sim: gymapi.Sim, ball: gymapi.Asset, caplog: pytest.LogCaptureFixture, scales: int, is_told: bool
) -> None:
    if sim.device != "cpu":
        pytest.skip("builds 70 captured graphs, to no end")
    for index in range(70):
        env = gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 10)
        gym.create_actor(env, ball, gymapi.Transform())
        gym.set_actor_scale(env, 0, 1.0 + 0.01 * (index % scales))
    gym.prepare_sim(sim)
    assert ("The 70 environments are of 70 kinds" in caplog.text) == is_told


def test_joints_of_scaled_actors_are_where_they_belong(gym: gymapi.Gym, sim: gymapi.Sim, write: Callable) -> None:
    """A door whose hinge is beside the origin of its body: turned by a right angle all is twice as far away."""
    text = """<mujoco><worldbody><body name="wall"><geom size="0.05"/>
        <body name="door" pos="0.4 0 0"><joint name="hinge" axis="0 0 1" pos="-0.3 0.1 0"/><geom size="0.05"/></body>
        </body></worldbody></mujoco>"""
    options = gymapi.AssetOptions()
    options.fix_base_link = True
    door = gym.load_asset(sim, *write("door.xml", text), options)
    envs = [gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 2) for _ in range(2)]
    for env in envs:
        gym.create_actor(env, door, gymapi.Transform())
    gym.set_actor_scale(envs[1], 0, 2.0)
    gym.prepare_sim(sim)
    for factor, env in zip((1.0, 2.0), envs, strict=True):
        states = gym.get_actor_dof_states(env, 0, gymapi.STATE_ALL)
        states["pos"] = np.pi / 2.0
        gym.set_actor_dof_states(env, 0, states, gymapi.STATE_ALL)
        position = gym.get_rigid_transform(env, 1).p
        # From the hinge at (0.1, 0.1, 0) the door was at (0.3, -0.1, 0), and is at (0.1, 0.3, 0) now.
        np.testing.assert_allclose([position.x, position.y], [0.2 * factor, 0.4 * factor], atol=1e-5)
        origin = gym.get_actor_dof_frames(env, 0)["origin"][0]
        np.testing.assert_allclose([origin["x"], origin["y"]], [0.1 * factor, 0.1 * factor], atol=1e-5)


def test_actuators_of_an_mjcf(gym: gymapi.Gym, walker: gymapi.Asset) -> None:
    assert [gym.get_asset_actuator_joint_name(walker, index) for index in range(3)] == [
        "left_hip",
        "right_hip",
        "right_ankle",
    ]
    assert gym.get_asset_actuator_name(walker, 2) == "ankle"
    motor, _, servo = gym.get_asset_actuator_properties(walker)
    assert (motor.type, motor.motor_effort, motor.control_limited, motor.lower_control_limit) == (
        "motor",
        20.0,
        True,
        -1.0,
    )
    assert (servo.type, servo.kp, servo.force_limited, servo.upper_force_limit) == ("position", 7.0, True, 5.0)


def test_properties_of_dofs_as_files_have_them(gym: gymapi.Gym, walker: gymapi.Asset, cartpole: gymapi.Asset) -> None:
    hip, ankle, _, free_ankle = gym.get_asset_dof_properties(walker)
    assert hip["driveMode"] == gymapi.DOF_MODE_EFFORT and ankle["driveMode"] == gymapi.DOF_MODE_POS
    assert free_ankle["driveMode"] == gymapi.DOF_MODE_NONE, "the file has no actuator for it"
    np.testing.assert_allclose([hip["lower"], hip["upper"]], np.radians([-40.0, 40.0]), rtol=1e-6)
    np.testing.assert_allclose([hip["damping"], hip["armature"], hip["effort"]], [0.2, 0.01, 20.0], rtol=1e-6)
    np.testing.assert_allclose([ankle["stiffness"], free_ankle["stiffness"]], [10.0, 3.0], rtol=1e-6)
    slider, hinge = gym.get_asset_dof_properties(cartpole)
    assert (slider["hasLimits"], slider["lower"], slider["upper"]) == (True, -4.0, 4.0)
    assert (slider["effort"], slider["velocity"], hinge["hasLimits"]) == (400.0, 10.0, False)
    assert gym.get_asset_dof_type(cartpole, 0) == gymapi.DOF_TRANSLATION
    assert gym.get_asset_dof_type(cartpole, 1) == gymapi.DOF_ROTATION
    assert hinge["upper"] == np.finfo(np.float32).max


def test_assets_are_told_in_words(
    gym: gymapi.Gym, cartpole: gymapi.Asset, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gym.debug_print_asset(cartpole)
    printed = capsys.readouterr().out
    assert "'pole': 1 kg, 1 shapes" in printed and "'slider': -4 to 4 m" in printed
    gym.debug_print_asset(cartpole, str(tmp_path / "asset.txt"))
    assert (tmp_path / "asset.txt").read_text() == printed


def test_there_are_no_soft_bodies(gym: gymapi.Gym, sim: gymapi.Sim, ball: gymapi.Asset, populate: Callable) -> None:
    (env,) = populate(1, ball)
    assert gym.get_actor_soft_body_count(env, 0) == gym.get_asset_soft_body_count(ball) == 0
    assert gym.get_actor_soft_materials(env, 0) == gym.get_asset_soft_materials(ball) == []
    assert gym.get_sim_tetrahedra_count(sim) == gym.get_sim_triangle_count(sim) == 0
