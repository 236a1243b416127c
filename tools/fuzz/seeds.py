"""Files to mutate: small robots and meshes of installed packages, and what Pippin itself writes and ships."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

import newton
import numpy as np
import torch
import trimesh

from pippin.robots import descriptions
from pippin.utils.example_robots import example_robot_data

URDFS = (
    "double_pendulum_description/urdf/double_pendulum_simple.urdf",
    "iris_description/robots/iris_simple.urdf",
    "hextilt_description/urdf/hextilt_flying_arm_5.urdf",
    "finger_edu_description/robots/finger_edu.urdf",
    "so_arm_description/urdf/so100.urdf",
    "ur_description/urdf/ur10_robot.urdf",
    "z1_description/urdf/z1.urdf",
    "panda_description/urdf/panda.urdf",
    "a1_description/urdf/a1.urdf",
    "go2_description/urdf/go2.urdf",
)
NEWTON_MJCFS = ("nv_ant.xml", "nv_humanoid.xml", "tabletop.xml")
NEWTON_USDS = ("cartpole.usda", "ant.usda", "boxes_fourbar.usda", "sensor_contact_scene.usda", "humanoid.usda")
MESH_SUFFIXES = (".stl", ".obj", ".ply", ".dae", ".glb", ".off", ".3mf")


@dataclass(frozen=True)
class Seed:
    """A file to mutate.

    Attributes:
        kind: How it is read: a key of :data:`tools.fuzz.readers.READERS`.
        path: The file, in a folder with all that it needs.
        changed: The file that is mutated, where it is not ``path`` itself but one that this needs.
    """

    kind: str
    path: Path
    changed: Path

    @property
    def content(self) -> bytes:
        """What is mutated."""
        return self.changed.read_bytes()


def gather(folder: Path) -> list[Seed]:
    """Copy all seeds into a folder, with small hulls in place of large meshes.

    Args:
        folder: Empty folder.
    """
    seeds = [*_urdfs(folder / "urdf"), *_mjcfs(folder / "mjcf"), *_motion(folder / "motion")]
    seeds += [*_meshes(folder / "mesh"), *_checkpoints(folder / "checkpoint"), *_datasets(folder / "dataset")]
    seeds += _usds(folder / "usd", [seed for seed in seeds if seed.kind in ("urdf", "mjcf")])
    return seeds


def _alone(kind: str, path: Path) -> Seed:
    return Seed(kind, path, path)


def _urdfs(folder: Path) -> list[Seed]:
    seeds = []
    sources = [Path(example_robot_data(name)) for name in URDFS]
    sources += [Path(descriptions.own_description(name)) for name in ("cartpole.urdf", "crazyflie.urdf")]
    for source in sources:
        place = folder / source.stem
        place.mkdir(parents=True)
        text = source.read_text(encoding="utf-8")
        meshes = []
        for number, name in enumerate(sorted(set(re.findall(r'filename="([^"]+\.(?:stl|STL|dae|obj))"', text)))):
            suffix = Path(name).suffix.lower()
            small = place / f"mesh{number}{suffix}"
            trimesh.creation.icosphere(subdivisions=0, radius=0.05).export(small)
            text = text.replace(f'"{name}"', f'"{small.name}"')
            meshes.append(small)
        (place / source.name).write_text(text, encoding="utf-8")
        seeds.append(_alone("urdf", place / source.name))
        seeds += [Seed("urdf", place / source.name, mesh) for mesh in meshes[:1]]
    return seeds


MJCF_WITH_FILES = """<mujoco model="arm">
  <compiler angle="degree" assetdir="parts"/>
  <option timestep="0.004" integrator="implicitfast"/>
  <include file="part.xml"/>
  <default>
    <joint damping="0.1"/>
    <default class="upper"><geom rgba="1 0 0 1" friction="1 0.01 0.001"/></default>
  </default>
  <asset>
    <mesh name="ball" file="ball.stl" scale="0.5 0.5 0.5"/>
    <mesh name="box" file="box.obj"/>
    <texture name="grain" type="2d" file="grain.png"/>
    <texture name="sky" type="skybox" builtin="gradient" rgb1="1 1 1" rgb2="0 0 0" width="16" height="16"/>
    <material name="wood" texture="grain"/>
    <hfield name="hills" nrow="3" ncol="3" size="1 1 1 0.1" elevation="0 0 0 0 1 0 0 0 0"/>
  </asset>
  <worldbody>
    <geom type="hfield" hfield="hills" pos="0 0 -1"/>
    <body name="upper" pos="0 0 1" childclass="upper">
      <joint name="shoulder" axis="0 1 0" range="-90 90" limited="true"/>
      <geom name="first" type="capsule" fromto="0 0 0 0 0 -0.4" size="0.04" material="wood"/>
      <site name="start" pos="0 0 -0.1"/>
      <body name="lower" pos="0 0 -0.4" quat="1 0 0 0">
        <joint name="elbow" type="hinge" axis="0 1 0" range="-150 0" stiffness="1" armature="0.01"/>
        <geom type="mesh" mesh="ball"/>
        <geom type="mesh" mesh="box" contype="0" conaffinity="0"/>
        <site name="end" pos="0 0 -0.3"/>
        <inertial pos="0 0 -0.1" mass="1" fullinertia="0.1 0.1 0.1 0 0 0"/>
      </body>
    </body>
    <body name="loose" pos="1 0 1"><freejoint/><geom size="0.1"/></body>
  </worldbody>
  <contact><exclude body1="upper" body2="lower"/></contact>
  <tendon>
    <fixed name="pair"><joint joint="shoulder" coef="1"/><joint joint="elbow" coef="-1"/></fixed>
    <spatial name="cord" range="0 1"><site site="start"/><site site="end"/></spatial>
  </tendon>
  <equality><joint joint1="elbow" joint2="shoulder" polycoef="0 0.5 0 0 0" active="false"/></equality>
  <actuator>
    <motor name="shoulder" joint="shoulder" gear="10" ctrlrange="-1 1"/>
    <position name="elbow" joint="elbow" kp="20" kv="1"/>
    <general tendon="pair" gainprm="1" biasprm="0 -1 0" biastype="affine"/>
  </actuator>
  <sensor><jointpos joint="elbow"/></sensor>
</mujoco>
"""


def _mjcfs(folder: Path) -> list[Seed]:
    folder.mkdir(parents=True)
    seeds = []
    for name in NEWTON_MJCFS:
        shutil.copy(Path(newton.__file__).parent / "examples/assets" / name, folder / name)
        seeds.append(_alone("mjcf", folder / name))
    place = folder / "arm"
    (place / "parts").mkdir(parents=True)
    (place / "arm.xml").write_text(MJCF_WITH_FILES, encoding="utf-8")
    (place / "part.xml").write_text('<mujoco><asset><material name="paint" rgba="1 0 0 1"/></asset></mujoco>')
    trimesh.creation.icosphere(subdivisions=1, radius=0.1).export(place / "parts/ball.stl")
    trimesh.creation.box((0.1, 0.1, 0.1)).export(place / "parts/box.obj")
    from PIL import Image

    Image.fromarray(np.arange(768, dtype=np.uint8).reshape(16, 16, 3)).save(place / "parts/grain.png")
    others = ("arm.xml", "part.xml", "parts/ball.stl", "parts/box.obj", "parts/grain.png")
    return seeds + [Seed("mjcf", place / "arm.xml", place / name) for name in others]


def _motion(folder: Path) -> list[Seed]:
    """Robot descriptions and configs of RMPflow and RRT of two arms, beside their URDF files."""
    configs = Path(descriptions.__file__).parent
    seeds = []
    for name, urdf in (("franka", "panda_description/urdf/panda.urdf"), ("z1", "z1_description/urdf/z1.urdf")):
        place = folder / name
        place.mkdir(parents=True)
        shutil.copy(example_robot_data(urdf), place / "robot.urdf")
        for kind, group in (("rmpflow", "motion_policy_configs"), ("rrt", "path_planner_configs")):
            for source in sorted((configs / group / name).rglob("*.yaml")):
                is_description = source.name == "robot_descriptor.yaml"
                target = place / ("description.yaml" if is_description else f"{kind}.yaml")
                target.write_text(_with_two_spheres_a_link(source.read_text(encoding="utf-8")), encoding="utf-8")
        seeds.append(_alone("description", place / "description.yaml"))
        seeds += [_alone(kind, place / f"{kind}.yaml") for kind in ("rmpflow", "rrt")]
    return seeds


def _with_two_spheres_a_link(text: str) -> str:
    """A robot description without most of its spheres, which are alike and take most of the time of reading it."""
    sphere = r"(?:    - center: .*\n      radius: .*\n)"
    return re.sub(rf"({sphere}{{2}}){sphere}+", r"\1", text)


def _meshes(folder: Path) -> list[Seed]:
    folder.mkdir(parents=True)
    ball, seeds = trimesh.creation.icosphere(subdivisions=1, radius=0.2), []
    ball.visual.vertex_colors = np.full((len(ball.vertices), 4), 200, dtype=np.uint8)
    for suffix in MESH_SUFFIXES:
        path = folder / f"ball{suffix}"
        try:
            ball.export(path)
        except (ValueError, ImportError, KeyError):  # formats that an absent package writes
            continue
        seeds.append(_alone("mesh", path))
    return seeds


def _checkpoints(folder: Path) -> list[Seed]:
    folder.mkdir(parents=True)
    network = torch.nn.Sequential(torch.nn.Linear(6, 8), torch.nn.ELU(), torch.nn.Linear(8, 1))
    torch.save({"iter": 3, "model_state_dict": network.state_dict(), "infos": None}, folder / "model_3.pt")
    torch.jit.script(network).save(str(folder / "actuator.pt"))
    (folder / "env.yaml").write_text("decimation: 4\nsim:\n  dt: 0.005\n  gravity: [0.0, 0.0, -9.81]\nseed: null\n")
    return [
        _alone("checkpoint", folder / "model_3.pt"),
        _alone("actuator_network", folder / "actuator.pt"),
        _alone("config", folder / "env.yaml"),
    ]


def _datasets(folder: Path) -> list[Seed]:
    from pippin.envs.datasets import EpisodeData, HDF5DatasetFileHandler

    folder.mkdir(parents=True)
    path = folder / "episodes.hdf5"
    handler = HDF5DatasetFileHandler()
    handler.create(str(path), "Isaac-Cartpole-v0")
    episode = EpisodeData()
    for step in range(4):
        episode.add("actions", torch.full((2,), float(step)))
        episode.add("states/articulation/robot/joint_position", torch.zeros(2))
    episode.pre_export()
    handler.write_episode(episode)
    handler.close()
    return [_alone("dataset", path)]


def _usds(folder: Path, sources: list[Seed]) -> list[Seed]:
    """USD text of Newton, and what Pippin's own converters write, as text and as crates."""
    from pxr import Sdf

    from .readers import spawner

    folder.mkdir(parents=True)
    seeds = []
    for name in NEWTON_USDS:
        shutil.copy(Path(newton.__file__).parent / "examples/assets" / name, folder / name)
        seeds.append(_alone("usd", folder / name))
    wanted = ("cartpole", "double_pendulum_simple", "iris_simple", "arm", "nv_ant", "so100")
    for seed in sources:
        if seed.path == seed.changed and seed.path.stem in wanted:
            converted = spawner(seed.kind, seed.path, folder / "converted" / seed.path.stem)
            layer = Sdf.Layer.FindOrOpen(converted)
            for suffix in (".usda", ".usdc"):
                path = Path(converted).parent / f"{seed.path.stem}_{suffix[1:]}{suffix}"
                layer.Export(str(path))
                seeds.append(_alone("usd", path))
    for name in ("cartpole.usda", "ant.usda"):
        crate = folder / f"{Path(name).stem}.usdc"
        Sdf.Layer.FindOrOpen(str(folder / name)).Export(str(crate))
        seeds.append(_alone("usd", crate))
    return seeds
