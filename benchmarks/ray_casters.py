"""How much of a bare ray query's speed ray casters keep, and what memory they take.

Each environment scans the heights of 187 points of one rough terrain below it ("scan"), or looks around itself with as
many rays in random directions ("around"); the latter also among four boxes of each environment that move
("among_bodies"), and with a camera of 64 x 64 pixels ("camera"). References in the same run, on the same rays:

- ``warp``: a kernel with nothing but ``wp.mesh_query_ray`` on the same mesh, its rays ready in arrays;
- ``embree`` (on a CPU, package embreex): ``EmbreeScene.run``, which uses one core, and on a thread for each core
  ("embree_cores").

For "among_bodies", which has no such reference, the ratio is to the rays at the terrain alone. Usage::

    python benchmarks/ray_casters.py --device cpu --num-envs 4096
    python benchmarks/ray_casters.py --device cuda:0 --num-envs 1024 4096 --json results.json
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import torch
import warp as wp
from pxr import UsdGeom, Vt

from pippin.assets import RigidObjectCfg
from pippin.physics.scene import playing_scene
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sensors import (
    MultiMeshRayCasterCfg,
    RayCaster,
    RayCasterCameraCfg,
    RayCasterCfg,
    SensorBase,
    SensorBaseCfg,
    patterns,
)
from pippin.sim import (
    CuboidCfg,
    MassPropertiesCfg,
    RigidBodyPropertiesCfg,
    SimulationCfg,
    SimulationContext,
    create_prim,
)
from pippin.utils import ProxyArray, configclass
from timing import seconds_a_call, write_results

SPACING, CORNERS, TERRAIN = 2.5, 400, "/World/terrain"
SCAN = patterns.GridPatternCfg(resolution=0.1, size=(1.6, 1.0))
LENS = patterns.PinholeCameraPatternCfg(width=64, height=64)


def random_directions(cfg: patterns.PatternBaseCfg, device: str) -> tuple[torch.Tensor, torch.Tensor]:
    """As many rays as a scan has, downwards and to all sides."""
    directions = torch.randn(187, 3, generator=torch.Generator().manual_seed(0))
    directions[:, 2] = -directions[:, 2].abs()
    return torch.zeros(187, 3, device=device), torch.nn.functional.normalize(directions, dim=1).to(device)


AROUND = patterns.PatternBaseCfg(func=random_directions)


def body(name: str, position: tuple[float, float, float]) -> RigidObjectCfg:
    """A box that moves."""
    spawn = CuboidCfg(
        size=(0.3, 0.3, 0.3), rigid_props=RigidBodyPropertiesCfg(), mass_props=MassPropertiesCfg(mass=1.0)
    )
    state = RigidObjectCfg.InitialStateCfg(pos=position)
    return RigidObjectCfg(prim_path=f"{{ENV_REGEX_NS}}/{name}", spawn=spawn, init_state=state)


@configclass
class BodiesCfg(InteractiveSceneCfg):
    """A body that carries the sensor, and four around it."""

    env_spacing: float = SPACING
    carrier: RigidObjectCfg = body("Carrier", (0.0, 0.0, 2.0))
    left: RigidObjectCfg = body("Left", (0.0, 0.7, 1.5))
    right: RigidObjectCfg = body("Right", (0.0, -0.7, 1.5))
    front: RigidObjectCfg = body("Front", (0.7, 0.0, 1.5))
    back: RigidObjectCfg = body("Back", (-0.7, 0.0, 1.5))


def make_terrain(num_envs: int) -> None:
    """A rough surface of 318,402 triangles below all environments."""
    half = 0.5 * SPACING * np.ceil(np.sqrt(num_envs)) + 5.0
    x, y = np.meshgrid(*[np.linspace(-half, half, CORNERS)] * 2, indexing="ij")
    z = 0.3 * np.sin(x) * np.cos(y) + np.random.default_rng(0).normal(scale=0.05, size=x.shape)
    corner = np.arange(CORNERS**2).reshape(CORNERS, CORNERS)
    a, b, c, d = corner[:-1, :-1], corner[1:, :-1], corner[1:, 1:], corner[:-1, 1:]
    faces = np.stack([np.stack([a, b, c], axis=-1), np.stack([a, c, d], axis=-1)]).reshape(-1, 3)
    prim = UsdGeom.Mesh(create_prim(TERRAIN, "Mesh"))
    points = np.stack([x, y, z], axis=-1).reshape(-1, 3).astype(np.float32)
    prim.CreatePointsAttr(Vt.Vec3fArray.FromNumpy(points))
    prim.CreateFaceVertexCountsAttr(Vt.IntArray.FromNumpy(np.full(len(faces), 3, dtype=np.int32)))
    prim.CreateFaceVertexIndicesAttr(Vt.IntArray.FromNumpy(faces.reshape(-1).astype(np.int32)))


def sensor_cfg(case: str) -> SensorBaseCfg:
    """Sensor of a case."""
    common: dict[str, Any] = {"prim_path": "{ENV_REGEX_NS}/Carrier", "mesh_prim_paths": [TERRAIN]}
    if case == "scan":
        return RayCasterCfg(
            **common, pattern_cfg=SCAN, ray_alignment="yaw", offset=RayCasterCfg.OffsetCfg(pos=(0, 0, 20))
        )
    if case == "around":
        return RayCasterCfg(**common, pattern_cfg=AROUND)
    if case == "camera":
        down = RayCasterCameraCfg.OffsetCfg(rot=(1.0, 0.0, 0.0, 0.0))
        return RayCasterCameraCfg(**common, pattern_cfg=LENS, offset=down)
    boxes = MultiMeshRayCasterCfg.RaycastTargetCfg(prim_expr="{ENV_REGEX_NS}/(Left|Right|Front|Back)")
    return MultiMeshRayCasterCfg(**{**common, "mesh_prim_paths": [TERRAIN, boxes]}, pattern_cfg=AROUND)


@wp.kernel(enable_backward=False)
def query(
    mesh: wp.uint64,
    starts: wp.array(dtype=wp.vec3f),  # (n,) [m]
    directions: wp.array(dtype=wp.vec3f),  # (n,)
    hits_out: wp.array(dtype=wp.vec3f),  # (n,) [m]
):
    """Bare query: where each ray meets the mesh."""
    i = wp.tid()
    hit = wp.mesh_query_ray(mesh, starts[i], directions[i], 1.0e6)
    point = wp.vec3f(wp.inf, wp.inf, wp.inf)
    if hit.result:
        point = starts[i] + hit.t * directions[i]
    hits_out[i] = point


def world_rays(sensor: RayCaster) -> tuple[np.ndarray, np.ndarray]:
    """Starts and directions of all rays of a sensor that has measured, in the world, shape (n, 3)."""
    sources = sensor._sources

    def turned(vectors: wp.array, quaternions: wp.array) -> np.ndarray:
        xyz, w = quaternions.numpy()[:, None, :3], quaternions.numpy()[:, None, 3:]
        local = np.broadcast_to(vectors.numpy(), (len(xyz), *vectors.shape[1:], 3))
        return local + 2.0 * np.cross(xyz, np.cross(xyz, local) + w * local)

    starts = sources.origin.numpy()[:, None] + turned(sensor._starts, sources.turn_starts)
    directions = turned(sensor._directions, sources.turn_directions)
    return starts.reshape(-1, 3).astype(np.float32), directions.reshape(-1, 3).astype(np.float32)


def references(sensor: RayCaster, device: str) -> tuple[dict[str, Callable[[], object]], wp.array]:
    """What the sensor is measured against, and the hits of the bare query."""
    starts, directions = world_rays(sensor)
    arrays = [wp.array(values, dtype=wp.vec3f, device=device) for values in (starts, directions)]
    hits = wp.empty(len(starts), dtype=wp.vec3f, device=device)
    mesh = RayCaster.meshes[TERRAIN, device]
    calls: dict[str, Callable[[], object]] = {
        "warp": lambda: wp.launch(query, dim=len(starts), inputs=[mesh.id, *arrays], outputs=[hits], device=device)
    }
    if device == "cpu":
        from embreex.mesh_construction import TriangleMesh
        from embreex.rtcore_scene import EmbreeScene

        scene, cores = EmbreeScene(), os.cpu_count() or 1
        triangles = mesh.points.numpy()[mesh.indices.numpy().reshape(-1, 3)]
        keep = TriangleMesh(scene, np.ascontiguousarray(triangles))
        pool, parts = ThreadPoolExecutor(cores), np.array_split(np.arange(len(starts)), cores)
        pieces = [(starts[part], directions[part]) for part in parts]
        calls["embree"] = lambda: (scene.run(starts, directions), keep)
        calls["embree_cores"] = lambda: list(pool.map(lambda piece: scene.run(*piece), pieces))
    return calls, hits


def bytes_of(value: Any, seen: set[int]) -> int:
    """Memory of the arrays that a sensor, or a part of one, holds; each is counted once, and meshes are left out."""
    if isinstance(value, wp.array):
        is_new = value.ptr not in seen
        seen.add(value.ptr)
        return value.capacity if is_new else 0
    if isinstance(value, torch.Tensor):
        return bytes_of(wp.from_torch(value), seen)
    if id(value) in seen:
        return 0
    seen.add(id(value))
    parts: Iterable[Any] = ()
    if isinstance(value, (list, tuple, dict)):
        parts = value.values() if isinstance(value, dict) else value
    elif hasattr(value, "_cls"):  # a struct of Warp
        parts = [getattr(value, name) for name in value._cls.vars]
    elif isinstance(value, ProxyArray):
        parts = [value.warp]
    elif type(value).__module__.startswith(("pippin.sensors", "pippin.utils", "pippin.quantities.selection")):
        parts = getattr(value, "__dict__", {}).values()
    return sum(bytes_of(part, seen) for part in parts)


def play(case: str, num_envs: int, device: str) -> SensorBase:
    """Make and play a scene with the sensor of a case."""
    sim = SimulationContext(SimulationCfg(dt=0.005, device=device))
    scene = InteractiveScene(BodiesCfg(num_envs=num_envs))
    make_terrain(num_envs)
    cfg = sensor_cfg(case)
    scene.sensors["rays"] = cfg.class_type(cfg)
    sim.reset()
    return scene["rays"]


def measure(case: str, num_envs: int, device: str, duration: float) -> dict[str, object]:
    """Rays per second of a sensor and of its references in turn, best of five each."""
    sensor: Any = play(case, num_envs, device)
    physics = playing_scene(sensor._sim)

    def read() -> None:
        physics.state_version += 1  # as if the bodies had moved
        sensor.update(physics.dt)
        sensor.data  # noqa: B018

    read()
    others, hits = references(sensor, device) if case != "among_bodies" else ({}, None)
    calls = {"sensor": read, **others}
    times = dict.fromkeys(calls, np.inf)
    counts = {name: max(3, int(duration / max(seconds_a_call(call, 3, device), 1e-6))) for name, call in calls.items()}
    for _ in range(5):
        for name, call in calls.items():
            times[name] = min(times[name], seconds_a_call(call, counts[name], device))
    if hits is not None and case != "camera":
        mine = sensor.data.ray_hits_w.torch.reshape(-1, 3).cpu().numpy()
        assert np.isclose(mine, hits.numpy(), atol=1e-3).all(axis=1).mean() > 0.999, "the hits differ"
    unread = seconds_a_call(lambda: sensor.update(physics.dt), 10_000, device)
    num_rays = sensor.num_instances * sensor._num_rays
    result = {
        "case": case,
        "num_envs": num_envs,
        "rays": num_rays,
        "device": device,
        **{f"{name}_mrays_per_s": round(num_rays / value / 1e6, 2) for name, value in times.items()},
        **{f"ratio_to_{name}": round(times[name] / times["sensor"], 3) for name in others},
        "unread_us_per_step": round(unread * 1e6, 2),
        "bytes_per_ray": round(bytes_of(sensor, set()) / num_rays, 1),
    }
    SimulationContext.clear_instance()
    return result


def main() -> None:
    """Measure and print; write the results as JSON if asked."""
    cases = ("scan", "around", "among_bodies", "camera")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--case", choices=cases, nargs="+", default=cases)
    parser.add_argument("--num-envs", type=int, nargs="+", default=[4096])
    parser.add_argument("--device", default="cuda:0" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--duration", type=float, default=1.0, help="seconds that each measurement takes")
    parser.add_argument("--json", type=Path, help="file to write the results to")
    args = parser.parse_args()
    wp.config.log_level = wp.LOG_WARNING
    results = []
    for case in args.case:
        for num_envs in args.num_envs:
            results.append(measure(case, num_envs, args.device, args.duration))
            print(results[-1], flush=True)
    if args.json:
        write_results(args.json, results)


if __name__ == "__main__":
    main()
