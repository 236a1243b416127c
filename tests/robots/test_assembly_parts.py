"""Parts to assemble fit as their diameters say, and stand in for those of the released tasks."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest
import torch
from numpy.testing import assert_allclose

from pippin.assets import Articulation
from pippin.robots.released import assembly_parts
from pippin.robots.released.stand_ins import find_robot_config
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sim import SimulationCfg, SimulationContext
from pippin.utils import configclass

CLOUD = "https://omniverse-content-production.s3-us-west-2.amazonaws.com/Assets/Isaac/5.1/Isaac/IsaacLab/Factory/"
CLEARANCE = (assembly_parts.HOLE_DIAMETER - assembly_parts.PEG_DIAMETER) / 2


@configclass
class PegAboveHoleCfg(InteractiveSceneCfg):
    """A peg above a hole."""

    hole = find_robot_config(CLOUD + "factory_hole_8mm.usd").replace(prim_path="{ENV_REGEX_NS}/Hole")  # type: ignore[union-attr]
    peg = find_robot_config(CLOUD + "factory_peg_8mm.usd").replace(prim_path="{ENV_REGEX_NS}/Peg")  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("aside", "falls_through"), [(0.0, True), (0.7 * CLEARANCE, True), (0.0005, True), (0.0045, False)]
)
def test_a_peg_falls_into_its_hole_unless_it_is_beside_the_chamfer(aside: float, falls_through: bool) -> None:
    cfg = PegAboveHoleCfg(num_envs=1, env_spacing=1.0)
    cfg.peg.init_state.pos = (aside, 0.0, assembly_parts.HOLE_HEIGHT + 0.001)
    with SimulationContext(SimulationCfg(dt=1 / 240, device="cpu")) as sim:
        scene = InteractiveScene(cfg)
        sim.reset()
        peg, hole = scene["peg"], scene["hole"]
        for _ in range(24):
            sim.step()
            scene.update(sim.get_physics_dt())
        assert isinstance(peg, Articulation) and peg.num_joints == 0
        place, stays = peg.data.root_link_pos_w.torch[0].clone(), hole.data.root_link_pos_w.torch[0].clone()
    # Free fall of 0.1 s is 49 mm; chamfers of both at 45 degrees lead it in with friction
    assert (float(place[2]) < assembly_parts.HOLE_HEIGHT - 0.005) == falls_through, place.tolist()
    if falls_through:
        assert float(place[:2].norm()) < CLEARANCE + 5e-4
    assert_allclose(stays, 0.0, atol=1e-6)


@configclass
class GearsCfg(InteractiveSceneCfg):
    """A plate with three shafts, two gears that lie on it and a third above its shaft."""

    base = find_robot_config(CLOUD + "factory_gear_base.usd").replace(prim_path="{ENV_REGEX_NS}/Base")  # type: ignore[union-attr]
    small = find_robot_config(CLOUD + "factory_gear_small.usd").replace(prim_path="{ENV_REGEX_NS}/Small")  # type: ignore[union-attr]
    medium = find_robot_config(CLOUD + "factory_gear_medium.usd").replace(prim_path="{ENV_REGEX_NS}/Medium")  # type: ignore[union-attr]
    large = find_robot_config(CLOUD + "factory_gear_large.usd").replace(prim_path="{ENV_REGEX_NS}/Large")  # type: ignore[union-attr]


@pytest.mark.parametrize(("aside", "falls"), [(0.0, True), (0.0001, True), (0.0045, False)])
def test_a_gear_drops_over_its_shaft_between_the_two_others(aside: float, falls: bool) -> None:
    """Its teeth go between theirs; beside the chamfer of the shaft, which is 2 mm wide, it stays on top."""
    cfg = GearsCfg(num_envs=1, env_spacing=1.0)
    cfg.medium.init_state.pos = (0.0, aside, 0.021)
    with SimulationContext(SimulationCfg(dt=1 / 480, device="cpu")) as sim:
        scene = InteractiveScene(cfg)
        sim.reset()
        for _ in range(120):
            sim.step()
            scene.update(sim.get_physics_dt())
        height = float(scene["medium"].data.root_link_pos_w.torch[0, 2])
        others = torch.cat([scene[name].data.root_link_pos_w.torch for name in ("small", "large", "base")])
    # free fall of 0.25 s is 306 mm, and the tops of the shafts are 20 mm up
    assert (height < 5e-4) == falls and (height > 0.015) != falls, height
    assert_allclose(others, 0.0, atol=1e-3)


def test_parts_have_the_released_dimensions() -> None:
    peg, hole = (
        mujoco.MjModel.from_xml_path(path)
        for path in (assembly_parts.peg_description(), assembly_parts.hole_description())
    )
    assert_allclose([peg.body_mass[1], hole.body_mass[1]], [0.019, 0.05], rtol=1e-6)
    data = mujoco.MjData(peg)
    mujoco.mj_forward(peg, data)
    # from the side, from above and from below
    ways = ([-1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 0.0, 1.0])
    starts = ([1.0, 1e-4, 0.025], [0.0, 0.0, 1.0], [0.0, 0.0, -1.0])
    rays = zip(starts, ways, strict=True)
    distances = [mujoco.mj_ray(peg, data, start, way, None, 1, -1, np.zeros(1, np.int32)) for start, way in rays]
    assert_allclose(distances, [1.0 - 0.007986 / 2, 1.0 - 0.050, 1.0], atol=1e-5)


def test_the_arm_has_a_link_between_the_ends_of_its_fingers() -> None:
    cfg = find_robot_config(CLOUD + "franka_mimic.usd")
    assert cfg is not None
    with SimulationContext(SimulationCfg(device="cpu")) as sim:
        robot = Articulation(cfg.replace(prim_path="/World/Robot"))
        sim.reset()
        hand, tip = (robot.body_names.index(name) for name in ("panda_hand", "panda_fingertip_centered"))
        sensor = robot.body_names.index("force_sensor")
        places = robot.data.body_link_pos_w.torch[0]
        assert_allclose(places[sensor], places[hand], atol=1e-6)
        assert_allclose(float((places[tip] - places[hand]).norm()), 0.0584 + 0.053671, atol=1e-5)
