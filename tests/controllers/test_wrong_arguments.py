"""Wrong arguments of inverse kinematics: named before the command changes."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from pippin.controllers import DifferentialIKController, DifferentialIKControllerCfg


@pytest.mark.parametrize("value", [None, "text", [0.0] * 7, np.zeros((2, 7)), {"a": 1}])
def test_what_is_no_tensor_is_named(value: object) -> None:
    cfg = DifferentialIKControllerCfg(command_type="pose", use_relative_mode=False, ik_method="dls")
    controller = DifferentialIKController(cfg, num_envs=2, device="cpu")
    quat = torch.tensor([[0.0, 0.0, 0.0, 1.0]] * 2)
    given = {
        "ee_pos": torch.zeros(2, 3),
        "ee_quat": quat,
        "jacobian": torch.ones(2, 6, 7),
        "joint_pos": torch.ones(2, 7),
    }
    controller.set_command(torch.cat([torch.ones(2, 3), quat], dim=1))
    expected = controller.compute(**given)
    with pytest.raises(TypeError, match="'command' is .* expected a tensor"):
        controller.set_command(value)
    for name in given:
        with pytest.raises(TypeError, match=f"'{name}' is .* expected a tensor"):
            controller.compute(**{**given, name: value})
    torch.testing.assert_close(controller.compute(**given), expected)
