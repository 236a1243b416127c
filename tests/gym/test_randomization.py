"""Randomisation as task suites configure it."""

from __future__ import annotations

import numpy as np
import pytest

from pippin.gym import gymapi, gymutil
from pippin.gym.types.properties import DOF_PROPERTIES_DTYPE

UNIFORM = {"range": [0.5, 1.5], "distribution": "uniform", "operation": "scaling"}
GAUSSIAN = {"range": [0.0, 0.2], "distribution": "gaussian", "operation": "additive"}
MANY = 20_000


@pytest.fixture(autouse=True)
def seed() -> None:
    np.random.seed(3)


class FakeGym:
    """Names that the maps of getters and setters look up, and what check_buckets asks for."""

    def __getattr__(self, name: str) -> object:
        if name.startswith(("get_", "set_")):
            return lambda *args: name
        raise AttributeError(name)

    def find_actor_handle(self, env: object, name: str) -> int:
        return 0

    def get_actor_rigid_shape_count(self, env: object, handle: int) -> int:
        return 7


def test_uniform_samples() -> None:
    samples = gymutil.generate_random_samples(UNIFORM, MANY, 0)
    assert samples.min() >= 0.5
    assert samples.max() <= 1.5
    assert samples.mean() == pytest.approx(1.0, abs=0.02)  # standard error 0.29 / sqrt(20000) = 0.002


def test_gaussian_samples() -> None:
    samples = gymutil.generate_random_samples(GAUSSIAN, (MANY,), 0)
    assert samples.mean() == pytest.approx(0.0, abs=0.01)
    assert samples.std() == pytest.approx(0.2, abs=0.01)


def test_loguniform_samples() -> None:
    params = {"range": [0.1, 10.0], "distribution": "loguniform", "operation": "scaling"}
    logs = np.log10(gymutil.generate_random_samples(params, MANY, 0))
    assert logs.min() >= -1.0
    assert logs.max() <= 1.0
    assert logs.mean() == pytest.approx(0.0, abs=0.02)


def test_seed_decides() -> None:
    first = gymutil.generate_random_samples(UNIFORM, 5, 0)
    np.random.seed(3)
    assert np.array_equal(gymutil.generate_random_samples(UNIFORM, 5, 0), first)


@pytest.mark.parametrize(("step", "width"), [(0, 0.0), (250, 0.25), (1000, 1.0), (5000, 1.0)])
def test_linear_schedule_widens_the_range(step: int, width: float) -> None:
    params = {**UNIFORM, "schedule": "linear", "schedule_steps": 1000}
    samples = gymutil.generate_random_samples(params, MANY, step)
    assert samples.min() == pytest.approx(1.0 - 0.5 * width, abs=1e-3)
    assert samples.max() == pytest.approx(1.0 + 0.5 * width, abs=1e-3)


@pytest.mark.parametrize(("step", "deviation"), [(0, 0.0), (999, 0.0), (1000, 0.2)])
def test_constant_schedule_begins_at_once(step: int, deviation: float) -> None:
    params = {**GAUSSIAN, "schedule": "constant", "schedule_steps": 1000}
    assert gymutil.generate_random_samples(params, MANY, step).std() == pytest.approx(deviation, abs=0.01)


def test_own_sample_is_scheduled() -> None:
    params = {**UNIFORM, "schedule": "linear", "schedule_steps": 10}
    assert gymutil.generate_random_samples(params, 1, 5, extern_sample=3.0) == 2.0  # half way from 1 to 3


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"distribution": "cauchy"}, "no distribution 'cauchy'"),
        ({"operation": "power"}, "no operation 'power'"),
        ({"schedule": "cosine", "schedule_steps": 1}, "no schedule 'cosine'"),
    ],
)
def test_unknown_kinds_are_refused(change: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        gymutil.generate_random_samples({**UNIFORM, **change}, 1, 0)


def test_buckets_round_down() -> None:
    params = {**UNIFORM, "num_buckets": 4}  # edges 0.5, 0.75, 1, 1.25
    assert gymutil.get_bucketed_val(0.9, params) == 0.75
    assert gymutil.get_bucketed_val(1.6, params) == 1.25
    assert gymutil.get_bucketed_val(np.array([0.4, 0.5, 1.1]), params).tolist() == [0.5, 0.5, 1.0]


def test_buckets_of_a_gaussian_cover_two_deviations() -> None:
    params = {**GAUSSIAN, "num_buckets": 2}
    assert gymutil.get_bucketed_val(-5.0, params) == pytest.approx(-0.4)
    assert gymutil.get_bucketed_val(0.1, params) == pytest.approx(0.0)


def test_structured_array_is_randomised_from_its_original() -> None:
    original = np.zeros(3, DOF_PROPERTIES_DTYPE)
    original["stiffness"] = [10.0, 20.0, 30.0]
    changed = original.copy()
    gymutil.apply_random_samples(changed, original, "stiffness", UNIFORM, 0, extern_sample=np.array([2.0, 3.0, 4.0]))
    assert changed["stiffness"].tolist() == [20.0, 60.0, 120.0]
    gymutil.apply_random_samples(changed, original, "stiffness", GAUSSIAN, 0, extern_sample=1.0)
    assert changed["stiffness"].tolist() == [11.0, 21.0, 31.0]


def test_struct_is_randomised_from_a_dict_of_its_attributes() -> None:
    shape = gymapi.RigidShapeProperties()
    original = {name: getattr(shape, name) for name in dir(shape)}
    gymutil.apply_random_samples(shape, original, "friction", {**UNIFORM, "num_buckets": 10}, 0)
    assert 0.5 <= shape.friction <= 1.5
    assert (shape.friction - 0.5) * 10.0 == pytest.approx(round((shape.friction - 0.5) * 10.0), abs=1e-5)


def test_gravity_is_randomised() -> None:
    params = gymapi.SimParams()
    original = {name: getattr(gymapi.SimParams(), name) for name in dir(params)}
    gymutil.apply_random_samples(params, original, "gravity", GAUSSIAN, 0)
    shifts = [getattr(params.gravity, axis) - getattr(original["gravity"], axis) for axis in "xyz"]
    assert all(0.0 < abs(shift) < 1.0 for shift in shifts)
    assert len(set(shifts)) == 3


def test_maps_name_the_methods_of_gym() -> None:
    gym = FakeGym()
    setters, getters = gymutil.get_property_setter_map(gym), gymutil.get_property_getter_map(gym)
    assert setters.keys() == getters.keys() == gymutil.get_default_setter_args(gym).keys()
    assert setters["rigid_shape_properties"]() == "set_actor_rigid_shape_properties"
    assert getters["sim_params"]() == "get_sim_params"
    assert gymutil.get_default_setter_args(gym)["rigid_body_properties"] == [True]


@pytest.mark.parametrize(
    ("friction", "restitution", "num_envs", "fits"),
    [
        ({"num_buckets": 250}, {"num_buckets": 250}, 1, True),
        ({"num_buckets": 300}, {"num_buckets": 250}, 1, False),
        ({}, {"num_buckets": 250}, 9000, True),  # 7 shapes in each environment
        ({}, {"num_buckets": 250}, 9500, False),
    ],
)
def test_number_of_materials_is_checked(friction: dict, restitution: dict, num_envs: int, fits: bool) -> None:
    params = {"actor_params": {"robot": {"rigid_shape_properties": {"friction": friction, "restitution": restitution}}}}
    envs = [None] * num_envs
    if fits:
        gymutil.check_buckets(FakeGym(), envs, params)
    else:
        with pytest.raises(ValueError, match="of at most 64000"):
            gymutil.check_buckets(FakeGym(), envs, params)
