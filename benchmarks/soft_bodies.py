"""How much of the bare soft-body solver's speed a user's loop keeps.

Soft cubes of 512 nodes and 1,715 tetrahedra fall on the ground and rest there, one in each environment. Every step of
the loop steps the simulation and reads the nodes' state. The reference is Newton alone on the same bodies, with as many
iterations and steps: its collision pipeline with the ground and ``SolverVBD``, replayed as a graph (on a GPU a CUDA
graph, with and without the solver's tiles, of which the faster counts). Both sides run in one process and in turn, both
resting on the ground; the best of each counts. Usage::

    python benchmarks/soft_bodies.py --num-envs 4
    python benchmarks/soft_bodies.py --device cuda:0 --num-envs 1024
"""

from __future__ import annotations

import argparse
import json
import platform
import time
from collections.abc import Callable
from pathlib import Path

import newton
import numpy as np
import warp as wp
from newton.solvers import SolverVBD

from pippin.assets import DeformableObject, DeformableObjectCfg
from pippin.physics.launches import Launches
from pippin.physics.scene import PhysicsScene
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sim import (
    DeformableBodyMaterialCfg,
    DeformableBodyPropertiesCfg,
    GroundPlaneCfg,
    MeshCuboidCfg,
    SimulationCfg,
    SimulationContext,
)
from timing import seconds_a_call

EDGE, CELLS, HEIGHT = 0.2, 7, 0.02
DT = 1.0 / 120.0
SETTLING_STEPS = 60


def make_scene(simulation: SimulationContext, num_envs: int, iterations: int) -> DeformableObject:
    """Cubes a little above the ground, ready to step."""
    scene = InteractiveScene(InteractiveSceneCfg(num_envs=num_envs, env_spacing=1.0))
    ground = GroundPlaneCfg()
    ground.func("/World/ground", ground)
    cube = DeformableObject(
        DeformableObjectCfg(
            prim_path="/World/envs/env_.*/Cube",
            spawn=MeshCuboidCfg(
                size=(EDGE, EDGE, EDGE),
                deformable_props=DeformableBodyPropertiesCfg(
                    simulation_hexahedral_resolution=CELLS, solver_position_iteration_count=iterations
                ),
                physics_material=DeformableBodyMaterialCfg(youngs_modulus=1e5, poissons_ratio=0.4),
            ),
            init_state=DeformableObjectCfg.InitialStateCfg(pos=(0.0, 0.0, EDGE / 2 + HEIGHT)),
        )
    )
    scene.deformable_objects["cube"] = cube
    simulation.reset()
    return cube


def user_loop(simulation: SimulationContext, cube: DeformableObject) -> Callable[[], None]:
    """One step of a user's loop."""

    def step() -> None:
        simulation.step(render=False)
        cube.update(DT)
        _ = cube.data.nodal_state_w.torch

    return step


def bare_solver(physics: PhysicsScene, tiles: bool) -> tuple[Callable[[], None], newton.State]:
    """The same substeps with Newton alone, as a graph: a call that takes two steps, and the state that it changes.

    Args:
        physics: What Pippin simulates.
        tiles: Whether several threads of a GPU share a node, as they do by default.
    """
    worlds = physics.backend.worlds[0]
    assert worlds.soft is not None
    body, device, substeps = worlds.soft.worlds.bodies[0], physics.device, physics.settings.substeps
    material = body.material
    environment = newton.ModelBuilder()
    environment.add_soft_mesh(
        pos=wp.vec3(0.0),
        rot=wp.quat_identity(),
        scale=1.0,
        vel=wp.vec3(0.0),
        vertices=body.mesh.nodes.tolist(),
        indices=body.mesh.elements.ravel().tolist(),
        density=material.density,
        k_mu=material.shear_modulus,
        k_lambda=material.first_lame_parameter,
        k_damp=0.5 * material.damping * material.shear_modulus,
        add_surface_mesh_edges=False,
        particle_radius=0.0,
    )
    environment.color()
    builder = newton.ModelBuilder()
    builder.add_ground_plane()
    builder.replicate(environment, worlds.num_worlds)
    model = builder.finalize(device=device)
    model.soft_contact_ke = 10.0 * material.youngs_modulus * body.mesh.mean_edge
    pipeline = newton.CollisionPipeline(model, soft_contact_gap=body.mesh.mean_edge / 2.0)
    contacts = pipeline.contacts()
    solver = SolverVBD(model, iterations=body.iterations, particle_enable_tile_solve=tiles)
    states = [model.state(), model.state()]
    step_size = DT / substeps

    def launch() -> None:
        for _ in range(2 * substeps):  # an even number of times, so that the states are where they were
            pipeline.collide(states[0], contacts)
            solver.step(states[0], states[1], None, contacts, step_size)
            states.reverse()

    # The graph holds addresses, no arrays: what owns them has to outlive it.
    return Launches(launch, wp.get_device(device)), states[0]


def free_memory(device: str) -> int:
    """Free memory of a GPU [B]; 0 of a CPU."""
    return wp.get_device(device).free_memory if wp.get_device(device).is_cuda else 0


def measure(device: str, num_envs: int, iterations: int, calls: int, rounds: int) -> dict:
    """Time both sides in turn."""
    simulation = SimulationContext(SimulationCfg(device=device, dt=DT))
    free_before = free_memory(device)
    start = time.perf_counter()
    cube = make_scene(simulation, num_envs, iterations)
    creation = time.perf_counter() - start
    loop = user_loop(simulation, cube)
    first_step = seconds_a_call(loop, 1, device)
    seconds_a_call(loop, SETTLING_STEPS - 1, device)
    memory = free_before - free_memory(device)
    settings = (True, False) if wp.get_device(device).is_cuda else (True,)
    bares = [bare_solver(simulation.physics, tiles) for tiles in settings]
    for bare, _ in bares:
        seconds_a_call(bare, SETTLING_STEPS // 2, device)
    times = [
        [seconds_a_call(loop, calls, device), *(seconds_a_call(bare, calls, device) / 2.0 for bare, _ in bares)]
        for _ in range(rounds)
    ]
    ours, *theirs = (min(column) for column in zip(*times, strict=True))
    heights = cube.data.root_pos_w.torch[:, 2]
    result = {
        "device": str(wp.get_device(device).name or platform.processor()),
        "num_envs": num_envs,
        "nodes": cube.max_sim_vertices_per_body,
        "elements": cube.max_sim_elements_per_body,
        "substeps": simulation.physics.settings.substeps,
        "iterations": iterations,
        "creation_s": round(creation, 2),
        "first_step_s": round(first_step, 2),
        "gpu_memory_mb": round(memory / 1e6),
        "step_ms": round(1e3 * ours, 3),
        "bare_ms": [round(1e3 * duration, 3) for duration in theirs],
        "ratio": round(min(theirs) / ours, 3),
        "env_steps_per_s": round(num_envs / ours),
        "mean_height_m": round(float(heights.mean()), 5),
        "spread_of_heights_m": float(np.ptp(heights.cpu().numpy())),
        "bare_mean_height_m": round(float(bares[0][1].particle_q.numpy()[:, 2].mean()), 5),
    }
    simulation.clear_instance()
    return result


def main() -> None:
    """Read the arguments, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--num-envs", type=int, nargs="+", default=[4])
    parser.add_argument("--iterations", type=int, default=20)
    parser.add_argument("--calls", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    results = []
    for num_envs in arguments.num_envs:
        results.append(measure(arguments.device, num_envs, arguments.iterations, arguments.calls, arguments.rounds))
        print(json.dumps(results[-1]), flush=True)
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=2))


if __name__ == "__main__":
    main()
