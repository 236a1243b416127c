"""Calls of Gym that raise NotImplementedError, with the reason and the alternative."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

Class = TypeVar("Class", bound=type)

SOFT_BODIES = "Soft bodies belong to Flex, which is not simulated. Build the task on rigid bodies."
PARTICLES = "Without soft bodies there are no particles. acquire_rigid_body_state_tensor gives the state of bodies."
PNEUMATICS = "Pneumatic actuators belong to soft bodies of Flex. Actuate DOFs, with set_dof_actuation_force_tensor."

REFUSED: dict[str, tuple[str, ...]] = {
    SOFT_BODIES: (
        "create_cloth_grid(sim, width, height, spacing_x, spacing_y, options=None)",
        "create_tet_grid(sim, material, dim_x, dim_y, dim_z, spacing_x, spacing_y, spacing_z, density, "
        "fix_bottom, fix_top, fix_left, fix_right, options=None)",
        "set_actor_soft_materials(env, actor_handle, materials)",
        "get_actor_tetrahedra_range(env, actor_handle, soft_body_index)",
        "get_actor_triangle_range(env, actor_handle, soft_body_index)",
        "get_sim_tetrahedra(sim)",
        "get_sim_triangles(sim)",
        "get_soft_contacts(sim)",
        "draw_env_soft_contacts(viewer, env, color, scale, sqrt_scale, draw_forces)",
    ),
    PARTICLES: (
        "acquire_particle_state_tensor(sim)",
        "refresh_particle_state_tensor(sim)",
        "set_particle_state_tensor(sim, states)",
        "set_particle_state_tensor_indexed(sim, states, actor_indices, num_indices)",
        "reset_actor_particles_to_rest(env, actor_handle)",
    ),
    PNEUMATICS: (
        "acquire_pneumatic_pressure_tensor(sim)",
        "refresh_pneumatic_pressure_tensor(sim)",
        "set_pneumatic_pressure_tensor(sim, pressures)",
        "set_pneumatic_pressure_tensor_indexed(sim, pressures, actor_indices=None, num_indices=0)",
        "acquire_pneumatic_target_tensor(sim)",
        "refresh_pneumatic_target_tensor(sim)",
        "set_pneumatic_target_tensor(sim, targets)",
        "set_pneumatic_target_tensor_indexed(sim, targets, actor_indices=None, num_indices=0)",
        "get_pneumatic_pressure(env, actor_handle, actuator_handle)",
        "set_pneumatic_pressure(env, actor_handle, actuator_handle, pressure)",
        "get_pneumatic_target(env, actor_handle, actuator_handle)",
        "set_pneumatic_target(env, actor_handle, actuator_handle, target)",
    ),
    "OpenSim models are not read. Convert the model to MJCF and load that with load_mjcf.": (
        "load_opensim(sim, rootpath, filename, options=None)",
    ),
    "A USD file is no simulation here. Make one with create_sim and load the robots of the file with load_usd.": (
        "load_sim(compute_device, graphics_device, type, rootpath, filename)",
        "attach_sim(compute_device, graphics_device, type, rootpath, filename)",
    ),
    "There is no connection to Omniverse servers. Download the files and load them with load_usd.": (
        "omni_connect(params)",
        "omni_disconnect()",
    ),
    "Environments end with their simulation, by destroy_sim.": ("destroy_env(env)",),
    "States of bodies follow from those of roots and DOFs. Set these, with set_actor_root_state_tensor and "
    "set_dof_state_tensor.": ("set_rigid_body_state_tensor(sim, states)",),
    "Isaac Gym does not document it. create_camera_sensor returns the handle of a camera.": (
        "get_sensor(env, sensor_index)",
    ),
}


def refuse_unsupported(cls: Class) -> Class:
    """Class decorator: give ``Gym`` the calls that refuse, except those that it has.

    Each has its documented parameters and raises NotImplementedError with the reason and the alternative.
    """
    for refusal, texts in REFUSED.items():
        for text in texts:
            refuse = _refusing(text, refusal)
            if refuse.__name__ not in vars(cls):
                setattr(cls, refuse.__name__, staticmethod(refuse))
    return cls


def _refusing(text: str, refusal: str) -> Callable[..., NoReturn]:
    """Make a call that refuses, from text such as ``create_cloth_grid(sim, width, height, options=None)``."""
    (function,) = ast.parse(f"def {text}: ...").body
    assert isinstance(function, ast.FunctionDef)

    def refuse(*args: Any, **kwargs: Any) -> NoReturn:
        raise NotImplementedError(f"gym.{function.name} does not work in Pippin. {refusal}")

    refuse.__name__ = refuse.__qualname__ = function.name
    refuse.__doc__ = f"Refuse. {refusal}\n\nRaises:\n    NotImplementedError: Always."
    refuse.__signature__ = _signature(function.args)  # type: ignore[attr-defined]
    return refuse


def _signature(arguments: ast.arguments) -> inspect.Signature:
    """Signature of the parameters of a function without a body."""
    names = [argument.arg for argument in arguments.args]
    required = len(names) - len(arguments.defaults)
    defaults = [inspect.Parameter.empty] * required + [ast.literal_eval(node) for node in arguments.defaults]
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    return inspect.Signature(
        [inspect.Parameter(name, kind, default=default) for name, default in zip(names, defaults, strict=True)]
    )
