"""One environment compiles to a model with the settings' options, the same dynamics with and without visuals."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from pippin.physics.backend import SolverSettings
from pippin.physics.compile import compile_model
from pippin.physics.description import Variant

SCENE = """
<mujoco>
  <worldbody>
    <geom name="/World/floor" type="plane" size="0 0 1"/>
    <body name="/World/ball" pos="0 0 1">
      <freejoint name="/World/ball"/>
      <geom name="/World/ball/visual" size="0.2" group="2" contype="0" conaffinity="0" mass="0"/>
      <geom name="/World/ball/collider" size="0.1" pos="0.03 0 0" density="1000"/>
    </body>
  </worldbody>
</mujoco>
"""


@pytest.fixture
def variant() -> Variant:
    return Variant(mujoco.MjSpec.from_string(SCENE))


def names(model: mujoco.MjModel) -> list[str]:
    return [model.geom(i).name for i in range(model.ngeom)]


def test_time_step_is_split_into_substeps_and_gravity_is_set(variant):
    model = compile_model(variant, SolverSettings(dt=0.01, substeps=4, gravity=(0.0, 1.0, -2.0)))
    assert model.opt.timestep == pytest.approx(0.0025)
    np.testing.assert_array_equal(model.opt.gravity, (0.0, 1.0, -2.0))


def test_solver_options_are_those_of_the_settings(variant):
    settings = SolverSettings(dt=0.01, integrator="euler", cone="elliptic", iterations=7, ls_iterations=3)
    option = compile_model(variant, settings).opt
    assert option.integrator == mujoco.mjtIntegrator.mjINT_EULER
    assert option.cone == mujoco.mjtCone.mjCONE_ELLIPTIC
    assert (option.iterations, option.ls_iterations) == (7, 3)


@pytest.mark.parametrize(
    ("cone", "given", "expected"), [("elliptic", None, 10.0), ("pyramidal", None, 1.0), ("elliptic", 100.0, 100.0)]
)
def test_friction_is_as_stiff_as_asked_for_else_as_suits_the_cone(variant, cone, given, expected):
    assert compile_model(variant, SolverSettings(dt=0.01, cone=cone, impratio=given)).opt.impratio == expected


def test_visual_geometry_is_only_kept_for_pictures(variant):
    physics = compile_model(variant, SolverSettings(dt=0.01))
    pictures = compile_model(variant, SolverSettings(dt=0.01), visuals=True)
    assert names(physics) == ["/World/floor", "/World/ball/collider"]
    assert names(pictures) == ["/World/floor", "/World/ball/visual", "/World/ball/collider"]
    np.testing.assert_allclose(physics.body_mass, pictures.body_mass, rtol=1e-15)
    assert physics.body_mass[1] == pytest.approx(1000 * 4 / 3 * np.pi * 0.1**3, rel=1e-12)


def test_meshes_that_are_only_seen_are_not_even_compiled():
    """Of millions of triangles that would take seconds; of this flat mesh MuJoCo says so."""
    spec = mujoco.MjSpec()
    spec.compiler.inertiafromgeom = mujoco.mjtInertiaFromGeom.mjINERTIAFROMGEOM_FALSE
    spec.add_mesh(name="flat", uservert=[0, 0, 0, 1, 0, 0, 0, 1, 0], userface=[0, 1, 2])
    body = spec.worldbody.add_body(name="/World/body", mocap=True)
    body.add_geom(type=mujoco.mjtGeom.mjGEOM_MESH, meshname="flat", contype=0, conaffinity=0, mass=0.0)
    with pytest.raises(ValueError, match="MuJoCo refuses the scene: Error: at least 4 vertices"):
        compile_model(Variant(spec), SolverSettings(dt=0.01), visuals=True)
    assert compile_model(Variant(spec), SolverSettings(dt=0.01)).nmesh == 0


def test_link_frame_stays_where_the_description_puts_it(variant):
    model = compile_model(variant, SolverSettings(dt=0.01))
    np.testing.assert_allclose(model.body_ipos[1], (0.03, 0.0, 0.0), atol=1e-15)
    np.testing.assert_allclose(model.qpos0, (0, 0, 1, 1, 0, 0, 0), atol=1e-15)


def test_the_description_is_not_changed(variant):
    before = variant.spec.copy().compile()
    compile_model(variant, SolverSettings(dt=0.01, integrator="rk4"))
    after = variant.spec.copy().compile()
    assert after.ngeom == before.ngeom == 3
    assert after.opt.integrator == before.opt.integrator


def test_a_diverged_world_is_not_reset_behind_the_back_of_the_backend(variant):
    model = compile_model(variant, SolverSettings(dt=0.01))
    data = mujoco.MjData(model)
    data.qvel[0] = np.nan
    mujoco.mj_step(model, data)
    assert np.isnan(data.qvel[0])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"integrator": "verlet"}, "no integrator 'verlet'; there are: implicitfast"),
        ({"cone": "square"}, "no cone 'square'; there are: pyramidal, elliptic"),
        ({"substeps": 0}, "substeps=0"),
        ({"dt": -0.01}, "dt=-0.01"),
        ({"dt": float("nan")}, "dt=nan"),
    ],
)
def test_settings_without_meaning_are_refused(variant, change, message):
    with pytest.raises(ValueError, match=message):
        compile_model(variant, SolverSettings(**{"dt": 0.01, **change}))


def test_a_scene_that_the_engine_refuses_says_why():
    variant = Variant(mujoco.MjSpec.from_string("<mujoco/>"))
    variant.spec.worldbody.add_geom(name="/World/nothing", type=mujoco.mjtGeom.mjGEOM_SPHERE, size=[0, 0, 0])
    with pytest.raises(ValueError, match="/World/nothing"):
        compile_model(variant, SolverSettings(dt=0.01))


def test_models_with_height_fields_have_names_of_their_own():
    spec = mujoco.MjSpec.from_string(
        "<mujoco><asset><hfield name='field' nrow='2' ncol='2' size='1 1 1 1'/></asset>"
        "<worldbody><geom type='hfield' hfield='field'/></worldbody></mujoco>"
    )
    models = [compile_model(Variant(spec), SolverSettings(dt=0.01)) for _ in range(2)]
    assert len({model.names.split(b"\0")[0] for model in models}) == 2
