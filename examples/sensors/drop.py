"""A robot is dropped: what its IMU, its sensor of coordinate acceleration, its knees and its frames say.

$ python examples/sensors/drop.py --output pictures
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import warp as wp
from matplotlib.figure import Figure

from pippin.assets import ArticulationCfg
from pippin.physics.scene import playing_scene
from pippin.robots import ANYMAL_C_CFG
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sensors import FrameTransformerCfg, ImuCfg, JointWrenchSensorCfg, PvaCfg
from pippin.sim import GroundPlaneCfg, SimulationCfg, SimulationContext
from pippin.utils import configclass
from pippin.viewers.pictures import PictureCamera

ROBOT = "{ENV_REGEX_NS}/Robot"
HEIGHT = 0.9
"""Height of the robot's base at the beginning [m]: its feet are some 0.3 m above the ground."""

MOMENT = 0.1
"""Time of the picture, in free fall [s]."""


@configclass
class SceneCfg(InteractiveSceneCfg):
    """A robot with four kinds of sensors."""

    num_envs: int = 1
    env_spacing: float = 4.0
    robot: ArticulationCfg = ANYMAL_C_CFG.replace(
        prim_path=ROBOT, init_state=ANYMAL_C_CFG.init_state.replace(pos=(0.0, 0.0, HEIGHT))
    )
    imu: ImuCfg = ImuCfg(prim_path=ROBOT + "/base")
    pva: PvaCfg = PvaCfg(prim_path=ROBOT + "/base")
    wrenches: JointWrenchSensorCfg = JointWrenchSensorCfg(prim_path=ROBOT)
    knees: FrameTransformerCfg = FrameTransformerCfg(
        prim_path=ROBOT + "/base",
        target_frames=[FrameTransformerCfg.FrameCfg(prim_path=ROBOT + "/.*_SHANK")],
        debug_vis=True,
    )


def make_scene() -> InteractiveScene:
    """Scene with the ground, ready to play."""
    scene = InteractiveScene(SceneCfg())
    ground = GroundPlaneCfg(color=(0.5, 0.53, 0.58))
    ground.func("/World/ground", ground)
    return scene


def measure(scene: InteractiveScene) -> dict[str, float]:
    """What the sensors say: accelerations along z [m/s^2], mean force at the knees [N], height of the knees [m]."""
    wrenches = scene["wrenches"]
    knees = [row for row, name in enumerate(wrenches.body_names) if name.endswith("SHANK")]
    return {
        "proper": float(scene["imu"].data.lin_acc_b.torch[0, 2]),
        "coordinate": float(scene["pva"].data.lin_acc_b.torch[0, 2]),
        "force": float(wrenches.data.force.torch[0, knees].norm(dim=-1).mean()),
        "height": float(scene["knees"].data.target_pos_source.torch[0, :, 2].mean()),
    }


def drop(scene: InteractiveScene, seconds: float) -> dict[str, np.ndarray]:
    """Let the robot fall, and stand where it lands, for a while; what the sensors say after each step, by time."""
    steps = round(seconds / scene.physics_dt)
    rows = []
    for step in range(1, steps + 1):
        scene.write_data_to_sim()
        scene.sim.step(render=False)
        scene.update(scene.physics_dt)
        rows.append({"time": step * scene.physics_dt, **measure(scene)})
    return {name: np.array([row[name] for row in rows]) for name in rows[0]}


def draw(picture: np.ndarray, course: dict[str, np.ndarray], path: Path) -> None:
    """Write a figure: the falling robot with its frames on the left, what the sensors said on the right."""
    figure = Figure(figsize=(11.0, 4.6), dpi=90, layout="constrained")
    left, right = figure.subfigures(1, 2, width_ratios=(1.0, 1.1))
    image = left.subplots()
    image.imshow(picture)
    image.set_axis_off()
    image.set_title(f"FrameTransformer: knees and base after {MOMENT:g} s", fontsize=9)
    axes = right.subplots(3, 1, sharex=True)
    axes[0].plot(course["time"], course["proper"], label="Imu: proper")
    axes[0].plot(course["time"], course["coordinate"], label="Pva: coordinate")
    axes[0].set_ylim(-40.0, 120.0)
    axes[0].set_ylabel("acceleration\nalong z [m/s²]")
    axes[0].legend(fontsize=8)
    axes[1].plot(course["time"], course["force"], color="tab:green", label="JointWrenchSensor: knees")
    axes[1].set_ylabel("force [N]")
    axes[1].legend(fontsize=8)
    axes[2].plot(course["time"], course["height"], color="tab:red", label="FrameTransformer: knees in the base's frame")
    axes[2].set_ylabel("height [m]")
    axes[2].set_xlabel("time [s]")
    axes[2].legend(fontsize=8)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path)


def main() -> None:
    """Make the picture."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, default=Path("pictures"), help="folder for the picture")
    parser.add_argument("--device", default="cpu", help="'cpu' or 'cuda:0'")
    arguments = parser.parse_args()
    wp.config.log_level = wp.LOG_WARNING

    with SimulationContext(SimulationCfg(dt=0.005, device=arguments.device)) as sim:
        scene = make_scene()
        sim.reset()
        falling = drop(scene, MOMENT)
        sim.render()  # puts the markers to their places
        camera = PictureCamera(playing_scene(sim), width=640, height=560)
        picture = camera.take(eye=(1.7, 1.3, 1.1), target=(0.0, 0.0, 0.6))
        landing = drop(scene, 1.5 - MOMENT)
    landing["time"] += MOMENT
    course = {name: np.concatenate([falling[name], landing[name]]) for name in falling}
    draw(picture, course, arguments.output / "drop.png")
    print(f"Falling: {falling['proper'][-1]:.2f} and {falling['coordinate'][-1]:.2f} m/s^2 (proper, coordinate)")
    print(f"Standing: {course['proper'][-1]:.2f} and {course['coordinate'][-1]:.2f} m/s^2")


if __name__ == "__main__":
    main()
