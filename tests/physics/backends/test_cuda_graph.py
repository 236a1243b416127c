"""The step of MuJoCo Warp is a graph: nothing in it waits for the host, and a replay gives what launches give."""

from __future__ import annotations

import numpy as np
import pytest
import warp as wp

from .conftest import WORKSHOP

DEVICES = ["cpu", pytest.param("cuda:0", marks=pytest.mark.gpu)]


def start(engine) -> None:
    """Give each world its own motion."""
    worlds = engine.worlds[0]
    worlds.qvel.assign(np.random.default_rng(2).normal(0.0, 0.5, worlds.qvel.shape).astype(np.float32))
    worlds.ctrl.assign(np.random.default_rng(3).normal(0.0, 0.5, worlds.ctrl.shape).astype(np.float32))
    worlds.state_written()


@pytest.mark.slow
@pytest.mark.parametrize("device", DEVICES)
def test_graph_gives_what_kernel_by_kernel_launches_give(make_named, device):
    captured, eager = (make_named("newton", device, [WORKSHOP], [0] * 4) for _ in range(2))
    start(captured), start(eager)
    for _ in range(30):
        captured.step()
        with wp.ScopedDevice(device):
            eager._launch_step()
    for name in ("qpos", "qvel", "previous_qpos", "sensordata"):
        graph_values, eager_values = (getattr(engine.worlds[0], name).numpy() for engine in (captured, eager))
        # On a GPU constraint rows come in the order in which threads arrive: sums differ by roundings.
        np.testing.assert_allclose(graph_values, eager_values, atol=0.0 if device == "cpu" else 1e-4)


@pytest.mark.parametrize("device", DEVICES)
def test_step_can_be_captured_by_somebody_else(make_named, device):
    """A host synchronisation inside a capture is an error of CUDA, so a step that can be captured has none."""
    captured, stepped = (make_named("newton", device, [WORKSHOP], [0] * 4) for _ in range(2))
    start(captured), start(stepped)
    captured.step(), stepped.step()
    with wp.ScopedCapture(device) as capture:
        captured.step()
        captured.step()
    for _ in range(5):
        wp.capture_launch(capture.graph)
        stepped.step(), stepped.step()
    np.testing.assert_allclose(
        captured.worlds[0].qpos.numpy(), stepped.worlds[0].qpos.numpy(), atol=0.0 if device == "cpu" else 1e-4
    )


@pytest.mark.gpu
def test_steps_are_queued_faster_than_they_run(make_named):
    """A step that waited for the device would take at least as long as its work there."""
    engine = make_named("newton", "cuda:0", ["nv_ant.xml"], [0] * 4096, dt=1 / 120)
    for _ in range(3):
        engine.step()
    wp.synchronize_device("cuda:0")
    done = wp.Event("cuda:0")
    for _ in range(20):
        engine.step()
    wp.record_event(done)
    assert not done.is_complete, "the host waited"
    wp.synchronize_device("cuda:0")
    assert engine.report() == []


@pytest.mark.gpu
def test_buffers_are_watched_inside_the_graph(make_named):
    engine = make_named("newton", "cuda:0", ["nv_ant.xml"], [0] * 64, dt=1 / 120, contacts_per_env=1)
    for _ in range(120):
        engine.step()
    wp.synchronize_device("cuda:0")
    assert any("Set contacts_per_env to more than" in sentence for sentence in engine.report())


@pytest.mark.gpu
def test_arrays_keep_their_addresses_when_parameters_are_given_to_each_world(make_named):
    engine = make_named("newton", "cuda:0", [WORKSHOP], [0] * 4)
    worlds = engine.worlds[0]
    engine.step()
    names = ("qpos", "qvel", "previous_qpos", "ctrl", "qfrc_applied", "xfrc_applied", "mocap_pos", "sensordata")
    addresses = [getattr(worlds, name).ptr for name in names]
    masses = worlds.parameter("body_mass")
    address = masses.ptr
    worlds.parameter_changed("body_mass")
    worlds.parameter("dof_armature")
    engine.step()
    assert [getattr(worlds, name).ptr for name in names] == addresses
    assert worlds.parameter("body_mass").ptr == address
