"""The Shadow hand and Kuka with Allegro that stand in for NVIDIA's files: joints, frames and what moves them."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import metadata
from types import SimpleNamespace

import mujoco
import numpy as np
import pytest
import torch
from pxr import Usd

from pippin.assets import Articulation
from pippin.envs import mdp
from pippin.robots import released
from pippin.robots.released import hands
from pippin.robots.released.stand_ins import find_robot_stand_in
from pippin.robots.shadow_hand import shadow_hand_description
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sim import SimulationCfg, SimulationContext

ROOT = "omniverse://assets/Isaac"
DT = 0.005


@pytest.fixture
def simulation() -> Iterator[SimulationContext]:
    with SimulationContext(SimulationCfg(dt=DT, device="cpu")) as context:
        yield context


def spawn(simulation: SimulationContext, name: str, **init_state: tuple[float, ...]) -> Articulation:
    InteractiveScene(InteractiveSceneCfg(num_envs=2, env_spacing=2.0))
    cfg = getattr(released, name).replace(prim_path="{ENV_REGEX_NS}/Robot")
    for key, value in init_state.items():
        setattr(cfg.init_state, key, value)
    robot = Articulation(cfg)
    simulation.reset()
    return robot


def settle(simulation: SimulationContext, robot: Articulation, steps: int) -> None:
    for _ in range(steps):
        robot.write_data_to_sim()
        simulation.step(render=False)
        robot.update(DT)


def test_the_older_shadow_hand_moves_as_the_public_model_does() -> None:
    """Joints, ranges and poses of the fingertips are those of gymnasium-robotics' description."""
    try:
        package = metadata.distribution("gymnasium-robotics")
    except metadata.PackageNotFoundError:
        pytest.skip("the package gymnasium-robotics is not installed")
    public = mujoco.MjModel.from_xml_path(str(package.locate_file("gymnasium_robotics/envs/assets/hand/reach.xml")))
    model = mujoco.MjModel.from_xml_path(shadow_hand_description(older=True))
    theirs, ours = mujoco.MjData(public), mujoco.MjData(model)
    names = [model.joint(index).name for index in range(model.njnt)]
    assert {name.replace("robot0_", "robot0:") for name in names} == {
        public.joint(index).name for index in range(public.njnt)
    }
    rng = np.random.default_rng(3)
    for _ in range(10):
        for index, name in enumerate(names):
            joint = public.joint(name.replace("_", ":", 1))
            np.testing.assert_allclose(model.jnt_range[index], joint.range, atol=1.5e-3)
            ours.qpos[index] = theirs.qpos[joint.qposadr[0]] = rng.uniform(*joint.range)
        mujoco.mj_kinematics(model, ours)
        mujoco.mj_kinematics(public, theirs)
        mount = theirs.body("robot0:hand mount")
        for finger in ("ff", "mf", "rf", "lf", "th"):
            tip = theirs.body(f"robot0:{finger}distal")
            own = ours.body(f"robot0_{finger}distal")
            # axes and angles are rounded to three digits there
            np.testing.assert_allclose(own.xpos, tip.xpos - mount.xpos, atol=5e-4)
            np.testing.assert_allclose(own.xmat, tip.xmat, atol=5e-3)


@pytest.mark.parametrize(
    ("name", "joints", "fingertips"),
    [
        ("SHADOW_HAND_CFG", [*hands.SHADOW_JOINT_NAMES, "rh_FFJ2", "rh_FFJ1"], hands.SHADOW_FINGERTIP_NAMES),
        ("SHADOW_HAND_2_CFG", ["robot0_WRJ1", "robot0_FFJ3", "robot0_LFJ4", "robot0_THJ0"], ["robot0_thdistal"]),
    ],
)
def test_a_shadow_hand_lies_with_its_palm_up(
    simulation: SimulationContext, name: str, joints: list[str], fingertips: list[str]
) -> None:
    """The fingers point along -y, and what the tasks drop at (0, -0.39, 0.6) is above the palm.

    The newer one in the released pose, the older one as it is unturned: so Isaac Lab 2's tasks have it.
    """
    hand = spawn(simulation, name, **({"rot": (0.0, 0.0, 0.0, 1.0)} if name == "SHADOW_HAND_2_CFG" else {}))
    assert set(joints) <= set(hand.joint_names) and set(fingertips) <= set(hand.body_names)
    assert len(hand.joint_names) == 24 and hand.num_fixed_tendons == 4
    prefix = hand.body_names[0].partition("_")[0]
    palm = hand.data.body_link_pos_w.torch[0, hand.body_names.index(f"{prefix}_palm")].clone()
    tip = hand.data.body_link_pos_w.torch[0, hand.body_names.index(f"{prefix}_mfdistal")].clone()
    origin = hand.data.root_link_pos_w.torch[0] - torch.tensor([0.0, 0.0, 0.5])
    assert (tip - palm)[1] < -0.15 and abs((tip - palm)[2]) < 5e-3
    assert (palm - origin)[1] > -0.39 > (tip - origin)[1]
    bent = hand.data.joint_pos.torch.clone()
    bent[:, hand.joint_names.index(f"{prefix}_MFJ{2 if prefix == 'robot0' else 3}")] = 1.0
    hand.write_joint_position_to_sim_index(position=bent)
    hand.update(0.0)
    bent_tip = hand.data.body_link_pos_w.torch[0, hand.body_names.index(f"{prefix}_mfdistal")]
    assert (bent_tip - tip)[2] > 0.03  # fingers bend towards the palm's side


def test_a_motor_bends_two_joints_of_a_finger_by_its_tendon(simulation: SimulationContext) -> None:
    hand = spawn(simulation, "SHADOW_HAND_CFG")
    scene = {"robot": hand}
    env = SimpleNamespace(scene=scene, num_envs=2, device="cpu")
    low, high = hands.SHADOW_TENDON_POSITION_LIMITS
    cfg = mdp.FixedTendonPositionActionCfg(
        asset_name="robot",
        tendon_names=hands.SHADOW_TENDON_NAMES,
        preserve_order=True,
        scale=0.5 * (high - low),
        offset=0.5 * (high + low),
        clip={".*": (low, high)},
    )
    term = cfg.class_type(cfg, env)
    assert term.action_dim == 4
    term.process_actions(torch.tensor([[0.0, -1.0, 0.5, 7.0], [-1.0, 1.0, 0.0, -7.0]]))
    expected = torch.tensor([[0.5, 0.0, 0.75, 1.0], [0.0, 1.0, 0.5, 0.0]]) * high
    torch.testing.assert_close(term.processed_actions, expected)
    for _ in range(600):
        term.apply_actions()
        settle(simulation, hand, 1)
    columns = [[hand.joint_names.index(f"rh_{finger}J{n}") for n in (1, 2)] for finger in ("FF", "MF", "RF", "LF")]
    lengths = hand.data.joint_pos.torch[:, torch.tensor(columns)].sum(dim=-1)
    # the tendon's spring of 0.5 N m/rad against a dry friction of 0.01 N m in each of two joints
    torch.testing.assert_close(lengths, expected, atol=2 * 0.01 / 0.5 + 0.02, rtol=0.0)


def test_kuka_carries_the_hand_where_tasks_look_for_it(simulation: SimulationContext) -> None:
    """Stretched out, the flange of an iiwa 7 is 1.266 m above its foot, and the palm 0.105 m above that."""
    cfg = released.KUKA_ALLEGRO_CFG
    stage = Usd.Stage.Open(cfg.spawn.usd_path)
    robot = stage.GetDefaultPrim().GetPath()
    for finger in ("index", "middle", "ring", "thumb"):
        assert stage.GetPrimAtPath(robot.AppendPath(f"ee_link/{finger}_link_3"))
    arm = spawn(simulation, "KUKA_ALLEGRO_CFG")
    assert {"iiwa7_link_0", "palm_link", "thumb_tip"} <= set(arm.body_names) and len(arm.joint_names) == 7 + 16
    straight = arm.data.joint_pos.torch.clone()
    straight[:, [arm.joint_names.index(f"iiwa7_joint_{index}") for index in range(1, 8)]] = 0.0
    arm.write_joint_position_to_sim_index(position=straight)
    arm.update(0.0)
    palm = arm.data.body_link_pos_w.torch[0, arm.body_names.index("palm_link")] - arm.data.root_link_pos_w.torch[0]
    torch.testing.assert_close(palm, torch.tensor([0.0, 0.0, 0.34 + 0.4 + 0.4 + 0.126 + 0.105]), atol=1e-4, rtol=0.0)


@pytest.mark.parametrize(
    ("path", "joint"),
    [
        ("Robots/ShadowRobot/ShadowHand/shadow_hand_instanceable.usd", "robot0_FFJ3"),
        ("Robots_Multiphysics/ShadowRobot/ShadowHandMultiPhysics_v0/right_hand/right_hand.usda", "rh_FFJ4"),
    ],
)
def test_both_files_of_the_shadow_hand_have_a_stand_in_with_their_names(path: str, joint: str) -> None:
    found = find_robot_stand_in(f"{ROOT}/{path}")
    assert found is not None
    model = mujoco.MjModel.from_xml_path(found.asset_path)
    assert model.joint(joint).axis[1] != 0.0
