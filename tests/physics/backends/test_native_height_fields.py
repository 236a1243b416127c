"""Contacts with height fields on native MuJoCo: those that Pippin finds on MuJoCo Warp, by MuJoCo's own table."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest
from mujoco.batch import Batch
from scipy.spatial.transform import Rotation

from pippin.physics import native_internals
from pippin.physics.backends.height_fields.native_contacts import NativeFieldContacts, take_over_fields

from .test_height_fields import SHAPES, Simulation, model_of, pose_of, rough, touching_poses


def taken_over(model: mujoco.MjModel) -> NativeFieldContacts:
    """Let Pippin find a model's contacts while the result is kept."""
    contacts = take_over_fields(model)
    assert contacts is not None
    return contacts


def contacts_at(model: mujoco.MjModel, pose: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Distances, positions and normals of native MuJoCo's contacts, by place."""
    data = mujoco.MjData(model)
    data.qpos[:] = pose
    mujoco.mj_fwdPosition(model, data)
    order = np.lexsort(data.contact.pos.round(4).T)
    return data.contact.dist[order], data.contact.pos[order], data.contact.frame[order, :3]


@pytest.mark.parametrize("shape", SHAPES)
def test_contacts_are_those_on_mujoco_warp(shape: str) -> None:
    random = np.random.default_rng(4)
    model = model_of(SHAPES[shape], rough(random, 0.03), 'pos=".1 -.05 .02" euler="2 -3 20"')
    poses = touching_poses(model, 0.002, 15, random)
    simulation, kept = Simulation(model, poses), taken_over(model)
    for world, pose in enumerate(poses):
        theirs, ours = simulation.contacts(world), contacts_at(model, pose)
        if shape != "hull":
            assert len(ours[0]) == len(theirs[0])
        assert 1 <= len(ours[0]) <= (3 if shape == "hull" else 5)
        assert ours[0].min() == pytest.approx(theirs[0].min(), abs=2e-6)
        for distance, position, normal in zip(*ours, strict=True):
            same = np.linalg.norm(theirs[1] - position, axis=1).argmin()
            np.testing.assert_allclose(position, theirs[1][same], atol=2e-5)
            np.testing.assert_allclose(distance, theirs[0][same], atol=1e-5)
            np.testing.assert_allclose(normal, theirs[2][same], atol=1e-3)
    del kept


@pytest.mark.parametrize("shape", ["sphere", "box"])
def test_shapes_deep_in_flat_ground_are_pushed_up(shape: str) -> None:
    """By their depth, straight up: native MuJoCo pushes them out sideways, through inner walls of its prisms."""
    model = model_of(SHAPES[shape], np.array(0.3), name=f"deep {shape}")
    half = float(model.geom_size[-1].max() if shape == "sphere" else model.geom_size[-1, 2])
    kept = taken_over(model)
    for depth in (0.5 * half, 1.2 * half, 1.8 * half):
        distances, _, normals = contacts_at(model, pose_of([0.013, 0.021, 0.3 + half - depth], Rotation.identity()))
        assert distances.min() == pytest.approx(-depth, abs=1e-6)
        np.testing.assert_allclose(normals, np.tile([0.0, 0.0, 1.0], (len(normals), 1)), atol=1e-6)
    del kept


def test_other_models_and_closed_scenes_keep_the_engines_contacts() -> None:
    random = np.random.default_rng(5)
    heights = rough(random, 0.03)
    model, other = (model_of(SHAPES["box"], heights, name=name) for name in ("ours", "ours too"))
    pose = touching_poses(model, 0.002, 1, random)[0]
    engine = contacts_at(model, pose)
    kept = taken_over(model)
    assert not np.array_equal(contacts_at(model, pose)[0], engine[0])
    for values, expected in zip(contacts_at(other, pose), engine, strict=True):
        np.testing.assert_array_equal(values, expected)
    del kept
    for values, expected in zip(contacts_at(model, pose), engine, strict=True):
        np.testing.assert_array_equal(values, expected)


def test_scenes_are_told_apart_by_their_names() -> None:
    models = [model_of(SHAPES["sphere"], np.array(height), name=f"at {height}") for height in (0.3, 0.31, 0.32)]
    kept = [take_over_fields(model) for model in models]
    del kept[1]
    for model, height in ((models[0], 0.3), (models[2], 0.32)):
        distances, _, _ = contacts_at(model, pose_of([0.01, 0.02, height + 0.099], Rotation.identity()))
        np.testing.assert_allclose(distances, [-0.001], atol=1e-6)


def test_a_model_without_height_fields_is_left_alone() -> None:
    model = mujoco.MjModel.from_xml_string("<mujoco><worldbody><geom size='1 1 1' type='plane'/></worldbody></mujoco>")
    assert take_over_fields(model) is None


def test_contacts_begin_at_the_margin() -> None:
    model = model_of(SHAPES["sphere"] + ' margin=".01"', np.array(0.3))
    kept = taken_over(model)
    for height, expected in ((0.409, [0.009]), (0.411, [])):
        distances, _, normals = contacts_at(model, pose_of([0.01, 0.02, height], Rotation.identity()))
        np.testing.assert_allclose(distances, expected, atol=1e-6)
        np.testing.assert_allclose(normals[:, 2], 1.0, atol=1e-6)
    del kept


def test_what_is_lost_or_beside_the_field_touches_nothing() -> None:
    model = model_of(SHAPES["sphere"], np.array(0.3))
    kept = taken_over(model)
    for place in ([1.2, 0.0, 0.35], [0.0, 0.0, -0.5], [np.nan, 0.0, 0.3], [1e12, 0.0, 0.3], [0.0, 0.0, 1e300]):
        assert len(contacts_at(model, pose_of(place, Rotation.identity()))[0]) == 0
    del kept


@pytest.mark.parametrize("shape", SHAPES)
def test_nothing_falls_through_rough_ground_on_any_number_of_threads(shape: str) -> None:
    random = np.random.default_rng(3)
    model = model_of(SHAPES[shape], rough(random, 0.08))
    kept = taken_over(model)
    poses = [pose_of([*random.uniform(-0.3, 0.3, 2), 0.65], Rotation.random(random_state=random)) for _ in range(20)]
    ends = []
    for threads in (1, 2):
        batch = Batch(model, len(poses), threads)
        batch.bind("qpos")[:] = poses
        batch.bind("qvel")[:, 2] = -3.0  # 6 mm in a step
        batch.step(nstep=250)
        ends.append(batch.bind("qpos").copy())
    np.testing.assert_array_equal(*ends)
    assert np.isfinite(ends[0]).all()
    assert ends[0][:, 2].min() > 0.3
    del kept


def test_a_sphere_rolls_over_flat_cells_as_over_a_plane() -> None:
    model = model_of('type="sphere" size=".03"', np.array(0.3))
    kept, data, heights = taken_over(model), mujoco.MjData(model), []
    data.qpos[:] = pose_of([-0.4, 0.013, 0.3299], Rotation.identity())
    data.qvel[:] = [1.0, 0.02, 0.0, 0.0, 1.0 / 0.03, 0.0]
    for step in range(400):
        mujoco.mj_step(model, data)
        if step >= 100:
            heights.append(data.qpos[2])
            assert data.ncon == 1
    assert data.qpos[0] > 0.3
    assert np.ptp(heights) < 1e-6
    del kept


def test_fields_are_found_in_mujocos_structures() -> None:
    # Arrays without values lie where others begin; models with and without meshes must have fields in one place.
    models = [
        model_of(SHAPES["box"], np.array(0.3)),
        mujoco.MjModel.from_xml_string("""
        <mujoco>
          <asset><hfield name="field" nrow="2" ncol="2" size="1 1 1 1"/></asset>
          <worldbody><geom type="hfield" hfield="field"/><body><joint/><geom size="1"/></body></worldbody>
          <custom><numeric name="number" data="1"/></custom>
        </mujoco>"""),
    ]
    for field in ("geom_type", "geom_size", "geom_rbound", "hfield_size", "hfield_nrow"):
        assert len({native_internals.place_of(model, field) for model in models}) == 1, field
    assert len({native_internals.place_of_names(model) for model in models}) == 1
    assert len({native_internals.place_of(mujoco.MjData(model), "geom_xpos") for model in models}) == 1


def test_fields_that_moved_are_not_looked_for_outside_mujocos_structures(monkeypatch: pytest.MonkeyPatch) -> None:
    """A field is 8 bytes, so of a structure that ends 8 bytes before where a field is, nothing is read of it."""
    model = model_of(SHAPES["box"], np.array(0.3))
    place = native_internals.place_of(model, "names_map")
    monkeypatch.setattr(native_internals, "_bytes_at", lambda address: place + 8)
    assert native_internals.place_of(model, "names_map") == place
    monkeypatch.setattr(native_internals, "_bytes_at", lambda address: place + 7)
    with pytest.raises(ValueError, match="names_map"):
        native_internals.place_of(model, "names_map")
    monkeypatch.undo()
    assert place < native_internals._bytes_at(model._address) < 2 * place  # the names are among the last fields
