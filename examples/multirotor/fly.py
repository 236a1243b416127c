"""Quadrotors hover, and fly from waypoint to waypoint.

$ python examples/multirotor/fly.py                       # how far they are from where they should be
$ python examples/multirotor/fly.py --output flight       # also plots of it, and a picture and a video

First each Iris begins 0.5 m from its place, each in another direction, and goes there. Then they fly a round of
waypoints one behind the other: the environments lie on top of each other, and what is in different environments never
collides.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import torch
import warp as wp
from position_controller import PositionController

from pippin.assets import Multirotor
from pippin.physics.scene import playing_scene
from pippin.robots import IRIS_CFG
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sim import GroundPlaneCfg, SimulationCfg, SimulationContext
from pippin.viewers.pictures import PictureCamera
from pippin.viewers.video import write_png, write_video

DT = 0.005
HOVER_SECONDS = 5.0
OFFSET = 0.5
WAYPOINTS = torch.tensor([[2.0, -1.5, 1.0], [2.0, 1.5, 2.0], [-2.0, 1.5, 1.0], [-2.0, -1.5, 2.0]])
SECONDS_PER_LEG = 2.5
FRAME_RATE = 25


@dataclass
class Flight:
    """What happened.

    Attributes:
        hover_errors: Distance from the place at each step of the hovering [m], shape (steps, N).
        tracking_errors: Distance from the moving reference at each step of the round [m], shape (steps, N).
        path: Position of the first quadrotor at each step of the round [m], shape (steps, 3).
        pictures: Pictures of the round, if any were taken.
    """

    hover_errors: np.ndarray
    tracking_errors: np.ndarray
    path: np.ndarray
    pictures: list[np.ndarray] = field(default_factory=list)


def main() -> None:
    """Run the example from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--num-envs", type=int, default=12, help="number of quadrotors")
    parser.add_argument("--device", default="cpu", help="'cpu' or 'cuda:0'")
    parser.add_argument("--output", type=Path, help="folder for plots, a picture and a video")
    arguments = parser.parse_args()

    wp.config.log_level = wp.LOG_WARNING  # no word of each kernel that is loaded
    flight = fly(arguments.num_envs, arguments.device, film=arguments.output is not None)
    print(f"Hovering: {1000.0 * flight.hover_errors[-1].max():.2f} mm from their places after {HOVER_SECONDS:g} s.")
    print(f"Round: never more than {1000.0 * flight.tracking_errors.max():.0f} mm from the moving reference.")
    if arguments.output is not None:
        arguments.output.mkdir(parents=True, exist_ok=True)
        plot(flight, arguments.output / "flight.pdf")
        write_png(arguments.output / "flight.png", flight.pictures[-1])
        write_video(arguments.output / "flight.mp4", flight.pictures, FRAME_RATE)
        print(f"Written: flight.pdf, flight.png and flight.mp4 in {arguments.output}")


def fly(num_envs: int, device: str = "cpu", film: bool = False) -> Flight:
    """Let quadrotors hover, then fly one round.

    Args:
        num_envs: Number of quadrotors.
        device: Device of the simulation.
        film: Whether to take pictures of the round.
    """
    with SimulationContext(SimulationCfg(dt=DT, device=device)) as simulation:
        scene = InteractiveScene(InteractiveSceneCfg(num_envs=num_envs, env_spacing=0.0))
        ground = GroundPlaneCfg(color=(0.32, 0.36, 0.42))
        ground.func("/World/ground", ground)
        cfg = IRIS_CFG.replace(prim_path=f"{scene.env_regex_ns}/Iris")
        quadrotor = scene.articulations["iris"] = Multirotor(cfg)
        simulation.reset()
        controller = PositionController(quadrotor)
        hover_errors = hover(simulation, scene, quadrotor, controller)
        camera = None
        if film:
            camera = PictureCamera(playing_scene(simulation), width=640, height=360, samples_per_pixel=1)
        tracking_errors, path, pictures = fly_round(simulation, scene, quadrotor, controller, camera)
    return Flight(hover_errors, tracking_errors, path, pictures)


def hover(
    simulation: SimulationContext, scene: InteractiveScene, quadrotor: Multirotor, controller: PositionController
) -> np.ndarray:
    """Begin away from the place, go there and stay; returns the errors at each step [m], shape (steps, N)."""
    start = quadrotor.data.default_root_pose.torch.clone()
    places = start[:, :3].clone()
    away = torch.randn(places.shape, generator=torch.Generator().manual_seed(0)).to(places.device)
    start[:, :3] += OFFSET * torch.nn.functional.normalize(away, dim=1)
    quadrotor.reset()
    quadrotor.write_root_pose_to_sim_index(root_pose=start)
    errors = []
    for _ in range(round(HOVER_SECONDS / DT)):
        step(simulation, scene, quadrotor, controller.thrusts(places))
        errors.append((quadrotor.data.root_link_pos_w.torch - places).norm(dim=1))
    return torch.stack(errors).cpu().numpy()


def fly_round(
    simulation: SimulationContext,
    scene: InteractiveScene,
    quadrotor: Multirotor,
    controller: PositionController,
    camera: PictureCamera | None,
) -> tuple[np.ndarray, np.ndarray, list[np.ndarray]]:
    """Set off from the first waypoint one after the other, until all have flown a round.

    Returns:
        Errors at each step [m], shape (steps, N); path of the first quadrotor [m], shape (steps, 3); pictures.
    """
    duration = len(WAYPOINTS) * SECONDS_PER_LEG
    delay = torch.arange(quadrotor.num_instances, device=quadrotor.device) * duration / quadrotor.num_instances
    start = quadrotor.data.default_root_pose.torch.clone()
    start[:, :3] = WAYPOINTS[0]
    quadrotor.reset()
    quadrotor.write_root_pose_to_sim_index(root_pose=start)
    errors, path, pictures = [], [], []
    for i in range(round((duration + float(delay[-1])) / DT)):
        position, *rates = reference((i * DT - delay).clamp(min=0.0))
        step(simulation, scene, quadrotor, controller.thrusts(position, *rates))
        errors.append((quadrotor.data.root_link_pos_w.torch - position).norm(dim=1))
        path.append(quadrotor.data.root_link_pos_w.torch[0].clone())
        if camera is not None and i % round(1.0 / FRAME_RATE / DT) == 0:
            pictures.append(camera.take(eye=(5.0, -4.4, 3.0), target=(0.1, 0.1, 1.25)))
    return torch.stack(errors).cpu().numpy(), torch.stack(path).cpu().numpy(), pictures


def step(simulation: SimulationContext, scene: InteractiveScene, quadrotor: Multirotor, thrusts: torch.Tensor) -> None:
    """Advance by one step with target thrusts [N], shape (N, 4)."""
    quadrotor.set_thrust_target(thrusts)
    scene.write_data_to_sim()
    simulation.step(render=False)
    scene.update(DT)


def reference(time: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    """Where to be on the round: straight legs that begin and end at rest, by the polynomial of least jerk.

    Args:
        time: Times since setting off [s], shape (N,); 0 for those that wait.

    Returns:
        Position [m], velocity [m/s], acceleration [m/s^2] and jerk [m/s^3], shape (N, 3) each.
    """
    waypoints = WAYPOINTS.to(time.device)
    legs = time / SECONDS_PER_LEG
    first = legs.long() % len(waypoints)
    leg = waypoints.roll(-1, dims=0)[first] - waypoints[first]
    s = (legs - legs.floor())[:, None]
    position = waypoints[first] + leg * s**3 * (10.0 - 15.0 * s + 6.0 * s**2)
    velocity = leg * 30.0 * s**2 * (1.0 - s) ** 2 / SECONDS_PER_LEG
    acceleration = leg * 60.0 * s * (1.0 - s) * (1.0 - 2.0 * s) / SECONDS_PER_LEG**2
    jerk = (time > 0.0)[:, None] * leg * 60.0 * (1.0 - 6.0 * s + 6.0 * s**2) / SECONDS_PER_LEG**3
    return position, velocity, acceleration, jerk


def plot(flight: Flight, path: Path) -> None:
    """Draw the errors over time, and the round from above."""
    figure, (hovering, above) = plt.subplots(1, 2, figsize=(10.0, 4.0), layout="constrained")
    time = DT * np.arange(1, len(flight.hover_errors) + 1)
    hovering.semilogy(time, flight.hover_errors, color="tab:blue", alpha=0.4)
    hovering.axhline(0.02, color="tab:red", linestyle="--", label="2 cm")
    hovering.set(title="Hovering, from 0.5 m away", xlabel="time [s]", ylabel="error [m]")
    hovering.legend()
    above.plot(flight.path[:, 0], flight.path[:, 1], color="tab:blue", label="first quadrotor")
    above.plot(*WAYPOINTS[:, :2].T, "o", color="tab:red", label="waypoints")
    above.set(title="Round, from above", xlabel="x [m]", ylabel="y [m]", aspect="equal")
    above.legend(loc="center")
    figure.savefig(path)
    plt.close(figure)


if __name__ == "__main__":
    main()
