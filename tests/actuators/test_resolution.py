"""Which value counts: the config's, or else the asset's; and the rules for limits."""

from __future__ import annotations

import copy
import math

import pytest
import torch

from pippin.actuators import DCMotorCfg, DelayedPDActuatorCfg, IdealPDActuatorCfg, ImplicitActuatorCfg
from pippin.actuators.actuator_base import LIMIT_NAMES

ALL = [".*"]
BOTH = [ImplicitActuatorCfg, IdealPDActuatorCfg]
SAME_FOR_ALL_MODELS = [
    "stiffness",
    "damping",
    "armature",
    "friction",
    "dynamic_friction",
    "viscous_friction",
]


def config(cfg_type, **fields):
    return cfg_type(joint_names_expr=ALL, **{"stiffness": None, "damping": None, **fields})


@pytest.mark.parametrize("cfg_type", BOTH)
@pytest.mark.parametrize("name", SAME_FOR_ALL_MODELS)
class TestParameter:
    def test_number_in_the_config_counts_for_all_joints(self, make_actuator, cfg_type, name) -> None:
        actuator = make_actuator(config(cfg_type, **{name: 3}), **{name: 5.0})
        assert (getattr(actuator, name) == 3.0).all()
        assert getattr(actuator, name).shape == (7, 3)
        assert getattr(actuator, name).dtype == torch.float32

    def test_dict_in_the_config_counts_by_joint(self, make_actuator, cfg_type, name) -> None:
        actuator = make_actuator(config(cfg_type, **{name: {"hip": 1.0, "thigh|calf": 2.0}}), **{name: 5.0})
        assert getattr(actuator, name)[6].tolist() == [1.0, 2.0, 2.0]

    def test_number_of_the_asset_counts_where_the_config_has_none(self, make_actuator, cfg_type, name) -> None:
        actuator = make_actuator(config(cfg_type, **{name: None}), **{name: 5.0})
        assert (getattr(actuator, name) == 5.0).all()

    def test_tensor_of_the_asset_is_copied(self, make_actuator, cfg_type, name, device) -> None:
        asset = torch.arange(21.0, device=device).reshape(7, 3)
        actuator = make_actuator(config(cfg_type, **{name: None}), **{name: asset})
        assert torch.equal(getattr(actuator, name), asset)
        getattr(actuator, name)[:] = -1.0
        assert asset[0, 0] == 0.0

    def test_default_is_zero(self, make_actuator, cfg_type, name) -> None:
        assert (getattr(make_actuator(config(cfg_type)), name) == 0.0).all()


ASSET_LIMITS = {"effort_limit": 80.0, "velocity_limit": 9.0}


@pytest.mark.parametrize(
    ("cfg_type", "configured", "effort", "effort_sim", "velocity", "velocity_sim"),
    [
        pytest.param(ImplicitActuatorCfg, {}, 80, 80, 9, 9, id="implicit: the asset's"),
        pytest.param(ImplicitActuatorCfg, {"effort_limit": 5}, 5, 5, 9, 9, id="implicit: effort_limit for both"),
        pytest.param(
            ImplicitActuatorCfg, {"effort_limit_sim": 6}, 6, 6, 9, 9, id="implicit: effort_limit_sim for both"
        ),
        pytest.param(
            ImplicitActuatorCfg, {"effort_limit": 5, "effort_limit_sim": 5}, 5, 5, 9, 9, id="implicit: equal efforts"
        ),
        pytest.param(ImplicitActuatorCfg, {"velocity_limit": 3}, 80, 80, 3, 9, id="implicit: velocity_limit is soft"),
        pytest.param(ImplicitActuatorCfg, {"velocity_limit_sim": 4}, 80, 80, 4, 4, id="implicit: velocity_limit_sim"),
        pytest.param(
            ImplicitActuatorCfg,
            {"velocity_limit": 4, "velocity_limit_sim": 4},
            80,
            80,
            4,
            4,
            id="implicit: equal velocities",
        ),
        pytest.param(IdealPDActuatorCfg, {}, 80, 80, 9, 9, id="explicit: the asset's"),
        pytest.param(IdealPDActuatorCfg, {"effort_limit": 5}, 5, 80, 9, 9, id="explicit: effort_limit"),
        pytest.param(IdealPDActuatorCfg, {"effort_limit_sim": 6}, 80, 6, 9, 9, id="explicit: effort_limit_sim"),
        pytest.param(
            IdealPDActuatorCfg, {"effort_limit": 5, "effort_limit_sim": 6}, 5, 6, 9, 9, id="explicit: both efforts"
        ),
        pytest.param(IdealPDActuatorCfg, {"velocity_limit": 3}, 80, 80, 3, 9, id="explicit: velocity_limit"),
        pytest.param(IdealPDActuatorCfg, {"velocity_limit_sim": 4}, 80, 80, 4, 4, id="explicit: velocity_limit_sim"),
        pytest.param(
            IdealPDActuatorCfg, {"velocity_limit": 3, "velocity_limit_sim": 4}, 80, 80, 3, 4, id="explicit: velocities"
        ),
    ],
)
@pytest.mark.filterwarnings("ignore:.*is deprecated:DeprecationWarning")  # the older names work, too
@pytest.mark.parametrize("names", ["older", "present"])
def test_limits(make_actuator, names, cfg_type, configured, effort, effort_sim, velocity, velocity_sim) -> None:
    actuator = make_actuator(config(cfg_type, **configured), **ASSET_LIMITS)
    read = LIMIT_NAMES if names == "present" else LIMIT_NAMES.values()
    limits = [getattr(actuator, name)[0, 0].item() for name in read]
    assert limits == [effort_sim, velocity_sim, effort, velocity]


@pytest.mark.parametrize(
    ("cfg_type", "configured", "expected"),
    [
        pytest.param(ImplicitActuatorCfg, {"actuator_effort_limit": 5}, [80, 9, 5, 9], id="implicit: model's effort"),
        pytest.param(ImplicitActuatorCfg, {"joint_effort_limit": 6}, [6, 9, 6, 9], id="implicit: joint's effort"),
        pytest.param(ImplicitActuatorCfg, {"actuator_velocity_limit": 3}, [80, 9, 80, 3], id="implicit: soft velocity"),
        pytest.param(ImplicitActuatorCfg, {"joint_velocity_limit": 4}, [80, 4, 80, 4], id="implicit: velocity"),
        pytest.param(
            ImplicitActuatorCfg, {"effort_limit": 5, "effort_limit_sim": 6}, [6, 9, 5, 9], id="implicit: both efforts"
        ),
        pytest.param(IdealPDActuatorCfg, {"actuator_effort_limit": 5}, [80, 9, 5, 9], id="explicit: model's effort"),
        pytest.param(IdealPDActuatorCfg, {"joint_effort_limit": 6}, [6, 9, 80, 9], id="explicit: joint's effort"),
        pytest.param(IdealPDActuatorCfg, {"joint_velocity_limit": 4}, [80, 4, 80, 4], id="explicit: joint's velocity"),
    ],
)
def test_limits_by_their_present_names(make_actuator, cfg_type, configured, expected) -> None:
    actuator = make_actuator(config(cfg_type, **configured), **ASSET_LIMITS)
    assert [getattr(actuator, name)[0, 0].item() for name in LIMIT_NAMES] == expected


@pytest.mark.parametrize(("name", "older"), LIMIT_NAMES.items())
def test_both_names_of_a_limit_are_one(make_actuator, name, older) -> None:
    make_actuator(config(IdealPDActuatorCfg, **{name: 5.0, older: 5.0}))
    with pytest.raises(ValueError, match=name):
        make_actuator(config(IdealPDActuatorCfg, **{name: 5.0, older: 6.0}))


def test_limits_are_infinite_where_nobody_sets_them(make_actuator) -> None:
    actuator = make_actuator(config(IdealPDActuatorCfg))
    assert (actuator.actuator_effort_limit == math.inf).all() and (actuator.actuator_velocity_limit == math.inf).all()


@pytest.mark.parametrize("cfg_type", BOTH)
def test_config_stays_as_it_was(make_actuator, cfg_type) -> None:
    cfg = config(cfg_type, effort_limit=5.0, velocity_limit=3.0, armature={"hip": 0.1, "thigh|calf": 0.2})
    before = copy.deepcopy(cfg)
    actuator = make_actuator(cfg)
    assert cfg == before
    assert actuator.cfg is not cfg
    assert (actuator.cfg.actuator_effort_limit, actuator.cfg.actuator_velocity_limit) == (5.0, 3.0)


def test_joints_that_a_dict_leaves_out_get_zero_with_a_warning(make_actuator, caplog) -> None:
    actuator = make_actuator(config(IdealPDActuatorCfg, stiffness={"hip": 4.0}), stiffness=9.0)
    assert actuator.stiffness[0].tolist() == [4.0, 0.0, 0.0]
    assert "stiffness" in caplog.text and "thigh" in caplog.text and "calf" in caplog.text


def test_table_lists_what_config_and_asset_do_not_agree_on(make_actuator) -> None:
    cfg = config(
        IdealPDActuatorCfg,
        stiffness={"hip": 7.0, ".*h|calf": 8.0},
        damping=0.5,
        effort_limit_sim=80.0,
        velocity_limit_sim=9.0,
        friction=0.0,
        dynamic_friction=0.0,
        viscous_friction=0.0,
    )
    table = make_actuator(
        cfg, stiffness=7.0, damping=0.5, armature=0.25, **ASSET_LIMITS
    ).joint_property_resolution_table
    assert table == {
        "stiffness": [["hip", 0, 7.0, 7.0, 7.0], ["thigh", 1, 7.0, 8.0, 8.0], ["calf", 2, 7.0, 8.0, 8.0]],
        "armature": [
            ["hip", 0, 0.25, "Not Specified", 0.25],
            ["thigh", 1, 0.25, "Not Specified", 0.25],
            ["calf", 2, 0.25, "Not Specified", 0.25],
        ],
    }


@pytest.mark.parametrize("ids", [[4, 0, 2], torch.tensor([4, 0, 2])], ids=["list", "tensor"])
def test_table_and_group_know_the_joints_of_the_articulation(device, ids) -> None:
    cfg = config(IdealPDActuatorCfg)
    actuator = cfg.class_type(cfg, ["a", "b", "c"], ids, 2, device)
    assert actuator.joint_indices is ids
    assert actuator.joint_names == ["a", "b", "c"]
    assert actuator.num_joints == 3
    assert [row[1] for row in actuator.joint_property_resolution_table["armature"]] == [4, 0, 2]
    assert "explicit" in str(actuator) and "a, b, c" in str(actuator)


@pytest.mark.parametrize(
    ("fields", "asset", "error", "message"),
    [
        ({"stiffness": {"knee": 1.0}}, {}, ValueError, "knee.*hip"),
        ({"stiffness": {"hip": 1.0, "hi.": 2.0}}, {}, ValueError, "'hip' and 'hi.'"),
        ({"stiffness": "1.0"}, {}, TypeError, "'stiffness'"),
        ({"stiffness": math.nan}, {}, ValueError, "'stiffness' has to be a number.*hip"),
        ({"effort_limit": {"hip|calf": 1.0, "thigh": -2.0}}, {}, ValueError, r"'actuator_effort_limit' .* \['thigh'\]"),
        ({"armature": -0.1}, {}, ValueError, "'armature' has to be at least 0"),
        ({}, {"velocity_limit": -1.0}, ValueError, "'joint_velocity_limit' has to be at least 0"),
        ({}, {"damping": torch.ones(7)}, ValueError, r"'damping' of the asset has shape \(7,\)"),
        ({}, {"damping": [1.0, 2.0, 3.0]}, TypeError, "'damping' of the asset"),
    ],
)
def test_bad_values_are_refused_by_name(make_actuator, fields, asset, error, message) -> None:
    with pytest.raises(error, match=message):
        make_actuator(config(IdealPDActuatorCfg, **fields), **asset)


@pytest.mark.parametrize(
    ("cfg", "error", "message"),
    [
        (IdealPDActuatorCfg(joint_names_expr=ALL), TypeError, "stiffness"),
        (config(DCMotorCfg, velocity_limit=1.0), TypeError, "saturation_effort"),
        (config(DCMotorCfg, saturation_effort=1.0), ValueError, "velocity_limit"),
        (config(DCMotorCfg, saturation_effort=None, velocity_limit=1.0), ValueError, "saturation_effort"),
        (config(DCMotorCfg, saturation_effort=0.0, velocity_limit=1.0), ValueError, "'saturation_effort' has to be"),
        (
            config(DCMotorCfg, saturation_effort=1.0, velocity_limit=0.0),
            ValueError,
            "'actuator_velocity_limit' has to be",
        ),
        (
            config(DCMotorCfg, saturation_effort=math.inf, velocity_limit=1.0),
            ValueError,
            "'saturation_effort' has to be",
        ),
        (
            config(DelayedPDActuatorCfg, min_delay=3, max_delay=2),
            ValueError,
            "'min_delay' and 'max_delay' of joints .* are 3 and 2",
        ),
        (
            config(DelayedPDActuatorCfg, min_delay=-1, max_delay=2),
            ValueError,
            "'min_delay' and 'max_delay' of joints .* are -1",
        ),
    ],
)
def test_configs_that_lack_or_twist_something_are_refused(make_actuator, cfg, error, message) -> None:
    with pytest.raises(error, match=message):
        make_actuator(cfg)
