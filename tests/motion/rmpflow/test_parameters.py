"""The configuration file of RMPflow: what is read from it, and what it is told of mistakes in it."""

from __future__ import annotations

import re

import pytest

from pippin.motion.rmpflow import read_rmpflow_parameters
from pippin.motion.rmpflow.policies.parameters import BodyCollisionController, BodyCylinder
from pippin.motion.yaml_file import ConfigFileError


def test_public_file_of_the_panda(franka_parameters):
    p = franka_parameters
    assert p.joint_limit_buffers == (0.01, 0.03, 0.01, 0.01, 0.01, 0.01, 0.01)
    assert p.cspace_target_rmp.robust_position_term_thresh == 0.5
    assert p.joint_limit_rmp.metric_exploder_eps == 1e-3  # written without a point, which YAML 1.1 takes for a text
    assert p.target_rmp.max_metric_scalar == 10000.0
    assert p.collision_rmp.repulsion_gain == 800.0
    assert p.max_acceleration_norm == 50.0
    assert p.body_cylinders[0] == BodyCylinder("base_stem", (0.0, 0.0, 0.333), (0.0, 0.0, 0.0), 0.05)
    assert p.body_collision_controllers[-1] == BodyCollisionController("panda_rightfingertip", 0.075)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("accel_norm_eps: 0.06", "", "'rmp_params.target_rmp': lacks the key 'accel_norm_eps'"),
        ("canonical_resolve", "canonical", "lacks the key 'canonical_resolve'"),
        ("repulsion_gain: 700", "repulsion_gain: much", "collision_rmp.repulsion_gain': should be a finite number"),
        ("repulsion_gain: 700", "repulsion_gain: -1", "repulsion_gain': should not be negative, it is -1"),
        ("repulsion_std_dev: 0.1", "repulsion_std_dev: 0", "repulsion_std_dev': should be positive, it is 0"),
        ("[0.1, 0.2, 0.001]", "[0.1, 0.2]", "'joint_limit_buffers': should hold 3 numbers, it holds 2"),
        ("[0.1, 0.2, 0.001]", "[1.0, 0.2, 0.001]", "'joint_limit_buffers[0]': leaves nothing of the range of 'rail'"),
        ("name: tool", "name: tol", "body_collision_controllers[0].name': 'mobile' has no frame 'tol'"),
        ("velocity_damping_region: 1.5", "velocity_damping_region: 3", "should be at most 'max_velocity'"),
        ("pt2: [0, 0, 0.4]", "pt2: [0, 0]", "'body_cylinders[0].pt2': should hold 3 numbers"),
    ],
)
def test_mistakes_are_named_with_file_and_key(mobile, mobile_parameters_path, old, new, message):
    text = mobile_parameters_path.read_text()
    assert old in text
    mobile_parameters_path.write_text(text.replace(old, new))
    with pytest.raises(ConfigFileError, match=re.escape(message)) as error:
        read_rmpflow_parameters(mobile_parameters_path, mobile)
    assert str(mobile_parameters_path) in str(error.value)


def test_unknown_keys_are_named(mobile, mobile_parameters_path, caplog):
    text = mobile_parameters_path.read_text()
    mobile_parameters_path.write_text(
        text.replace("damping_rmp:\n", "damping_rmp:\n").replace("stem", "stem, radios: 1")
    )
    read_rmpflow_parameters(mobile_parameters_path, mobile)
    assert "body_cylinders[0].radios': this key plays no part; is 'radius' meant?" in caplog.text


def test_idle_keys_of_public_files_are_accepted(motion_data, franka, caplog):
    read_rmpflow_parameters(motion_data / "franka" / "rmpflow" / "franka_rmpflow_common.yaml", franka)
    assert not caplog.records
