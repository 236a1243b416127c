"""What is read of ``omni.isaac.lab`` is Pippin's, with quaternions (w, x, y, z) and torch tensors.

What is compared is found by the types of Pippin's arrays and by the names of its methods, not by the table from which
the dialect is made.
"""

from __future__ import annotations

import warnings

import pytest
import torch

from omni.isaac.lab import sim as sim_utils
from omni.isaac.lab.scene import InteractiveScene

from .conftest import NUM_ENVS
from .older_arrays import array_names, both_dialects, disturb, expected

pytestmark = pytest.mark.filterwarnings("error::DeprecationWarning")


ENTITIES = ("arm", "hand", "drone", "cube", "balls", "frames", "wrenches", "pva")

OLDER_SHAPES = {("cube", "default_inertia"): (NUM_ENVS, 9), ("balls", "default_mass"): (NUM_ENVS, 2, 1)}
"""Quantities whose documented shape changed with version 3."""

OPPOSITE = ("body_incoming_joint_wrench_b",)
"""Quantities of what a link does to its parent, where version 3 has what the parent does to the link."""


@both_dialects
@pytest.mark.parametrize("entity", ENTITIES)
def test_every_quantity_is_pippins(older_scene: InteractiveScene, entity: str) -> None:
    disturb(older_scene)
    data = older_scene[entity].data
    names = array_names(data._newer)
    assert names
    for name in names:
        older = getattr(data, name)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            newer = getattr(data._newer, name)
        if newer is None:  # only there if the config asks for it
            assert older is None
            continue
        assert isinstance(older, torch.Tensor), name
        wanted = expected(newer)
        wanted = wanted.reshape(OLDER_SHAPES.get((entity, name), wanted.shape)) * (-1.0 if name in OPPOSITE else 1.0)
        torch.testing.assert_close(older, wanted, rtol=0.0, atol=0.0, msg=name)


@pytest.mark.parametrize("entity", ENTITIES)
def test_names_and_numbers_are_pippins(older_scene: InteractiveScene, entity: str) -> None:
    older = older_scene[entity]
    names = ("num_instances", "device", "body_names", "joint_names", "object_names", "is_initialized")
    tendons = ("fixed_tendon_names", "num_fixed_tendons", "spatial_tendon_names", "num_spatial_tendons")
    for name in (*names, *tendons, "thruster_names", "num_thrusters"):
        value = getattr(older, name, None)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            assert value == getattr(older._newer, name, None)


@pytest.mark.parametrize("entity", ["arm", "cube", "balls"])
def test_views_speak_physx(older_scene: InteractiveScene, entity: str) -> None:
    """Tensors, but quaternions (x, y, z, w), as PhysX has them."""
    disturb(older_scene)
    view, data = older_scene[entity].root_physx_view, older_scene[entity]._newer.data
    transforms = view.get_root_transforms() if entity == "arm" else view.get_transforms()
    wanted = data.root_link_pose_w if entity != "balls" else data.body_link_pose_w
    assert isinstance(transforms, torch.Tensor)
    torch.testing.assert_close(transforms, wanted.torch.reshape(-1, 7), rtol=0.0, atol=1e-6)
    masses = view.get_masses().clone()
    masses[0, 0] = 9.0
    view.set_masses(masses, torch.tensor([0]))
    assert float(data.body_mass.torch[0, 0]) == 9.0
    assert older_scene[entity].root_physx_view is view


@pytest.mark.parametrize("entity", ["arm", "cube", "balls"])
def test_views_push_as_assets_of_isaaclab_do(older_scene: InteractiveScene, entity: str) -> None:
    """With a row for each body: as much momentum as the pushes of 1 N s give, less what gravity takes."""
    asset = older_scene[entity]
    simulation = sim_utils.SimulationContext.instance()
    masses = asset.root_physx_view.get_masses().reshape(NUM_ENVS, -1, 1)
    upwards = torch.zeros(masses.numel(), 3)
    upwards[:, 2] = 1.0 / simulation.get_physics_dt()
    asset.root_physx_view.apply_forces_and_torques_at_position(
        force_data=upwards, torque_data=None, position_data=None, indices=None, is_global=True
    )
    older_scene.write_data_to_sim()
    simulation.step(render=False)
    older_scene.update(simulation.get_physics_dt())
    momentum = (masses * asset.data.body_com_lin_vel_w.reshape(NUM_ENVS, -1, 3)).sum(dim=1)
    fallen = 9.81 * simulation.get_physics_dt() * masses.sum(dim=1)[:, 0]
    torch.testing.assert_close(momentum[:, 2], masses.shape[1] - fallen, rtol=0.0, atol=1e-2)


def test_the_joint_of_a_hanging_link_has_the_link_s_weight(older_scene: InteractiveScene) -> None:
    """As PhysX measures it: what the link exerts on its parent, so that it points down."""
    hand = older_scene["hand"]
    disturb(older_scene)
    sensed = hand.data.body_incoming_joint_wrench_b
    newer = hand._newer.data.body_incoming_joint_wrench_b.torch
    assert (newer[:, 1:, 2] != 0.0).any()
    torch.testing.assert_close(sensed, -newer, rtol=0.0, atol=0.0)


def test_entities_may_have_stand_ins(older_scene: InteractiveScene) -> None:
    kind = type(older_scene["cube"])

    class Mock:
        """What a program tests itself with."""

    kind.register(Mock)
    assert isinstance(Mock(), kind)
    assert not isinstance(Mock(), type(older_scene["arm"]))
