"""Small scenes on each backend."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import mujoco
import newton.examples
import numpy as np
import pytest

from pippin.physics.backend import Backend, SolverSettings, make_backend
from pippin.physics.description import SceneDescription, Variant

DT = 0.002

WORKSHOP = """
<mujoco>
  <worldbody>
    <geom name="/ground" type="plane" size="0 0 1" friction="0.05"/>
    <body name="/stand" mocap="true" pos="0 0 3">
      <body name="/stand/wheel">
        <inertial pos="0 0 0" mass="1" diaginertia="0.1 0.1 0.2"/>
        <joint name="/stand/hinge" axis="0 0 1" limited="true" range="-6 6" frictionloss="1e-9"/>
        <geom name="/stand/wheel/geom" type="sphere" size="0.1" contype="0" conaffinity="0"/>
      </body>
    </body>
    <body name="/box" pos="0 2 1">
      <freejoint name="/box"/>
      <inertial pos="0 0 0" mass="2" diaginertia="0.02 0.03 0.04"/>
      <geom name="/box/geom" type="box" size="0.1 0.15 0.2" friction="0.3"/>
    </body>
  </worldbody>
  <tendon>
    <fixed name="cord" limited="true" range="-20 20"><joint joint="/stand/hinge" coef="2"/></fixed>
  </tendon>
  <actuator>
    <general name="motor" joint="/stand/hinge" gainprm="1" biastype="affine" biasprm="0 0 0" forcelimited="true"
             forcerange="-1000 1000"/>
  </actuator>
  <sensor>
    <framepos name="where the wheel is" objtype="body" objname="/stand/wheel"/>
  </sensor>
</mujoco>
"""
"""A wheel about the vertical on a movable stand, with a motor and a tendon, and a box in free fall above a plane.

Coordinates: the hinge, then the box's position and quaternion; degrees of freedom: the hinge, then the box.
"""

MakeBackend = Callable[..., Backend]


def variant(source: str) -> Variant:
    """Environment from MJCF text, or from one of Newton's example files."""
    if source.endswith(".xml"):
        spec = mujoco.MjSpec.from_file(newton.examples.get_asset(source))
        for sensor in list(spec.sensors):
            spec.delete(sensor)
        for geom in list(spec.geoms):
            if geom.type == mujoco.mjtGeom.mjGEOM_PLANE:
                spec.delete(geom)
        spec.worldbody.add_geom(name="ground", type=mujoco.mjtGeom.mjGEOM_PLANE, size=[0, 0, 1])
        return Variant(spec)
    return Variant(mujoco.MjSpec.from_string(source))


@pytest.fixture
def make_named() -> Iterator[MakeBackend]:
    """Make a backend by name: ``make_named("mujoco", "cpu", [source], [variant of each environment], **settings)``."""
    made: list[Backend] = []

    def make(name: str, device: str, sources: list[str], variants: list[int], **settings: object) -> Backend:
        scene = SceneDescription(
            [variant(source) for source in sources], np.array(variants), np.zeros((len(variants), 3), np.float32)
        )
        made.append(make_backend(name, scene, SolverSettings(**{"dt": DT, "device": device, **settings})))
        return made[-1]

    yield make
    for backend in made:
        backend.close()


@pytest.fixture
def make(backend, make_named) -> MakeBackend:
    """Make the backend under test: ``make([source], [variant of each environment], **settings)``."""

    def make(sources: list[str], variants: list[int], **settings: object) -> Backend:
        return make_named(*backend, sources, variants, **settings)

    return make


@pytest.fixture
def workshop(make) -> Backend:
    """Three workshops."""
    return make([WORKSHOP], [0, 0, 0])
