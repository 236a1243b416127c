"""Contacts with height fields on MuJoCo Warp: closed forms, and native MuJoCo's own contacts."""

from __future__ import annotations

from collections.abc import Iterator

import mujoco
import mujoco_warp as mjw
import numpy as np
import pytest
import warp as wp
from scipy.spatial.transform import Rotation

from pippin.physics.backends.height_fields.contacts import take_over_fields

DEVICES = ["cpu", pytest.param("cuda:0", marks=pytest.mark.gpu)]
SAMPLES = 41
X = np.linspace(-1.0, 1.0, SAMPLES)
"""Coordinates of columns and rows, every 5 cm."""

CUBE = " ".join(f"{x} {y} {z}" for x in (-0.1, 0.1) for y in (-0.1, 0.1) for z in (-0.1, 0.1))
SHAPES = {
    "sphere": 'type="sphere" size=".1"',
    "capsule": 'type="capsule" size=".1 .12"',
    "box": 'type="box" size=".1 .1 .1"',
    "cylinder": 'type="cylinder" size=".1 .1"',
    "hull": 'type="mesh" mesh="cube"',
}


def model_of(shape: str, heights: np.ndarray, field: str = "", more: str = "", name: str = "") -> mujoco.MjModel:
    """A body of one shape above a field of 2 m by 2 m, with heights up to 1 m."""
    source = f"""
    <mujoco model="{name}">
      <option timestep="0.002" cone="elliptic"/>
      <asset>
        <hfield name="field" nrow="{SAMPLES}" ncol="{SAMPLES}" size="1 1 1 .25"/>
        <mesh name="cube" vertex="{CUBE}"/>
      </asset>
      <worldbody>
        <geom name="field" type="hfield" hfield="field" {field}/>
        <body name="body"><freejoint/><geom name="shape" {shape}/></body>
      </worldbody>
      {more}
    </mujoco>"""
    model = mujoco.MjModel.from_xml_string(source)
    model.hfield_data[:] = np.broadcast_to(heights, (SAMPLES, SAMPLES)).ravel()
    return model


class Simulation:
    """Worlds of a model on MuJoCo Warp, whose contacts with fields are Pippin's."""

    def __init__(self, model: mujoco.MjModel, poses: np.ndarray, device: str = "cpu") -> None:
        with wp.ScopedDevice(device):
            self.model = mjw.put_model(model)
            assert take_over_fields(model, self.model, len(poses)) is not None
            self.data = mjw.make_data(model, nworld=len(poses), nconmax=40, njmax=120)
        self.data.qpos.assign(np.asarray(poses, dtype=np.float32))

    def step(self, count: int) -> Iterator[None]:
        """Take steps, and stop after each."""
        mjw.step(self.model, self.data)
        with wp.ScopedCapture(self.data.qpos.device) as capture:
            mjw.step(self.model, self.data)
        for _ in range(count):
            wp.capture_launch(capture.graph)
            yield

    def contacts(self, world: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Distances, positions and normals of the contacts of a world, by place."""
        mjw.fwd_position(self.model, self.data)
        contact = self.data.contact
        chosen = contact.worldid.numpy()[: self.data.nacon.numpy()[0]] == world
        values = (contact.dist, contact.pos, contact.frame)
        distances, positions, frames = (value.numpy()[: len(chosen)][chosen] for value in values)
        order = np.lexsort(positions.round(4).T)
        return distances[order], positions[order], frames[order][:, 0]


def pose_of(position: np.ndarray, rotation: Rotation) -> np.ndarray:
    """Coordinates of a free body."""
    return np.concatenate([position, rotation.as_quat(scalar_first=True)])


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("is_turned", [False, True], ids=["heights", "turned"])
@pytest.mark.parametrize("shape", SHAPES)
def test_contacts_on_a_slope_are_those_of_a_plane(shape: str, is_turned: bool, device: str) -> None:
    # The slope is in the heights, or the heights are all the same and the whole field is turned.
    angle, depth, center = 0.3, 0.002, np.array([0.013, 0.021])
    rotation = Rotation.from_euler("y", -angle)
    normal = rotation.apply([0.0, 0.0, 1.0])
    point = np.array([*center, 0.5 + np.tan(angle) * center[0]])
    heights, field = 0.5 + np.tan(angle) * X, ""
    if is_turned:
        field = f'euler="0 {-np.degrees(angle)} 0" pos="{-0.3 * normal[0]} 0 {0.5 - 0.3 * normal[2]}"'
        heights = np.array(0.3)
    model = model_of(SHAPES[shape], heights, field)
    lying = Rotation.from_euler("x", np.pi / 2.0) if shape == "capsule" else Rotation.identity()
    simulation = Simulation(model, [pose_of(point + (0.1 - depth) * normal, rotation * lying)], device)
    distances, positions, normals = simulation.contacts()
    corners = {
        "sphere": [[0.0, 0.0]],
        "capsule": [[0.0, -0.12], [0.0, 0.12]],
        "cylinder": [[-0.1, 0.0], [0.0, -0.1], [0.0, 0.1], [0.1, 0.0]],
    }.get(shape, [[-0.1, -0.1], [-0.1, 0.1], [0.1, -0.1], [0.1, 0.1]])
    expected = point - 0.5 * depth * normal + rotation.apply(np.column_stack([corners, np.zeros(len(corners))]))
    expected = expected[np.lexsort(expected.round(4).T)]
    if shape == "hull":  # three of its corners, as native MuJoCo keeps of a mesh on a plane
        kept = [np.linalg.norm(expected - position, axis=1).argmin() for position in positions]
        assert len(set(kept)) == 3
        expected = expected[kept]
    np.testing.assert_allclose(distances, np.full(len(expected), -depth), atol=2e-6)
    np.testing.assert_allclose(normals, np.tile(normal, (len(expected), 1)), atol=2e-6)
    np.testing.assert_allclose(positions, expected, atol=2e-6)


def rough(random: np.random.Generator, height: float) -> np.ndarray:
    """Heights of which each is random."""
    return 0.3 + height * random.uniform(size=(SAMPLES, SAMPLES))


def touching_poses(model: mujoco.MjModel, depth: float, count: int, random: np.random.Generator) -> np.ndarray:
    """Random poses at which native MuJoCo's deepest contact has a depth."""
    data = mujoco.MjData(model)
    poses = []
    while len(poses) < count:
        data.qpos[:2] = random.uniform(-0.7, 0.7, size=2)
        data.qpos[3:7] = Rotation.random(random_state=random).as_quat(scalar_first=True)
        low, high = 0.25, 0.7
        for _ in range(25):
            data.qpos[2] = (low + high) / 2.0
            mujoco.mj_fwdPosition(model, data)
            is_deeper = data.ncon > 0 and data.contact.dist.min() < -depth
            low, high = (data.qpos[2], high) if is_deeper else (low, data.qpos[2])
        poses.append(data.qpos.copy())
    return np.array(poses)


@pytest.mark.parametrize("shape", ["sphere", "capsule"])
def test_the_deepest_contact_of_round_shapes_is_native_mujocos(shape: str) -> None:
    random = np.random.default_rng(0)
    model = model_of(SHAPES[shape].replace(".1", ".04", 1), rough(random, 0.04))
    poses = touching_poses(model, 0.003, 40, random)
    simulation, data = Simulation(model, poses), mujoco.MjData(model)
    for world, pose in enumerate(poses):
        data.qpos[:] = pose
        mujoco.mj_fwdPosition(model, data)
        deepest = data.contact.dist.argmin()
        distances, positions, normals = simulation.contacts(world)
        ours = distances.argmin()
        assert distances[ours] == pytest.approx(data.contact.dist[deepest], abs=2e-6)
        np.testing.assert_allclose(normals[ours], data.contact.frame[deepest, :3], atol=1e-3)
        np.testing.assert_allclose(positions[ours], data.contact.pos[deepest], atol=1e-4)
        assert len(distances) <= 4


@pytest.mark.parametrize("shape", ["box", "cylinder", "hull"])
def test_shapes_with_faces_touch_where_native_mujoco_says(shape: str) -> None:
    # Native MuJoCo takes each triangle for a prism, which a deep shape may leave sideways, through its neighbours: so
    # depths are compared where shapes begin to touch.
    random = np.random.default_rng(1)
    model = model_of(SHAPES[shape], rough(random, 0.03))
    poses = touching_poses(model, 1e-4, 40, random)
    simulation, data = Simulation(model, poses), mujoco.MjData(model)
    errors = []
    for world, pose in enumerate(poses):
        data.qpos[:] = pose
        mujoco.mj_fwdPosition(model, data)
        distances, _, _ = simulation.contacts(world)
        assert 1 <= len(distances) <= (3 if shape == "hull" else 5)
        errors.append(abs(distances.min() - data.contact.dist.min()))
    assert np.percentile(errors, 80) < 1e-4
    assert max(errors) < 5e-3


def peak(height: float) -> np.ndarray:
    """Flat ground with one sample that is higher, in the middle."""
    heights = np.full((SAMPLES, SAMPLES), 0.3)
    heights[SAMPLES // 2, SAMPLES // 2] += height
    return heights


@pytest.mark.parametrize("shape", ["capsule", "box", "cylinder", "hull"])
def test_a_peak_holds_what_lies_on_it(shape: str) -> None:
    lying = Rotation.from_euler("x", np.pi / 2.0) if shape == "capsule" else Rotation.identity()
    simulation = Simulation(
        model_of(SHAPES[shape], peak(0.04)), [pose_of([0.01, 0.02, 0.3 + 0.04 + 0.1 - 0.002], lying)]
    )
    distances, positions, normals = simulation.contacts()
    deepest = distances.argmin()
    # The capsule's axis passes beside the peak, 1 cm away.
    depth = 0.1 - np.hypot(0.098, 0.01) if shape == "capsule" else 0.002
    assert -distances[deepest] == pytest.approx(depth, abs=1e-5)
    normal = np.array([0.01, 0.0, 0.098]) / np.hypot(0.098, 0.01) if shape == "capsule" else [0.0, 0.0, 1.0]
    np.testing.assert_allclose(normals[deepest], normal, atol=1e-5)
    np.testing.assert_allclose(positions[deepest], [0.0, 0.0, 0.34] - 0.5 * depth * np.array(normal), atol=1e-5)


@pytest.mark.parametrize("shape", ["capsule", "box"])
def test_a_bar_across_a_ridge_touches_it_between_samples(shape: str) -> None:
    # The bar, 2 cm wide, lies along x over a ridge along y, and passes between its samples 5 cm apart.
    heights = np.full((SAMPLES, SAMPLES), 0.3)
    heights[:, SAMPLES // 2] += 0.05
    bar = {"capsule": 'type="capsule" size=".01 .2"', "box": 'type="box" size=".2 .01 .01"'}[shape]
    rotation = Rotation.from_euler("y", np.pi / 2.0) if shape == "capsule" else Rotation.identity()
    simulation = Simulation(model_of(bar, heights), [pose_of([0.03, 0.026, 0.35 + 0.01 - 0.001], rotation)])
    distances, positions, normals = simulation.contacts()
    np.testing.assert_allclose(distances, -0.001, atol=1e-5)
    np.testing.assert_allclose(normals, np.tile([0.0, 0.0, 1.0], (len(normals), 1)), atol=1e-4)
    np.testing.assert_allclose(positions[:, [0, 2]], np.tile([0.0, 0.3495], (len(normals), 1)), atol=1e-4)
    assert len(distances) == 1 if shape == "capsule" else len(distances) <= 2


def test_a_sphere_in_a_valley_touches_both_slopes() -> None:
    slope = 0.5
    model = model_of(SHAPES["sphere"], 0.3 + slope * np.abs(X))
    height = 0.3 + (0.1 - 0.001) * np.hypot(1.0, slope)
    distances, positions, normals = Simulation(model, [pose_of([0.0, 0.02, height], Rotation.identity())]).contacts()
    across = slope / np.hypot(1.0, slope)
    np.testing.assert_allclose(distances, [-0.001, -0.001], atol=1e-6)
    np.testing.assert_allclose(np.abs(normals[:, 0]), across, atol=1e-5)
    np.testing.assert_allclose(np.sort(positions[:, 0]), (0.1 - 0.0005) * across * np.array([-1.0, 1.0]), atol=1e-5)


def test_what_sinks_into_the_ground_is_pushed_out_and_what_is_below_it_is_not() -> None:
    for height, count in ((0.25, 4), (-0.5, 0)):  # the field ends 25 cm below zero
        poses = [pose_of([0.012, 0.013, height], Rotation.identity())]
        distances, _, normals = Simulation(model_of(SHAPES["box"], np.array(0.3)), poses).contacts()
        assert len(distances) == count
        if count:
            np.testing.assert_allclose(distances, height - 0.1 - 0.3, atol=1e-5)
            np.testing.assert_allclose(normals[:, 2], 1.0)
    beside = [pose_of([1.2, 0.0, 0.35], Rotation.identity())]
    assert len(Simulation(model_of(SHAPES["box"], np.array(0.3)), beside).contacts()[0]) == 0


def test_a_sphere_rolls_over_flat_cells_as_over_a_plane() -> None:
    simulation = Simulation(
        model_of('type="sphere" size=".03"', np.array(0.3)), [pose_of([-0.4, 0.013, 0.3299], Rotation.identity())]
    )
    simulation.data.qvel.assign(np.array([[1.0, 0.02, 0.0, 0.0, 1.0 / 0.03, 0.0]], dtype=np.float32))
    heights = []
    for step, _ in enumerate(simulation.step(400)):
        if step >= 100:
            heights.append(simulation.data.qpos.numpy()[0, 2])
            assert simulation.data.nacon.numpy()[0] == 1
            np.testing.assert_allclose(simulation.data.contact.frame.numpy()[0, 0], [0.0, 0.0, 1.0], atol=1e-6)
    assert simulation.data.qpos.numpy()[0, 0] > 0.3
    assert np.ptp(heights) < 1e-6


@pytest.mark.parametrize("shape", SHAPES)
def test_nothing_falls_through_rough_ground(shape: str) -> None:
    random = np.random.default_rng(3)
    heights = rough(random, 0.08)
    model = model_of(SHAPES[shape], heights)
    poses = [pose_of([*random.uniform(-0.3, 0.3, 2), 0.65], Rotation.random(random_state=random)) for _ in range(20)]
    simulation = Simulation(model, np.array(poses))
    velocities = np.zeros((20, 6), dtype=np.float32)
    velocities[:, 2] = -3.0  # 6 mm in a step
    simulation.data.qvel.assign(velocities)
    for _ in simulation.step(250):
        pass
    positions = simulation.data.qpos.numpy()[:, :3]
    assert np.isfinite(positions).all()
    distances = simulation.data.contact.dist.numpy()[: simulation.data.nacon.numpy()[0]]
    assert positions[:, 2].min() > 0.3 and distances.min(initial=0.0) > -0.01


def test_contacts_have_the_parameters_that_native_mujoco_gives_them() -> None:
    shape = (
        'type="sphere" size=".1" friction=".3 .02 .001" condim="4" solref=".03 .7" solimp=".8 .9 .01 .4 3" margin=".01"'
    )
    pair = '<pair geom1="shape" geom2="field" condim="6" friction=".1 .2 .3 .4 .5" margin=".02" gap=".005"/>'
    for more in ("", f"<contact>{pair}</contact>"):
        model = model_of(shape, np.array(0.3), more=more)
        data = mujoco.MjData(model)
        data.qpos[:] = pose_of([0.01, 0.02, 0.405], Rotation.identity())
        mujoco.mj_fwdPosition(model, data)
        simulation = Simulation(model, [data.qpos])
        distances, _, _ = simulation.contacts()
        np.testing.assert_allclose(distances, [data.contact.dist.min()], atol=1e-6)
        for name in ("dim", "friction", "solref", "solreffriction", "solimp", "includemargin"):
            ours = getattr(simulation.data.contact, name).numpy()[0]
            np.testing.assert_allclose(ours, getattr(data.contact[0], name), rtol=1e-6, err_msg=name)
        assert simulation.data.contact.geom.numpy()[0].tolist() == [0, 1]


def test_the_engine_keeps_the_pairs_that_are_not_taken_over() -> None:
    model = model_of('type="ellipsoid" size=".1 .2 .1"', np.array(0.3))
    engine = mjw.put_model(model)
    assert take_over_fields(model, engine, 1) is None
    assert len(engine.nxn_geom_pair_filtered) == 1 and sum(engine.geom_pair_type_count) == 1
    model = model_of(SHAPES["box"], np.array(0.3))
    engine = mjw.put_model(model)
    assert take_over_fields(model, engine, 1) is not None
    assert len(engine.nxn_geom_pair_filtered) == 0 and sum(engine.geom_pair_type_count) == 0
