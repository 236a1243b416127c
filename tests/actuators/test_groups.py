"""Which joints each group of actuators drives."""

from __future__ import annotations

import pytest

from pippin.actuators import IdealPDActuatorCfg, ImplicitActuatorCfg, resolve_actuator_groups

JOINTS = ["LF_hip", "RF_hip", "LF_knee", "RF_knee", "gripper"]


def group(*expressions: str, cfg_type=ImplicitActuatorCfg):
    return cfg_type(joint_names_expr=list(expressions), stiffness=1.0, damping=1.0)


def test_groups_hold_their_joints_in_the_order_of_the_articulation(caplog) -> None:
    cfgs = {"knees": group("RF_knee", "LF_knee"), "others": group(".*_hip", "gripper", cfg_type=IdealPDActuatorCfg)}
    assert resolve_actuator_groups(cfgs, JOINTS) == {
        "knees": ([2, 3], ["LF_knee", "RF_knee"]),
        "others": ([0, 1, 4], ["LF_hip", "RF_hip", "gripper"]),
    }
    assert not caplog.records


def test_expressions_match_whole_names() -> None:
    with pytest.raises(ValueError, match="'hip'"):
        resolve_actuator_groups({"hips": group("hip")}, JOINTS)


def test_expression_without_a_joint_is_refused_with_the_joints_there_are() -> None:
    with pytest.raises(ValueError, match=r"'ankles'.*'\.\*_ankle'.*'gripper'"):
        resolve_actuator_groups({"legs": group(".*_hip"), "ankles": group(".*_knee", ".*_ankle")}, JOINTS)


def test_the_last_group_drives_a_joint_that_two_match(caplog) -> None:
    groups = resolve_actuator_groups({"all": group(".*"), "hips": group(".*_hip")}, JOINTS)
    assert groups["hips"][1] == ["LF_hip", "RF_hip"]
    assert groups["all"][1] == ["LF_knee", "RF_knee", "gripper"]
    assert "driven by actuator group 'hips', no longer by 'all', which match them, too: LF_hip, RF_hip" in caplog.text


def test_a_group_without_a_joint_of_its_own_drives_nothing(caplog) -> None:
    assert list(resolve_actuator_groups({"hips": group(".*_hip"), "all": group(".*")}, JOINTS)) == ["all"]


def test_joints_without_a_group_are_named_in_one_warning(caplog) -> None:
    resolve_actuator_groups({"hips": group(".*_hip")}, JOINTS)
    assert len(caplog.records) == 1
    assert "LF_knee, RF_knee, gripper" in caplog.text


def test_articulation_without_actuators(caplog) -> None:
    assert resolve_actuator_groups({}, JOINTS) == {}
    assert "LF_hip" in caplog.text
    caplog.clear()
    assert resolve_actuator_groups({}, []) == {}
    assert not caplog.records
