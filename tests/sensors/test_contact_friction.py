"""The net forces that contact sensors report, parted into friction and normal forces, against statics and momentum."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from pippin.sim import SimulationContext

from .conftest import step
from .test_contact_partners import BOTTOM, DT, FRICTION, GROUND, TOP, G, MakeStack, make_stack, push

__all__ = ["make_stack"]

BODIES = "{ENV_REGEX_NS}/(Bottom|Top)"
PLATE = "{ENV_REGEX_NS}/Plate"


def press(scene: Any, name: str, force: tuple[float, float]) -> None:
    """Push a body sideways from now on."""
    forces = torch.tensor([*force, 0.0], device=scene.device).repeat(3, 1, 1)
    scene[name].permanent_wrench_composer.set_forces_and_torques(forces=forces, is_global=True)


@pytest.mark.slow
def test_what_holds_a_pushed_plate_is_friction_and_what_carries_it_is_normal(
    make_stack: MakeStack, backend: tuple[str, str]
) -> None:
    """Statics: of 1 kg that 3 N do not move, as Coulomb's limit is 4.9 N."""
    scene = make_stack(backend, prim_path=PLATE, track_friction_forces=True)
    press(scene, "plate", (1.8, 2.4))
    step(scene, 100)
    data = scene["contact"].data
    rows = {"friction": data.net_friction_forces_w.torch[:, 0], "normal": data.net_normal_forces_w.torch[:, 0]}
    expected = {"friction": torch.tensor([-1.8, -2.4, 0.0]), "normal": torch.tensor([0.0, 0.0, G])}
    for name, forces in rows.items():  # within 1 % of the weight: the plate creeps on soft contacts
        torch.testing.assert_close(forces, expected[name].to(forces).expand(3, 3), rtol=0.0, atol=0.01 * G)
    assert data.friction_forces_w is data.net_friction_forces_w, "there are no partners"
    assert data.friction_force_matrix_w is None and data.friction_force_matrix_w_history is None


def test_the_parts_add_up_to_what_changes_the_momentum(make_stack: MakeStack, backend: tuple[str, str]) -> None:
    """At each step, of several bodies at once, while one slides on the other."""
    scene = make_stack(backend, prim_path=BODIES, track_friction_forces=True)
    step(scene, 20)
    push(scene, "top", (0.4, 0.3))
    for _ in range(5):
        before = scene["top"].data.root_com_vel_w.torch.clone()
        step(scene)
        data, velocity = scene["contact"].data, scene["top"].data.root_com_vel_w.torch
        friction, normal = data.net_friction_forces_w.torch, data.net_normal_forces_w.torch
        assert friction.shape == normal.shape == (3, 2, 3)
        torch.testing.assert_close(friction + normal, data.net_forces_w.torch, rtol=1e-4, atol=1e-4)
        assert (friction[:, 1].norm(dim=-1) > 0.5 * FRICTION * G).all() and friction[..., 2].abs().max() < 0.01 * G
        force = (friction + normal)[:, 1]
        force[:, 2] -= G
        torch.testing.assert_close(force, (velocity - before)[:, :3] / DT, rtol=1e-3, atol=0.01)  # float32 over 5 ms


def test_friction_of_all_is_that_of_its_partners(make_stack: MakeStack, backend: tuple[str, str]) -> None:
    """The lower box touches the ground and the upper one, which slides on it; neither the flat plate nor the ball."""
    options = {"filter_prim_paths_expr": [GROUND, TOP], "track_friction_forces": True, "history_length": 2}
    scene = make_stack(backend, prim_path=BOTTOM, **options)
    step(scene, 20)
    push(scene, "top", (0.4, 0.3))
    step(scene)
    before = scene["contact"].data.net_friction_forces_w.torch.clone()
    step(scene)
    data = scene["contact"].data
    net, matrix = data.net_friction_forces_w.torch, data.friction_force_matrix_w.torch
    assert data.friction_forces_w is data.friction_force_matrix_w
    assert matrix[:, 0, 1].norm(dim=-1).min() > 0.5 * FRICTION * G, "the upper box slides"
    torch.testing.assert_close(matrix.sum(dim=2), net, rtol=1e-4, atol=1e-3)
    torch.testing.assert_close(data.net_normal_forces_w.torch, data.force_matrix_w.torch.sum(2), rtol=1e-4, atol=1e-3)
    for history, newest in (
        (data.net_friction_forces_w_history, net),
        (data.net_normal_forces_w_history, data.net_normal_forces_w.torch),
        (data.friction_force_matrix_w_history, matrix),
        (data.normal_force_matrix_w_history, data.force_matrix_w.torch),
    ):
        assert history.torch.shape == (3, 2, *newest.shape[1:])
        assert torch.equal(history.torch[:, 0], newest)
    assert torch.equal(data.net_friction_forces_w_history.torch[:, 1], before)
    scene["contact"].reset(env_ids=[1])
    data = scene["contact"].data
    assert not data.net_friction_forces_w_history.torch[1].any() and not data.net_normal_forces_w.torch[1].any()
    assert not data.friction_force_matrix_w_history.torch[1].any()
    assert torch.equal(data.net_friction_forces_w.torch[[0, 2]], net[[0, 2]])


def test_who_does_not_ask_for_friction_has_net_forces_alone(make_stack: MakeStack) -> None:
    """Fourteen numbers for each of the contacts that are told apart, where a sensor asks."""
    scene = make_stack(prim_path=TOP)
    without = scene.sim.physics.backend.worlds[0].model.nsensordata
    step(scene, 5)
    data = scene["contact"].data
    assert data.net_friction_forces_w is None and data.net_friction_forces_w_history is None
    assert data.friction_forces_w is None
    assert data.net_normal_forces_w is data.net_forces_w, "as a warning says"
    SimulationContext.clear_instance()
    options = {"track_friction_forces": True, "max_contact_data_count_per_prim": 4}
    scene = make_stack(prim_path=TOP, **options)
    assert scene.sim.physics.backend.worlds[0].model.nsensordata == without + 4 * 14
