"""Robots whose files lie in NVIDIA's cloud: the nearest open description is spawned, with what the config changes."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch
from pxr import Sdf, Usd, UsdGeom, UsdPhysics

from pippin.assets import Articulation, RigidObject, RigidObjectCfg
from pippin.robots import released
from pippin.robots.released.stand_ins import find_robot_config, find_robot_stand_in
from pippin.sim import (
    CollisionPropertiesCfg,
    CuboidCfg,
    GroundPlaneCfg,
    MassPropertiesCfg,
    RigidBodyPropertiesCfg,
    SimulationCfg,
    SimulationContext,
    UsdFileCfg,
)
from pippin.sim.spawners import from_files, register_robot_stand_ins
from pippin.utils.safe_xml import read_xml

ROOT = "omniverse://assets/Isaac"
ANYMAL_D = f"{ROOT}/IsaacLab/Robots/ANYbotics/ANYmal-D/anymal_d.usd"


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    before = from_files._find_robot
    register_robot_stand_ins(find_robot_stand_in)
    yield
    register_robot_stand_ins(before)


def test_an_anymal_d_has_the_links_that_tasks_name(caplog: pytest.LogCaptureFixture) -> None:
    cfg = UsdFileCfg(usd_path=ANYMAL_D, rigid_props=RigidBodyPropertiesCfg(disable_gravity=True))
    with SimulationContext(SimulationCfg(device="cpu")), caplog.at_level(logging.WARNING, logger="pippin"):
        prim = cfg.func("/World/Robot", cfg)
        below = list(Usd.PrimRange(prim))
        bodies = {body.GetName() for body in below if body.HasAPI(UsdPhysics.RigidBodyAPI)}
        joints = {joint.GetName() for joint in below if joint.IsA(UsdPhysics.RevoluteJoint)}
        assert {"base", "LF_FOOT", "RH_FOOT", "LF_THIGH"} <= bodies
        assert len(joints) == 12
        weightless = [
            body.GetAttribute("physxRigidBody:disableGravity").Get()
            for body in below
            if body.HasAPI(UsdPhysics.RigidBodyAPI)
        ]
    assert all(weightless)
    assert any("takes its place" in record.getMessage() for record in caplog.records)


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("IsaacLab/Robots/FrankaEmika/panda_instanceable.usd", "panda"),
        ("Robots/FrankaRobotics/FrankaPanda/franka.usd", "panda"),
        ("IsaacLab/Robots/Unitree/Go2/go2.usd", "go2"),
        ("IsaacLab/Robots/Classic/Cartpole/cartpole.usd", "cartpole"),
        ("IsaacLab/Robots/Unitree/H1/h1_minimal.usd", "h1"),
        ("IsaacLab/Robots/Unitree/G1/g1.usd", "g1"),
        ("Robots/Kinova/Gen3/gen3n7_instanceable.usd", "gen3"),
        ("Robots/NVIDIA/Jetbot/jetbot.usd", "jetbot"),
        ("Robots/WonikRobotics/AllegroHand/allegro_hand_instanceable.usd", "allegro"),
        ("Robots/UniversalRobots/ur5e/ur5e.usd", "ur5e"),
        ("Robots/UniversalRobots/ur5/ur5.usd", "ur5_robot"),
        ("Robots/UniversalRobots/ur3e/ur3e.usd", "ur3e"),
        ("Robots/UniversalRobots/ur3/ur3.usd", "ur3_robot"),
        ("Props/Sektion_Cabinet/sektion_cabinet_instanceable.usd", "cabinet"),
        ("Robots/BostonDynamics/spot/spot.usd", "spot"),
        ("IsaacLab/Robots/Agility/Cassie/cassie.usd", "cassie"),
        ("Robots/RethinkRobotics/Sawyer/sawyer_instanceable.usd", "sawyer"),
        ("Robots/Kinova/Jaco2/J2N7S300/j2n7s300_instanceable.usd", "j2n7s300"),
        ("Robots/Kinova/Jaco2/J2N6S300/j2n6s300_instanceable.usd", "j2n6s300"),
        ("Robots/OpenArm/openarm_unimanual/openarm_unimanual.usd", "openarm.urdf"),
        ("Robots/OpenArm/openarm_bimanual/openarm_bimanual.usd", "openarm_bimanual.urdf"),
    ],
)
def test_paths_of_both_releases_find_the_robot(path: str, name: str) -> None:
    found = find_robot_stand_in(f"{ROOT}/{path}")
    assert found is not None and name in found.asset_path


@pytest.mark.parametrize("name", ["ur3e", "ur5e"])
def test_an_arm_that_is_described_holds_itself(name: str) -> None:
    """Stretched out level, it sags by less than its weight at 1 m over the stiffness of the drive of its shoulder."""
    cfg = find_robot_config(f"{ROOT}/Robots/UniversalRobots/{name}/{name}.usd")
    assert cfg is not None
    with SimulationContext(SimulationCfg(dt=0.005, device="cpu")) as simulation:
        arm = Articulation(cfg.replace(prim_path="/World/Arm"))
        simulation.reset()
        for _ in range(400):
            arm.write_data_to_sim()
            simulation.step(render=False)
            arm.update(0.005)
        weight = 9.81 * arm.data.body_mass.torch[0, 1:].sum().item()
        assert arm.data.joint_pos.torch.abs().max() < weight * 1.0 / 800.0
        assert arm.data.joint_vel.torch.abs().max() < 1e-3


def test_two_openarms_hang_from_their_shoulders() -> None:
    """Straight, the tip of a hand is 0.739 m from its arm's foot; all joints may be where the release starts them."""
    with SimulationContext(SimulationCfg(dt=0.005, device="cpu")) as simulation:
        one = Articulation(released.OPENARM_UNI_CFG.replace(prim_path="/World/One"))
        two = Articulation(released.OPENARM_BI_CFG.replace(prim_path="/World/Two"))
        simulation.reset()
        one.write_joint_position_to_sim_index(position=one.data.joint_pos.torch * 0.0)
        one.update(0.0)
        length = 0.0625 + 0.06 + 0.06625 + 0.15375 + 0.0955 + 0.1205 + 0.1001 + 0.08
        tip = one.data.body_link_pos_w.torch[0, one.body_names.index("openarm_ee_tcp")]
        torch.testing.assert_close(tip, torch.tensor([0.0, 0.0, length]), atol=1e-4, rtol=0.0)
        for side, sign in (("left", 1.0), ("right", -1.0)):
            foot, hand = (two.body_names.index(f"openarm_{side}_{link}") for link in ("link0", "hand"))
            places = two.data.body_link_pos_w.torch[0]
            assert places[foot, 1] * sign > 0.03 and places[hand, 1] * sign > places[foot, 1] * sign
            assert places[hand, 2] < places[foot, 2] - 0.4


def test_the_imu_of_isaac_sims_anymal_is_a_link() -> None:
    found = find_robot_stand_in(f"{ROOT}/Robots/ANYbotics/anymal_c/anymal_c.usd")
    assert found is not None
    with SimulationContext(SimulationCfg(device="cpu")):
        prim = found.func("/World/Robot", found)
        assert prim.GetChild("imu_link").HasAPI(UsdPhysics.RigidBodyAPI)
        assert prim.GetPrimAtPath("LF_HIP/LF_hip_fixed") and prim.GetChild("LF_FOOT")


def test_a_robot_without_open_description_is_refused() -> None:
    cfg = UsdFileCfg(usd_path=f"{ROOT}/IsaacLab/Robots/Agility/Digit/digit_v4.usd")
    assert find_robot_stand_in(cfg.usd_path) is None
    with SimulationContext(SimulationCfg(device="cpu")), pytest.raises(FileNotFoundError, match="PIPPIN_ASSETS_ROOT"):
        cfg.func("/World/Robot", cfg)


def test_a_file_that_refers_to_a_robot_in_a_cloud_has_its_links(tmp_path: Path) -> None:
    saved = tmp_path / "my_cartpole.usda"
    stage = Usd.Stage.CreateNew(str(saved))
    stage.SetDefaultPrim(stage.DefinePrim("/World", "Xform"))
    UsdGeom.SetStageMetersPerUnit(stage, 1.0)
    UsdGeom.SetStageUpAxis(stage, UsdGeom.Tokens.z)
    robot = Sdf.CreatePrimInLayer(stage.GetRootLayer(), "/World/Robot")
    robot.specifier, robot.typeName = Sdf.SpecifierDef, "Xform"
    robot.referenceList.Prepend(Sdf.Reference(f"{ROOT}/IsaacLab/Robots/Classic/Cartpole/cartpole.usd"))
    stage.GetRootLayer().Save()
    cfg = UsdFileCfg(usd_path=str(saved))
    with SimulationContext(SimulationCfg(device="cpu")):
        prim = cfg.func("/World/Scene", cfg)
        names = {each.GetName() for each in Usd.PrimRange(prim) if each.HasAPI(UsdPhysics.RigidBodyAPI)}
    assert {"cart", "pole"} <= names


def test_paths_of_the_two_g1_find_the_one_with_their_joints() -> None:
    plain = find_robot_stand_in(f"{ROOT}/Robots/Unitree/G1/g1.usd")
    assert plain is not None and plain.asset_path == released.G1_29DOF_CFG.spawn.asset_path
    renamed = find_robot_stand_in(f"{ROOT}/IsaacLab/Robots/Unitree/G1/g1.usd")
    assert renamed is not None and renamed.asset_path == released.G1_CFG.spawn.asset_path != plain.asset_path


@pytest.mark.parametrize("name", ["FRANKA_PANDA_CFG", "HUMANOID_28_CFG", "SO101_CFG"])
def test_programs_may_add_variants_to_a_description(name: str) -> None:
    spawn = getattr(released, name).spawn
    spawn.variants["Physics"] = "mujoco"
    assert getattr(released, name).spawn.variants.get("Physics") != "mujoco"  # each gets its own


def test_a_description_of_the_panda_is_spawned_whatever_variants_its_config_names() -> None:
    cfg = released.FRANKA_MINIMAL_CFG
    assert cfg.spawn.variants["Colliders"] == "gripper_only" != released.FRANKA_PANDA_CFG.spawn.variants["Colliders"]
    with SimulationContext(SimulationCfg(device="cpu")):
        assert cfg.spawn.func("/World/Robot", cfg.spawn).GetChild("panda_hand")


def test_an_arm_whose_file_is_missing_has_gains_and_the_links_that_tasks_name() -> None:
    robot = released.SO101_CFG
    assert all(group.stiffness for group in robot.actuators.values())
    links = {link.get("name") for link in read_xml(robot.spawn.asset_path).iter("link")}
    assert {"base", "gripper", "moving_jaw_so101_v1"} <= links


DESCRIBED = {
    "G1_CFG": (37, "torso_link", "left_palm_link"),
    "H1_CFG": (19, "torso_link", "left_ankle_link"),
    "UNITREE_A1_CFG": (12, "trunk", "FL_foot"),
    "UNITREE_GO1_CFG": (12, "trunk", "RR_calf"),
    "UNITREE_GO2_CFG": (12, "Head_upper", "Head_lower", "FL_foot"),
    "ALLEGRO_HAND_CFG": (16, "palm_link", "thumb_link_3", "allegro_mount"),
    "SPOT_CFG": (12, "body", "fl_uleg", "hr_foot"),
    "CASSIE_CFG": (12, "pelvis", "left_toe"),
    "SAWYER_CFG": (8, "base", "head", "right_l6"),
    "KINOVA_JACO2_N7S300_CFG": (13, "j2n7s300_link_7", "j2n7s300_end_effector"),
    "KINOVA_JACO2_N6S300_CFG": (12, "j2n6s300_link_6", "j2n6s300_link_finger_tip_3"),
    "KINOVA_GEN3_N7_CFG": (7, "base_link", "bracelet_link"),
    "HUMANOID_28_CFG": (28, "torso", "right_foot"),
    "HUMANOID_CFG": (21, "torso", "head", "left_hand", "right_foot"),
}
"""Joints and some bodies of robots, as programs count and name them."""


@pytest.mark.slow
@pytest.mark.parametrize("name", DESCRIBED)
def test_a_description_has_the_joints_and_bodies_that_programs_name(name: str) -> None:
    joints, *bodies = DESCRIBED[name]
    cfg = getattr(released, name).replace(prim_path="/World/Robot")
    with SimulationContext(SimulationCfg(device="cpu", dt=0.005)) as sim:
        robot = Articulation(cfg)  # which refuses default poses and actuators that do not fit
        sim.reset()
        assert robot.num_joints == joints
        assert set(bodies) <= set(robot.body_names)


def test_the_allegro_hand_holds_a_cube_on_its_palm() -> None:
    """Isaac Lab's task lets it go there, OmniIsaacGymEnvs' and Isaac Gym's 3 cm further out."""
    cube = CuboidCfg(
        size=(0.0625, 0.0625, 0.0625),
        rigid_props=RigidBodyPropertiesCfg(),
        collision_props=CollisionPropertiesCfg(),
        mass_props=MassPropertiesCfg(mass=0.1),
    )
    with SimulationContext(SimulationCfg(device="cpu", dt=1 / 120)) as sim:
        hand = Articulation(released.ALLEGRO_HAND_CFG.replace(prim_path="/World/Hand"))
        start = RigidObjectCfg.InitialStateCfg(pos=(0.0, -0.17, 0.56))
        thing = RigidObject(RigidObjectCfg(prim_path="/World/Cube", spawn=cube, init_state=start))
        sim.reset()
        hand.set_joint_position_target_index(target=hand.data.default_joint_pos)
        for _ in range(120):
            hand.write_data_to_sim()
            sim.step()
        thing.update(1 / 120)
        hand.update(1 / 120)
        assert hand.body_names[0] == "allegro_mount"
        palm = hand.data.body_pos_w.torch[0, hand.body_names.index("palm_link")]
        height = thing.data.root_pos_w.torch[0, 2].item()
    assert palm.tolist() == pytest.approx([0.0, -0.118, 0.498], abs=2e-3)  # in front of the mount, which is at 0.5
    assert 0.5 < height < 0.56  # within a second it would fall by 4.9 m


HUMANOID_JOINTS = [
    *("lower_waist:0", "lower_waist:1", "right_upper_arm:0", "right_upper_arm:2"),
    *("left_upper_arm:0", "left_upper_arm:2", "pelvis", "right_lower_arm", "left_lower_arm"),
    *(f"{side}_thigh:{axis}" for side in ("right", "left") for axis in range(3)),
    *("right_shin", "left_shin", "right_foot:0", "right_foot:1", "left_foot:0", "left_foot:1"),
]
"""Joints of the released humanoid, in the order in which programs list their gears."""


def test_the_humanoid_has_the_released_joints_in_their_order() -> None:
    with SimulationContext(SimulationCfg(device="cpu", dt=0.005)) as sim:
        robot = Articulation(released.HUMANOID_CFG.replace(prim_path="/World/Robot"))
        sim.reset()
        assert robot.joint_names == HUMANOID_JOINTS
        limits = robot.data.joint_pos_limits.torch[0, 9]
    assert limits.tolist() == pytest.approx([-0.7854, 0.2618], abs=1e-4)  # a thigh turns 45 deg outwards, 15 inwards


@pytest.mark.slow
@pytest.mark.parametrize(("name", "least"), [("SPOT_CFG", 0.4), ("CASSIE_CFG", 0.7)])
def test_a_robot_on_legs_stands_in_its_default_pose(name: str, least: float) -> None:
    """Half a second on the ground, targets at the default pose: legs carry it, nothing overlaps that pushes it away."""
    with SimulationContext(SimulationCfg(device="cpu", dt=0.005)) as sim:
        ground = GroundPlaneCfg()
        ground.func("/World/Ground", ground)
        robot = Articulation(getattr(released, name).replace(prim_path="/World/Robot"))
        sim.reset()
        for _ in range(100):
            robot.set_joint_position_target_index(target=robot.data.default_joint_pos)
            robot.write_data_to_sim()
            sim.step()
            robot.update(0.005)
        height, speed = float(robot.data.root_link_pos_w.torch[0, 2]), float(robot.data.root_com_lin_vel_w.torch.norm())
    assert least < height < 1.0
    assert speed < 0.5
