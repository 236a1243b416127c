"""Robots in their released poses stand on the ground, or as deep in it as the true robot would."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from pippin.assets import Articulation
from pippin.physics.scene.scene import playing_scene
from pippin.robots import ROBOTS, released, robot_factory
from pippin.robots.released import RELEASED
from pippin.sim import GroundPlaneCfg, SimulationCfg, SimulationContext, UsdFileCfg
from pippin.sim.files import is_cloud_path

NAMES = sorted(name for name in RELEASED if "ACTUATOR" not in name and "THRUSTER" not in name)

IN_THE_GROUND = {"ARL_ROBOT_1_CFG": 0.0400, "G1_29DOF_CFG": 0.0342, "HUMANOID_28_CFG": 0.0815, "SPOT_CFG": 0.0187}
"""How deep the release's own pose has a robot in the ground [m], with the lengths that its maker or others publish.

The multirotor begins with its centre at the height of the ground. G1's are those of Unitree's description; Spot's those
of mujoco_menagerie, boston_dynamics_spot, whose feet have a radius of 36 mm; the humanoid's legs of 421.5 and 409.9 mm
and soles 50 mm below the ankles are the published ones of the robot's first file, 881.5 mm below a pelvis at 800 mm.
"""

FALLS = 0.12
"""Greatest height from which a robot on legs is dropped in the release [m]: a Unitree A1, from 118 mm."""

FLYING = {"ARL_ROBOT_1_CFG", "CRAZYFLIE_CFG", "IRIS_CFG"}

TOLERANCE = 1e-3
"""Lengths are published to 0.1 mm; a robot at rest lies about as deep in the ground."""

FEET = {"CASSIE_CFG": ("left_toe", 0.7894), "ANYMAL_D_CFG": ("LF_FOOT", 0.5850), "H1_CFG": ("left_ankle_link", 0.9077),
        "SPOT_CFG": ("fl_foot", 0.4827), "G1_29DOF_CFG": ("left_ankle_roll_link", 0.7492)}  # fmt: skip
"""How far a foot's frame is below the root in the released pose [m], by public descriptions.

They are, by pinocchio: github.com/leggedrobotics/legged_gym (ae614c0), cassie.urdf, whose joints have the released
names; max-assel/ocs2_robotic_assets (4263d17), anymal_d; unitreerobotics/unitree_ros, h1.urdf and
g1_29dof_with_hand_rev_1_0.urdf; google-deepmind/mujoco_menagerie (65f5e9a), boston_dynamics_spot.
"""


def _height_above_ground(cfg: object) -> float:
    """Distance of a robot's lowest collider from the ground as it spawns [m], negative below; inf if it is fixed."""
    with SimulationContext(SimulationCfg(device="cpu")) as simulation:
        ground = GroundPlaneCfg()
        ground.func("/World/ground", ground)
        robot = cfg.class_type(cfg.replace(prim_path="/World/Robot"))
        simulation.reset()
        if robot.is_fixed_base:
            return np.inf
        worlds = playing_scene(simulation).backend.worlds[0]
        model = worlds.model
        data = mujoco.MjData(model)
        data.qpos[:] = worlds.qpos.numpy()[0]
        mujoco.mj_kinematics(model, data)
        collides = (model.geom_contype != 0) | (model.geom_conaffinity != 0)
        plane = int(np.flatnonzero(model.geom_type == mujoco.mjtGeom.mjGEOM_PLANE)[0])
        parts = np.flatnonzero(collides & (model.geom_bodyid != 0))
        return min(mujoco.mj_geomDistance(model, data, int(part), plane, 5.0, None) for part in parts)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_released_robots_begin_on_the_ground(name: str) -> None:
    cfg = getattr(released, name)
    if isinstance(cfg.spawn, UsdFileCfg) and is_cloud_path(cfg.spawn.usd_path):
        pytest.skip("no package describes it")
    height = _height_above_ground(cfg)
    if name in IN_THE_GROUND:
        assert height == pytest.approx(-IN_THE_GROUND[name], abs=TOLERANCE)
    elif height < np.inf:
        assert height > -TOLERANCE
        assert height < FALLS or name in FLYING


@pytest.mark.parametrize("name", ["UNITREE_G1_CFG", "UNITREE_GO2_CFG", "HUMANOID_CFG", "ANYMAL_C_CFG"])
def test_robots_of_our_own_begin_on_the_ground(name: str) -> None:
    assert name in ROBOTS
    assert 0.0 <= _height_above_ground(robot_factory(name)()) < FALLS


@pytest.mark.parametrize("name", FEET)
def test_feet_are_as_far_below_the_root_as_public_descriptions_have_them(name: str) -> None:
    foot, below = FEET[name]
    with SimulationContext(SimulationCfg(device="cpu")) as simulation:
        robot = Articulation(getattr(released, name).replace(prim_path="/World/Robot"))
        simulation.reset()
        robot.update(0.0)
        feet, _ = robot.find_bodies(foot)
        height = robot.data.body_link_pos_w.torch[0, feet[0], 2] - robot.data.root_link_pos_w.torch[0, 2]
    assert float(height) == pytest.approx(-below, abs=TOLERANCE)
