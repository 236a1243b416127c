"""Mechanisms in MuJoCo's format, played through the simulation context without spawners."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

import mujoco
import numpy as np
import pytest
import torch

from pippin.assets import (
    Articulation,
    ArticulationCfg,
    RigidObject,
    RigidObjectCfg,
    RigidObjectCollection,
    RigidObjectCollectionCfg,
)
from pippin.physics.backend import SolverSettings
from pippin.physics.description import JointProperties, SceneDescription, Variant
from pippin.physics.scene import PhysicsScene
from pippin.sim import EnvironmentPlan, SimulationCfg, SimulationContext, define_prim, register_physics
from pippin_isaac.older_names import serve_older_names

serve_older_names()  # tests of assets try the older names, too

ENV = "/World/envs/env_0"

Asset = TypeVar("Asset", RigidObject, Articulation, RigidObjectCollection)

BOX = """
<mujoco>
  <worldbody>
    <body name="Box" pos="0 0 1">
      <freejoint/>
      <inertial mass="2" pos="0.05 -0.02 0.1" quat="0.9 0.1 0.3 0.2" diaginertia="0.01 0.02 0.025"/>
      <geom type="box" size="0.1 0.1 0.1" contype="0" conaffinity="0"/>
    </body>
  </worldbody>
</mujoco>
"""
"""A body whose centre of mass and principal axes are not those of its frame."""

PENDULUM = """
<mujoco>
  <worldbody>
    <body name="Pendulum" mocap="true" pos="0 0 1">
      <body name="Pendulum/rod">
        <inertial mass="1.5" pos="0 0 -0.4" diaginertia="0.02 0.02 0.001"/>
        <joint name="Pendulum/hinge" axis="0 1 0" range="-3 3"/>
      </body>
    </body>
  </worldbody>
</mujoco>
"""
"""A fixed base with one hinge."""

WALKER = """
<mujoco>
  <worldbody>
    <body name="Walker" pos="0 0 1">
      <freejoint/>
      <inertial mass="3" pos="0.02 0.01 0.03" quat="0.8 0.2 0.1 0.3" diaginertia="0.03 0.04 0.05"/>
      <body name="Walker/left_thigh" pos="0.1 0.1 0" quat="0.9 0 0.4 0">
        <inertial mass="0.6" pos="0.01 0 -0.1" diaginertia="0.003 0.003 0.001"/>
        <joint name="Walker/left_hip" axis="0 1 0" pos="0 0 0.02" range="-1.5 1.5" armature="0.01"/>
        <body name="Walker/left_shin" pos="0 0 -0.25">
          <inertial mass="0.4" pos="0 0.02 -0.1" quat="0.7 0.7 0 0" diaginertia="0.002 0.002 0.0005"/>
          <joint name="Walker/left_knee" axis="0 1 0" range="-2 2" armature="0.01"/>
        </body>
      </body>
      <body name="Walker/right_thigh" pos="0.1 -0.1 0">
        <inertial mass="0.6" pos="0.01 0 -0.1" diaginertia="0.003 0.003 0.001"/>
        <joint name="Walker/right_hip" axis="0 1 0" range="-1.5 1.5" armature="0.01"/>
        <body name="Walker/right_shin" pos="0 0 -0.25">
          <inertial mass="0.4" pos="0 0 -0.1" diaginertia="0.002 0.002 0.0005"/>
          <joint name="Walker/right_slide" type="slide" axis="0 0 1" range="-0.2 0.2" armature="0.01"/>
        </body>
      </body>
    </body>
  </worldbody>
</mujoco>
"""
"""A floating base with two legs of two joints each; its breadth-first order of joints is not its order in the file."""

WALKER_JOINTS = ["left_hip", "right_hip", "left_knee", "right_slide"]
WALKER_LINKS = ["Walker", "left_thigh", "right_thigh", "left_shin", "right_shin"]


@dataclass
class Mechanism:
    """What the engine is to simulate.

    Attributes:
        xml: MJCF whose bodies and joints are named by path relative to the environment.
        roots: Paths of the articulations, relative to the environment.
        properties: Joint properties that MuJoCo has no place for, by relative path.
    """

    xml: str
    roots: tuple[str, ...] = ()
    properties: dict[str, JointProperties] | None = None

    def spec(self, env: str = ENV) -> mujoco.MjSpec:
        """Spec with elements named by prim path, and an actuator for each joint.

        Args:
            env: Path of the environment.
        """
        spec = mujoco.MjSpec.from_string(self.xml)
        spec.compiler.degree = False
        for body in spec.bodies[1:]:
            body.name = f"{env}/{body.name}"
        for index, geom in enumerate(spec.geoms):
            geom.name = geom.name or f"{env}/geom_{index}"
        for joint in spec.joints:
            joint.name = f"{env}/{joint.name}" if joint.name else joint.parent.name
            if joint.type in (mujoco.mjtJoint.mjJNT_HINGE, mujoco.mjtJoint.mjJNT_SLIDE):
                actuator = spec.add_actuator(name=joint.name, trntype=mujoco.mjtTrn.mjTRN_JOINT, target=joint.name)
                actuator.gainprm[0] = 1.0
                actuator.biastype = mujoco.mjtBias.mjBIAS_AFFINE
        return spec

    def variant(self, env: str = ENV) -> Variant:
        """Description for the engines."""
        properties = {f"{env}/{name}": value for name, value in (self.properties or {}).items()}
        roots = {f"{env}/{root}": f"{env}/{root}" for root in self.roots}
        spec = self.spec(env)
        held = [b.name for b in spec.bodies[1:] if all(j.type != mujoco.mjtJoint.mjJNT_FREE for j in b.joints)]
        frames = dict.fromkeys(held, ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0)))
        return Variant(
            spec, articulation_roots=roots, joint_properties=properties, incoming_joint_frames=frames if roots else {}
        )


class Stage:
    """A simulation context that plays mechanisms in several environments, and the assets in it."""

    def __init__(self, mechanisms: list[Mechanism], plan: EnvironmentPlan, cfg: SimulationCfg) -> None:
        self._assets: list[RigidObject | Articulation | RigidObjectCollection] = []
        self.sim = SimulationContext(cfg)
        self.origins = torch.as_tensor(plan.origins)
        self.sim.environments = plan
        for variant, mechanism in enumerate(mechanisms):
            for body in mechanism.spec(plan.template_path(variant)).bodies[1:]:
                define_prim(body.name)

    @property
    def scene(self) -> PhysicsScene:
        scene = self.sim.physics
        assert isinstance(scene, PhysicsScene)
        return scene

    def rigid_object(self, name: str, **kwargs: object) -> RigidObject:
        return self._keep(RigidObject(RigidObjectCfg(prim_path=f"{{ENV_REGEX_NS}}/{name}", **kwargs)))

    def collection(self, **cfgs: dict) -> RigidObjectCollection:
        """Collection of the bodies of these names, each with keywords of its config."""
        objects = {
            name: RigidObjectCfg(prim_path=f"{{ENV_REGEX_NS}}/{name}", **kwargs) for name, kwargs in cfgs.items()
        }
        return self._keep(RigidObjectCollection(RigidObjectCollectionCfg(rigid_objects=objects)))

    def articulation(self, name: str, **kwargs: object) -> Articulation:
        cfg = ArticulationCfg(prim_path=f"{{ENV_REGEX_NS}}/{name}", **{"actuators": {}, **kwargs})
        return self._keep(Articulation(cfg))

    def _keep(self, asset: Asset) -> Asset:
        """Keep an asset alive: the timeline does not."""
        self._assets.append(asset)
        return asset

    def step(self, *assets: RigidObject | Articulation | RigidObjectCollection, count: int = 1) -> None:
        for _ in range(count):
            for asset in assets:
                asset.write_data_to_sim()
            self.sim.step(render=False)
            for asset in assets:
                asset.update(self.sim.get_physics_dt())


MakeStage = Callable[..., Stage]


@pytest.fixture
def make_stage() -> Iterator[MakeStage]:
    """Makes a stage with a mechanism: ``make_stage(Mechanism(WALKER, ("Walker",)), num_envs=3, dt=0.01)``."""
    with stages() as make:
        yield make


@contextlib.contextmanager
def stages() -> Iterator[MakeStage]:
    """What :func:`make_stage` gives, for fixtures that keep a stage for all tests of a file.

    Several mechanisms make environments that differ: they take turns.
    """
    played: list[Mechanism] = []

    def play(stage: object, plan: EnvironmentPlan, cfg: SimulationCfg) -> PhysicsScene:
        variants = [mechanism.variant(plan.template_path(variant)) for variant, mechanism in enumerate(played)]
        description = SceneDescription(variants, np.asarray(plan.variant_of_env), np.asarray(plan.origins))
        settings = SolverSettings(dt=cfg.dt, substeps=cfg.substeps or 1, gravity=tuple(cfg.gravity), device=cfg.device)
        return PhysicsScene(description, settings, cfg.backend)

    def make(
        *mechanisms: Mechanism,
        num_envs: int = 3,
        dt: float = 0.01,
        backend: tuple[str, str] = ("mujoco", "cpu"),
        gravity: tuple[float, float, float] = (0.0, 0.0, -9.81),
        origins: np.ndarray | None = None,
        **settings: bool,
    ) -> Stage:
        played[:] = mechanisms
        origins = np.arange(num_envs)[:, None] * np.array([[3.0, -1.0, 0.5]]) if origins is None else origins
        variant_of_env = np.arange(num_envs) % len(mechanisms)
        plan = EnvironmentPlan(origins.astype(np.float32), variant_of_env, tuple(range(len(mechanisms))))
        name, device = backend
        cfg = SimulationCfg(dt=dt, gravity=gravity, device=device, backend=name, **settings)
        return Stage(played, plan, cfg)

    previous = register_physics(play)
    try:
        yield make
    finally:
        SimulationContext.clear_instance()
        register_physics(previous)
