"""Soft bodies of ``omni.isaac.lab`` are Pippin's, with quaternions (w, x, y, z) and torch tensors."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from omni.isaac.lab import sim as sim_utils
from omni.isaac.lab.assets import (
    DeformableObject,
    DeformableObjectCfg,
    DeformableObjectData,
)
from omni.isaac.lab.scene import InteractiveScene, InteractiveSceneCfg
from omni.isaac.lab.utils import configclass
from pippin.sim import DeformableBodyMaterialCfg, DeformableBodyPropertiesCfg

from .older_arrays import array_names, expected

pytestmark = pytest.mark.filterwarnings("error::DeprecationWarning")


TURN = (0.8, 0.0, 0.6, 0.0)


@configclass
class SoftSceneCfg(InteractiveSceneCfg):
    """A soft cube in each environment, turned."""

    cube = DeformableObjectCfg(
        prim_path="{ENV_REGEX_NS}/Cube",
        spawn=sim_utils.MeshCuboidCfg(
            size=(0.2, 0.2, 0.2),
            deformable_props=DeformableBodyPropertiesCfg(simulation_hexahedral_resolution=2),
            physics_material=DeformableBodyMaterialCfg(youngs_modulus=2e5),
        ),
        init_state=DeformableObjectCfg.InitialStateCfg(pos=(0.0, 0.0, 1.0), rot=TURN),
    )


@pytest.fixture
def soft_cube(simulation: Any) -> Any:
    scene = InteractiveScene(SoftSceneCfg(num_envs=2, env_spacing=2.0))
    simulation.reset()
    return scene["cube"]


def test_every_quantity_of_a_soft_body_is_pippins(soft_cube: DeformableObject) -> None:
    data = soft_cube.data
    assert isinstance(data, DeformableObjectData)
    for name in array_names(data._newer):
        newer = getattr(data._newer, name)
        torch.testing.assert_close(getattr(data, name), expected(newer), rtol=0.0, atol=0.0, msg=name)
    unturned = torch.tensor([1.0, 0.0, 0.0, 0.0]).expand_as(data.sim_element_quat_w)
    torch.testing.assert_close(data.sim_element_quat_w, unturned, rtol=0.0, atol=1e-5)  # of gradients in float32


@pytest.mark.parametrize("name", ["nodal_state", "nodal_pos", "nodal_velocity", "nodal_kinematic_target"])
def test_every_write_of_a_soft_body_is_pippins(soft_cube: DeformableObject, name: str) -> None:
    parameter = {"nodal_velocity": "nodal_vel", "nodal_kinematic_target": "targets"}.get(name, name)
    quantity = {"targets": "nodal_kinematic_target"}.get(parameter, f"{parameter}_w")
    values = getattr(soft_cube.data, quantity).clone()
    values[1] += 0.01 * torch.rand_like(values[1])
    if parameter == "targets":
        values[1, :, 3] = 0.0
    getattr(soft_cube, f"write_{name}_to_sim")(values[1:], torch.tensor([1]))
    torch.testing.assert_close(getattr(soft_cube._newer.data, quantity).torch, values)


def test_values_of_one_instance_are_for_those_that_are_chosen(soft_cube: DeformableObject) -> None:
    targets = soft_cube.data.nodal_kinematic_target.clone()
    targets[0, :, 3] = 0.0
    soft_cube.write_nodal_kinematic_target_to_sim(targets[0], env_ids=torch.tensor([0]))
    assert soft_cube.data.nodal_kinematic_target[:, :, 3].mean(dim=1).tolist() == [0.0, 1.0]


def test_physx_calls_read_and_write_the_nodes(soft_cube: DeformableObject) -> None:
    view, data = soft_cube.root_physx_view, soft_cube.data
    assert (view.max_sim_vertices_per_body, view.max_sim_elements_per_body) == (
        soft_cube.max_sim_vertices_per_body,
        soft_cube.max_sim_elements_per_body,
    )
    for name in ("nodal_positions", "nodal_velocities", "kinematic_targets"):
        values = getattr(view, f"get_sim_{name}")().clone()
        changed = values + torch.tensor([0.01, 0.01, 0.01, 0.0])[: values.shape[-1]]
        getattr(view, f"set_sim_{name}")(changed, torch.tensor([1]))
        assert (getattr(view, f"get_sim_{name}")()[0] == values[0]).all()
        torch.testing.assert_close(getattr(view, f"get_sim_{name}")()[1], changed[1])
    torch.testing.assert_close(data.nodal_pos_w, view.get_sim_nodal_positions())


def test_each_copy_of_an_environment_has_a_material_of_its_own(soft_cube: DeformableObject) -> None:
    assert soft_cube.material_physx_view.count == 2


def test_nodes_are_turned_by_w_first(soft_cube: DeformableObject) -> None:
    nodes = soft_cube.data.nodal_pos_w
    upside_down = torch.tensor([[0.0, 1.0, 0.0, 0.0]]).repeat(2, 1)
    turned = soft_cube.transform_nodal_pos(nodes, quat=upside_down)
    centre = nodes.mean(dim=1, keepdim=True)
    wanted = centre + (nodes - centre) * torch.tensor([1.0, -1.0, -1.0])
    torch.testing.assert_close(turned, wanted, rtol=0.0, atol=1e-6)
