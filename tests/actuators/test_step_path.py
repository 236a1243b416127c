"""Computing allocates nothing, follows parameters that are written in place, and can be captured in a CUDA graph."""

from __future__ import annotations

import numpy as np
import pytest
import torch
import warp as wp
from torch.utils._python_dispatch import TorchDispatchMode

from pippin.actuators import (
    DCMotorCfg,
    DelayedPDActuatorCfg,
    IdealPDActuatorCfg,
    ImplicitActuatorCfg,
    RemotizedPDActuatorCfg,
)

PD = {"joint_names_expr": [".*"], "stiffness": 20.0, "damping": 0.5}
LAWS = {
    "implicit": ImplicitActuatorCfg(**PD, effort_limit_sim=25.0),
    "ideal": IdealPDActuatorCfg(**PD, effort_limit=25.0),
    "dc motor": DCMotorCfg(**PD, effort_limit=25.0, saturation_effort=30.0, velocity_limit=4.0),
    "delayed": DelayedPDActuatorCfg(**PD, effort_limit=25.0, max_delay=3),
    "remotized": RemotizedPDActuatorCfg(**PD, max_delay=3, joint_parameter_lookup=[[-1, 1, 5], [0, 1, 30], [1, 1, 9]]),
}
TENSORS = [
    "stiffness",
    "damping",
    "armature",
    "friction",
    "dynamic_friction",
    "viscous_friction",
    "actuator_effort_limit",
    "effort_limit_sim",
    "actuator_velocity_limit",
    "velocity_limit_sim",
    "computed_effort",
    "applied_effort",
]


@pytest.fixture(params=LAWS.values(), ids=LAWS)
def law(request):
    """Config of each model that is computed by kernels alone."""
    return request.param


class NoTorchOperation(TorchDispatchMode):
    """Within it, every operation of torch is an error: each could allocate, and none belongs into Warp's graph."""

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        raise AssertionError(f"{function} was called on the step path")


def test_compute_runs_kernels_only(make_actuator, make_inputs, law) -> None:
    actuator, inputs = make_actuator(law), make_inputs()
    action = inputs.action()
    addresses = [getattr(actuator, name).data_ptr() for name in TENSORS]
    with NoTorchOperation():
        actuator.compute(action, inputs.pos, inputs.vel)
    assert (actuator.computed_effort != 0.0).all()
    assert [getattr(actuator, name).data_ptr() for name in TENSORS] == addresses


@pytest.mark.slow
def test_operations_of_torch_would_be_noticed() -> None:
    with pytest.raises(AssertionError, match="zeros"), NoTorchOperation():
        torch.zeros(()) + 1.0


@pytest.mark.parametrize("name", ["stiffness", "damping"])
def test_gains_written_in_place_count_at_the_next_compute(make_actuator, make_inputs, law, name) -> None:
    actuator, inputs = make_actuator(law), make_inputs()
    actuator.compute(inputs.action(), inputs.pos, inputs.vel)
    before = actuator.computed_effort.clone()
    getattr(actuator, name)[2, 1] += 3.0
    error = inputs.target_pos - inputs.pos if name == "stiffness" else inputs.target_vel - inputs.vel
    actuator.reset(None)  # of the delays: the same command once more
    actuator.compute(inputs.action(), inputs.pos, inputs.vel)
    change = (actuator.computed_effort - before).cpu().numpy()
    assert change[2, 1] == pytest.approx(3.0 * error[2, 1].item(), rel=1e-4)  # difference of efforts near 50
    change[2, 1] = 0.0
    assert (change == 0.0).all()


def test_effort_limit_written_in_place_counts_at_the_next_compute(make_actuator, make_inputs, law) -> None:
    actuator, inputs = make_actuator(law), make_inputs()
    inputs.vel[:] = 0.0
    actuator.actuator_effort_limit[3:] = 0.25
    actuator.compute(inputs.action(), inputs.pos, inputs.vel)
    assert (actuator.applied_effort[3:].abs() <= 0.25).all()
    assert (actuator.applied_effort[:3].abs() > 0.25).any(dim=1).all()


@pytest.mark.parametrize("name", TENSORS)
def test_assigning_copies_into_the_tensor_that_is_there(make_actuator, name, device) -> None:
    actuator = make_actuator(LAWS["ideal"])
    tensor = getattr(actuator, name)
    values = torch.arange(21.0, device=device).reshape(7, 3)
    setattr(actuator, name, values)
    assert getattr(actuator, name) is tensor
    assert torch.equal(tensor, values)
    setattr(actuator, name, 2.5)
    assert (tensor == 2.5).all()
    with pytest.raises(RuntimeError):
        setattr(actuator, name, torch.zeros(4, 3, device=device))
    assert (tensor == 2.5).all()


@pytest.mark.gpu
@pytest.mark.parametrize("device", ["cuda:0"])
def test_graph_repeats_the_law(make_actuator, make_inputs, law, device) -> None:
    eager, captured = make_actuator(law), make_actuator(law)
    live = make_inputs()
    captured.compute(live.action(), live.pos, live.vel)  # loads the kernels
    for actuator in (eager, captured):
        torch.manual_seed(0)
        actuator.reset(None)
    torch.cuda.synchronize()
    with wp.ScopedCapture(device) as capture:
        captured.compute(live.action(), live.pos, live.vel)
    for seed in range(5):
        inputs = make_inputs(seed)
        live.overwrite(inputs)
        captured.stiffness[:] = 10.0 + seed
        eager.stiffness[:] = 10.0 + seed
        wp.capture_launch(capture.graph)
        eager.compute(inputs.action(), inputs.pos, inputs.vel)
        np.testing.assert_array_equal(captured.applied_effort.cpu(), eager.applied_effort.cpu())
