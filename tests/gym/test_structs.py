"""Structs of gymapi behave like the C++ structs that they stand for, and tell of mistakes."""

from __future__ import annotations

import copy
import inspect
import pickle

import numpy as np
import pytest
import torch

from pippin.gym import types
from pippin.gym.types.struct import Struct, as_record

STRUCTS = [kind for kind in vars(types).values() if inspect.isclass(kind) and issubclass(kind, Struct)]


@pytest.mark.parametrize("kind", STRUCTS)
def test_every_struct_has_defaults_equality_copies_and_pickles(kind: type[Struct]) -> None:
    first, second = kind(), kind()
    assert first == second
    assert first is not second
    for twin in (copy.copy(first), copy.deepcopy(first), pickle.loads(pickle.dumps(first))):  # noqa: S301
        assert twin == first
        assert type(twin) is kind


@pytest.mark.parametrize("kind", STRUCTS)
def test_everything_that_dir_lists_can_be_read(kind: type[Struct]) -> None:
    struct = kind()  # randomisation of task suites copies {name: getattr(struct, name) for name in dir(struct)}
    assert vars(struct).items() <= {name: getattr(struct, name) for name in dir(struct) if name != "__dict__"}.items()


@pytest.mark.parametrize("kind", STRUCTS)
def test_unknown_attribute_is_refused(kind: type[Struct]) -> None:
    struct = kind()
    with pytest.raises(AttributeError, match=f"{kind.__name__} has no 'nothing_like_it'"):
        struct.nothing_like_it = 1
    with pytest.raises(AttributeError, match=f"{kind.__name__} has no 'nothing_like_it'"):
        struct.nothing_like_it  # noqa: B018
    with pytest.raises(TypeError, match=f"{kind.__name__}"):
        kind(nothing_like_it=1)


def test_misspelt_attribute_is_answered_with_near_names() -> None:
    params = types.SimParams()
    with pytest.raises(AttributeError, match=r"Did you mean 'num_position_iterations'.*It has: solver_type, "):
        params.physx.num_position_iteration = 8


def test_defaults_are_not_shared() -> None:
    types.SimParams().physx.num_threads = 99
    types.PlaneParams().normal.z = 1.0
    assert types.SimParams().physx.num_threads != 99
    assert types.PlaneParams().normal == types.Vec3(0.0, 1.0, 0.0)


def test_part_of_a_struct_is_changed_in_place_and_assigned_by_value() -> None:
    pose, point = types.Transform(), types.Vec3(1.0, 2.0, 3.0)
    pose.p.x = 5.0
    assert pose.p == types.Vec3(5.0, 0.0, 0.0)
    pose.p = point
    point.x = 7.0
    assert pose.p == types.Vec3(1.0, 2.0, 3.0)
    given = types.Transform(p=point)
    point.x = 8.0
    assert given.p.x == 7.0


def test_copy_shares_nothing() -> None:
    params = types.SimParams()
    twin = copy.copy(params)
    twin.gravity.z = -1.0
    twin.physx.use_gpu = True
    assert params == types.SimParams()


def test_floats_are_single_precision() -> None:
    assert types.Vec3(0.1).x == float(np.float32(0.1)) != 0.1


@pytest.mark.parametrize(
    "value", [2, np.float64(2.0), np.float32(2.0), np.array([2.0]), np.array(2), torch.tensor(2.0), torch.tensor([2.0])]
)
def test_float_takes_whatever_is_one_number(value: object) -> None:
    options = types.AssetOptions()
    options.density = value
    assert options.density == 2.0


@pytest.mark.parametrize("value", [True, np.int64(1), np.array([1]), torch.tensor(1), types.DofDriveMode.DOF_MODE_POS])
def test_int_takes_whatever_is_one_integer(value: object) -> None:
    options = types.AssetOptions()
    options.default_dof_drive_mode = value
    assert options.default_dof_drive_mode == 1
    assert type(options.default_dof_drive_mode) is int


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("dt", "0.01", "float"),
        ("dt", np.array([0.01, 0.02]), "float"),
        ("dt", torch.zeros(2), "float"),
        ("dt", None, "float"),
        ("substeps", 2.0, "int"),
        ("substeps", np.array([2.0]), "int"),
        ("use_gpu_pipeline", "False", "bool"),
        ("use_gpu_pipeline", [], "bool"),
        ("gravity", (0.0, 0.0, -9.81), "Vec3"),
        ("gravity", types.Quat(), "Vec3"),
        ("physx", types.FlexParams(), "PhysXParams"),
        ("up_axis", "z", "UpAxis"),
        ("up_axis", types.SimType.SIM_FLEX, "UpAxis"),
    ],
)
def test_value_of_another_type_is_refused_and_nothing_changes(name: str, value: object, expected: str) -> None:
    params = types.SimParams()
    with pytest.raises(TypeError, match=rf"SimParams\.{name} is .*expected {expected}"):
        setattr(params, name, value)
    assert params == types.SimParams()


def test_enum_takes_the_number_of_a_member_and_no_other() -> None:
    params = types.PhysXParams()
    params.contact_collection = 1
    assert params.contact_collection is types.ContactCollection.CC_LAST_SUBSTEP
    with pytest.raises(ValueError, match="7 is not a valid ContactCollection"):
        params.contact_collection = 7


def test_read_only_field_takes_its_value_from_the_constructor_alone() -> None:
    tendon = types.TendonProperties(num_joints=3, stiffness=2.0)
    assert tendon.num_joints == 3
    tendon.stiffness = 5.0
    with pytest.raises(AttributeError, match=r"TendonProperties\.num_joints is read-only"):
        tendon.num_joints = 4


def test_field_named_like_a_keyword() -> None:
    contact = types.RigidContact(**{"lambda": 2.5})
    assert getattr(contact, "lambda") == 2.5


def test_repr_shows_values_with_the_digits_they_have() -> None:
    assert repr(types.Vec3(0.1, 2.0, -3.5)) == "Vec3(x=0.1, y=2.0, z=-3.5)"
    assert "contact_offset=0.02," in repr(types.SimParams())


def test_vhacd_defaults_are_those_that_isaac_gym_documents() -> None:
    params = types.VhacdParams()
    assert (params.resolution, params.max_convex_hulls, params.max_num_vertices_per_ch) == (100_000, 64, 64)
    assert (params.plane_downsampling, params.convex_hull_downsampling, params.pca, params.mode) == (4, 4, 0, 0)
    assert [params.concavity, params.alpha, params.beta] == pytest.approx([0.0, 0.05, 0.05])
    assert params.min_volume_per_ch == pytest.approx(1e-4)


@pytest.mark.parametrize("kind", [kind for kind in STRUCTS if hasattr(kind, "dtype")])
def test_struct_becomes_a_record_of_its_dtype(kind: type[Struct]) -> None:
    array = np.zeros(2, dtype=kind.dtype)
    array[1] = as_record(kind())
    assert array[1].tolist() == as_record(kind())


def test_records_have_no_gaps_but_those_of_dof_properties() -> None:
    from pippin.gym.types.properties import DOF_PROPERTIES_DTYPE

    assert types.RigidBodyState.dtype.itemsize == 13 * 4
    assert types.Transform.dtype.itemsize == 7 * 4
    assert types.DofState.dtype.itemsize == 2 * 4
    assert DOF_PROPERTIES_DTYPE.itemsize == 10 * 4
    assert [offset for _, offset in DOF_PROPERTIES_DTYPE.fields.values()] == list(range(0, 40, 4))


def test_state_record_holds_the_thirteen_numbers_of_a_state_tensor_in_their_order() -> None:
    numbers = np.arange(13, dtype=np.float32)
    state = numbers.view(types.RigidBodyState.dtype)[0]
    assert state["pose"]["p"].tolist() == (0.0, 1.0, 2.0)
    assert state["pose"]["r"].tolist() == (3.0, 4.0, 5.0, 6.0)
    assert state["vel"]["linear"].tolist() == (7.0, 8.0, 9.0)
    assert state["vel"]["angular"].tolist() == (10.0, 11.0, 12.0)


def test_drive_modes_fill_a_column_of_dof_properties() -> None:
    from pippin.gym.types.properties import DOF_PROPERTIES_DTYPE

    properties = np.zeros(3, dtype=DOF_PROPERTIES_DTYPE)
    properties["driveMode"].fill(types.DofDriveMode.DOF_MODE_EFFORT)
    properties["driveMode"][0] = types.DofDriveMode.DOF_MODE_POS
    assert properties["driveMode"].tolist() == [1, 3, 3]


@pytest.mark.parametrize("kind", [types.Sim, types.Env, types.Asset, types.Viewer, types.UsdExporter])
def test_handle_says_which_method_makes_it(kind: type) -> None:
    with pytest.raises(TypeError, match=r"gym\.(create|load)_\w+ makes it"):
        kind()


def test_force_sensor_reads_when_it_is_asked() -> None:
    readings = iter([types.SpatialForce(force=types.Vec3(1.0)), types.SpatialForce(force=types.Vec3(2.0))])
    sensor = types.ForceSensor(4, lambda: next(readings))
    assert sensor.get_global_index() == 4
    assert [sensor.get_forces().force.x, sensor.get_forces().force.x] == [1.0, 2.0]
