"""What is written through ``omni.isaac.lab`` does what it does through Pippin, with quaternions (w, x, y, z).

What is compared is found by the types of Pippin's arrays and by the names of its methods, not by the table from which
the dialect is made.
"""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable
from typing import Any

import pytest
import torch
import warp as wp

import pippin.assets
from omni.isaac.lab import sim as sim_utils
from omni.isaac.lab.assets import (
    Articulation,
    RigidObject,
    RigidObjectCollection,
)
from omni.isaac.lab.scene import InteractiveScene
from pippin.physics.views.tendon_view import TENDON_PROPERTIES
from pippin.utils import ProxyArray

from .conftest import NUM_ENVS
from .older_arrays import array_names, both_dialects, wxyz

pytestmark = pytest.mark.filterwarnings("error::DeprecationWarning")


def poses(*shape: int) -> torch.Tensor:
    values = torch.randn(*shape, 7)
    values[..., 3:] = torch.nn.functional.normalize(values[..., 3:], dim=-1)
    return values


def inertias(*shape: int) -> torch.Tensor:
    factors = torch.randn(*shape, 3, 3)
    return (factors @ factors.mT + torch.eye(3)).reshape(*shape, 9)


def limits(*shape: int) -> torch.Tensor:
    return torch.stack([-1.0 - torch.rand(shape), 1.0 + torch.rand(shape)], dim=-1)


WITH_QUATERNIONS = ("pose", "state", "coms")
SHAPES: dict[str, Callable[..., torch.Tensor]] = {
    "pose": poses,
    "state": lambda *shape: torch.cat([poses(*shape), torch.randn(*shape, 6)], dim=-1),
    "velocity": lambda *shape: torch.randn(*shape, 6),
    "velocities": lambda *shape: torch.randn(*shape, 6),
    "coms": poses,
    "inertias": inertias,
    "forces": lambda *shape: torch.randn(*shape, 3),
    "torques": lambda *shape: torch.randn(*shape, 3),
}
"""Values by a part of the parameter's name: the elements of a root, a body or an object."""


def values_of(asset: Any, method: str, parameter: str) -> torch.Tensor:
    """Random values for all instances, as Pippin has them."""
    if "tendon" in method:
        columns = asset.num_fixed_tendons if "fixed" in method else asset.num_spatial_tendons
        return limits(NUM_ENVS, columns) if parameter == "limit" else 0.1 + torch.rand(NUM_ENVS, columns)
    if "thrust" in method:
        return 0.1 + torch.rand(NUM_ENVS, asset.num_thrusters)
    kind = next((kind for kind in SHAPES if kind in parameter), None)
    if kind is None or "joint" in method:  # numbers of joints or bodies
        columns = asset.num_bodies if parameter == "masses" else asset.num_joints
        is_position_limit = ("limit" in method and "position" in method) or method.startswith("write_joint_limits")
        return limits(NUM_ENVS, columns) if is_position_limit else 0.1 + torch.rand(NUM_ENVS, columns)
    is_of_root = parameter.startswith("root_")
    return SHAPES[kind](NUM_ENVS) if is_of_root else SHAPES[kind](NUM_ENVS, asset.num_bodies)


def written_parameters(member: Callable) -> list[str]:
    """Parameters of a method that take values."""
    return [
        parameter.name
        for parameter in inspect.signature(member).parameters.values()
        if parameter.default is inspect.Parameter.empty and parameter.name != "self"
    ]


def writes() -> list[tuple[str, str]]:
    """Each asset, and each of its methods that takes arrays for all instances.

    The hand stands for articulations with tendons, the drone for what multirotors have beside other articulations.
    """
    found = []
    classes = {"arm": Articulation, "drone": MULTIROTOR, "cube": RigidObject, "balls": RigidObjectCollection}
    for entity, cls in classes.items():
        for name, member in inspect.getmembers(cls, inspect.isfunction):
            is_write = name.startswith(("write_", "set_")) and not name.startswith(("set_debug", "set_visib"))
            is_articulations = entity == "drone" and member is getattr(Articulation, name, None)
            if is_write and written_parameters(member) and not is_articulations:
                found.append(("hand" if "tendon" in name else entity, name))
    return found


MULTIROTOR = Articulation._dialect.counterpart(pippin.assets.Multirotor)


def snapshot(asset: Any) -> dict[str, torch.Tensor]:
    """All that Pippin's data hold, in Pippin's order, and what the engine has of tendons."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        arrays = {name: getattr(asset._newer.data, name) for name in array_names(asset._newer.data)}
        wrenches = asset._newer.permanent_wrench_composer
        arrays |= {"composed_force": wrenches.composed_force, "composed_torque": wrenches.composed_torque}
    arrays |= {name: ProxyArray(array) for name, array in engine_tendons(asset).items()}
    return {name: (a if isinstance(a, torch.Tensor) else a.torch).clone() for name, a in arrays.items()}


def engine_tendons(asset: Any) -> dict[str, wp.array]:
    """Properties of tendons that the engine has, by kind and name."""
    view = asset._newer.root_view
    found = {}
    for kind in ("fixed", "spatial"):
        tendons = getattr(view, f"{kind}_tendons", None)
        if tendons is not None:
            for name, dtype in TENDON_PROPERTIES.items():
                out = wp.empty((NUM_ENVS, tendons.num_tendons), dtype=dtype, device="cpu")
                found[f"{kind} {name} in the engine"] = tendons.read(name, out)
    return found


@both_dialects
@pytest.mark.parametrize(("entity", "name"), writes())
def test_every_write_is_pippins(older_scene: InteractiveScene, entity: str, name: str) -> None:
    torch.manual_seed(0)
    asset, method = older_scene[entity], getattr(older_scene[entity], name)
    newer = {parameter: values_of(asset, name, parameter) for parameter in written_parameters(method)}
    older = {
        parameter: wxyz(values, 0 if values.shape[-1] == 4 else 3)
        if any(kind in parameter for kind in WITH_QUATERNIONS)
        else values
        for parameter, values in newer.items()
    }
    before = snapshot(asset)
    method(**older)
    by_older = snapshot(asset)
    start_again(older_scene)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        getattr(asset._newer, name)(**newer)
    by_newer = snapshot(asset)
    for quantity in by_newer:
        torch.testing.assert_close(by_older[quantity], by_newer[quantity], rtol=0.0, atol=1e-6, msg=quantity)
    assert any(not torch.equal(before[quantity], by_newer[quantity]) for quantity in before)


HANDING_OVER = [
    name
    for name, member in inspect.getmembers(Articulation, inspect.isfunction)
    if name.startswith("write_") and "tendon" in name and not written_parameters(member)
]


@both_dialects
@pytest.mark.parametrize("name", HANDING_OVER)
def test_properties_of_tendons_are_handed_over(older_scene: InteractiveScene, name: str) -> None:
    """What was set reaches the engine with these methods, which take no values."""
    torch.manual_seed(0)
    hand = older_scene["hand"]
    kind = "fixed" if "fixed" in name else "spatial"
    values = 0.1 + torch.rand(NUM_ENVS, 2)
    getattr(hand, f"set_{kind}_tendon_stiffness")(values)
    quantity = f"{kind} stiffness in the engine"
    assert not engine_tendons(hand)[quantity].numpy().any()
    getattr(hand, name)()
    torch.testing.assert_close(snapshot(hand)[quantity], values, rtol=0.0, atol=0.0)


def test_what_tendons_and_rotors_are_written_with_is_tried() -> None:
    """By the names of all versions: otherwise the two tests above might find nothing to try."""
    names = {name for entity, name in writes() if entity == "hand"}
    for name in ("fixed_tendon_stiffness", "fixed_tendon_rest_length", "spatial_tendon_offset"):
        assert {f"set_{name}", f"set_{name}_index", f"set_{name}_mask"} <= names
    assert {"set_fixed_tendon_limit", "set_fixed_tendon_position_limit_index"} <= names
    assert ("drone", "set_thrust_target") in writes()
    assert {"write_fixed_tendon_properties_to_sim", "write_spatial_tendon_properties_to_sim_index"} <= {*HANDING_OVER}


def start_again(scene: InteractiveScene) -> None:
    """Stop and play: state and properties are those of the configs."""
    simulation = sim_utils.SimulationContext.instance()
    simulation.stop()
    simulation.reset()


def test_some_instances_are_written_by_position(older_scene: InteractiveScene) -> None:
    """As programs do: values, then ids, in the order of that time."""
    arm, balls = older_scene["arm"], older_scene["balls"]
    pose = wxyz(poses(2), 3)
    before = arm.data.root_link_state_w.clone()
    arm.write_root_pose_to_sim(pose, torch.tensor([2, 0]))
    after = arm.data.root_link_state_w
    torch.testing.assert_close(after[[2, 0], :7].abs(), pose.abs())
    torch.testing.assert_close(after[1], before[1])
    state = torch.cat([wxyz(poses(1, 1), 3), torch.ones(1, 1, 6)], dim=-1)
    balls.write_object_state_to_sim(state, torch.tensor([1]), torch.tensor([1]))
    torch.testing.assert_close(balls.data.object_state_w[1, 1].abs(), state[0, 0].abs())
    forces = torch.ones(1, 1, 3)
    arm.set_external_force_and_torque(forces, 0.0 * forces, [1], [2])
    acting = arm.permanent_wrench_composer.composed_force
    assert isinstance(acting, torch.Tensor)
    assert acting.nonzero()[:, :2].unique(dim=0).tolist() == [[2, 1]]
    arm.write_joint_state_to_sim(torch.full((1, 1), 0.5), torch.zeros(1, 1), [1], torch.tensor([0]))
    assert float(arm.data.joint_pos[0, 1]) == 0.5


def test_numbers_in_double_precision_are_taken(older_scene: InteractiveScene) -> None:
    pose = wxyz(poses(NUM_ENVS), 3).double()
    older_scene["cube"].write_root_pose_to_sim(pose)
    torch.testing.assert_close(older_scene["cube"].data.root_pos_w, pose[:, :3].float())


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((torch.zeros(NUM_ENVS, 6),), ValueError, r"'root_pose' should have shape \(3, 7\), not \(3, 6\)"),
        ((torch.zeros(NUM_ENVS, 7),), ValueError, "quaternions of length 0"),
        ((torch.zeros(1, 7), [7]), IndexError, r"'env_ids' holds \[7\]"),
        ((1.0,), TypeError, "'root_pose' should be a torch tensor"),
        ((1.0, None, 3), TypeError, r"write_root_pose_to_sim\(\) takes the arguments root_pose, env_ids"),
    ],
)
def test_what_pippin_refuses_is_refused(
    older_scene: InteractiveScene, arguments: tuple, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        older_scene["cube"].write_root_pose_to_sim(*arguments)
