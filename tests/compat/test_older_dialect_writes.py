"""What is written through ``omni.isaac.lab`` does what it does through Pippin, with quaternions (w, x, y, z).

What is compared is found by the types of Pippin's arrays and by the names of its methods, not by the table from which
the dialect is made.
"""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import torch
import warp as wp

import pippin.assets
from omni.isaac.lab.assets import (
    Articulation,
    RigidObject,
    RigidObjectCollection,
)
from omni.isaac.lab.scene import InteractiveScene
from pippin.physics.views.tendon_view import TENDON_PROPERTIES
from pippin.utils import ProxyArray

from .conftest import NUM_ENVS, playing_scene
from .older_arrays import array_names, wxyz

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


ROUNDING = 16 * torch.finfo(torch.float32).eps
"""Four writes of poses lie between the two that are compared, and each turns velocities from the world into the root's
frame and back, with two roundings each way; a quaternion in the wrong order is off by 0.1."""

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


@pytest.fixture(scope="module", params=["omni.isaac.lab", pytest.param("isaaclab", marks=pytest.mark.slow)])
def kept_scene(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[InteractiveScene]:
    """One scene for all writes: each is compared with what Pippin writes over it, whatever was written before."""
    with playing_scene(request.param, tmp_path_factory.mktemp("scene")) as scene:
        yield scene


@pytest.mark.slow
@pytest.mark.parametrize(("entity", "name"), writes())
def test_every_write_is_pippins(kept_scene: InteractiveScene, entity: str, name: str) -> None:
    torch.manual_seed(0)
    asset, method = kept_scene[entity], getattr(kept_scene[entity], name)
    other, newer = (
        {parameter: values_of(asset, name, parameter) for parameter in written_parameters(method)} for _ in range(2)
    )
    older = {
        parameter: wxyz(values, 0 if values.shape[-1] == 4 else 3)
        if any(kind in parameter for kind in WITH_QUATERNIONS)
        else values
        for parameter, values in newer.items()
    }
    write_newer(asset, name, other)
    before = snapshot(asset)
    method(**older)
    by_older = snapshot(asset)
    write_newer(asset, name, other)
    write_newer(asset, name, newer)
    by_newer = snapshot(asset)
    for quantity in by_newer:
        torch.testing.assert_close(
            by_older[quantity],
            by_newer[quantity],
            rtol=ROUNDING,
            atol=ROUNDING,
            msg=lambda text, of=quantity: f"{of}: {text}",
        )
    assert any(not torch.equal(before[quantity], by_newer[quantity]) for quantity in before)


def write_newer(asset: Any, name: str, values: dict[str, torch.Tensor]) -> None:
    """Write through Pippin's own asset, whose deprecated methods are tried too."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        getattr(asset._newer, name)(**values)


HANDING_OVER = [
    name
    for name, member in inspect.getmembers(Articulation, inspect.isfunction)
    if name.startswith("write_") and "tendon" in name and not written_parameters(member)
]


@pytest.mark.parametrize("name", HANDING_OVER)
def test_properties_of_tendons_are_handed_over(kept_scene: InteractiveScene, name: str) -> None:
    """What was set reaches the engine with these methods, which take no values."""
    torch.manual_seed(0)
    hand = kept_scene["hand"]
    kind = "fixed" if "fixed" in name else "spatial"
    quantity = f"{kind} stiffness in the engine"
    before = snapshot(hand)[quantity]
    values = before + 0.1 + torch.rand(NUM_ENVS, 2)
    getattr(hand, f"set_{kind}_tendon_stiffness")(values)
    assert torch.equal(snapshot(hand)[quantity], before)
    getattr(hand, name)()
    assert torch.equal(snapshot(hand)[quantity], values)


def test_what_tendons_and_rotors_are_written_with_is_tried() -> None:
    """By the names of all versions: otherwise the two tests above might find nothing to try."""
    names = {name for entity, name in writes() if entity == "hand"}
    for name in ("fixed_tendon_stiffness", "fixed_tendon_rest_length", "spatial_tendon_offset"):
        assert {f"set_{name}", f"set_{name}_index", f"set_{name}_mask"} <= names
    assert {"set_fixed_tendon_limit", "set_fixed_tendon_position_limit_index"} <= names
    assert ("drone", "set_thrust_target") in writes()
    assert {"write_fixed_tendon_properties_to_sim", "write_spatial_tendon_properties_to_sim_index"} <= {*HANDING_OVER}
