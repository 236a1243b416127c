"""Writing state, targets and properties of joints: generated from the rows of :class:`ArticulationData`.

``tools/asset_methods.py`` writes this file: change the rows, not the functions. Arguments and errors are those of
:mod:`pippin.quantities.inputs` and :mod:`pippin.quantities.selection`. What its row says about a quantity (finite, not
negative, ...) is checked where the simulation runs on a CPU. A call that is refused changes nothing.
"""

from __future__ import annotations

from pippin.quantities.inputs import Array
from pippin.quantities.selection import Ids, Mask

from .joints import HasJoints


def write_joint_position_to_sim_index(
    self: HasJoints,
    *,
    position: Array,
    joint_ids: Ids = None,
    env_ids: Ids = None,
    full_data: bool = False,
    skip_forward: bool = False,
) -> None:
    """Set positions of joints.

    Targets of the joints stay as they are.

    Args:
        position: Positions [m, rad], shape (n, m), float32.
        joint_ids: The m joints; None means all.
        env_ids: The n instances; None means all.
        full_data: Whether ``position`` covers all instances and joints, of which the ids choose.
        skip_forward: Accepted for existing code: what is read later is of the new state all the same.
    """
    self.joints.write("joint_pos", position, self.joints.select(env_ids, joint_ids, full_data=full_data))


def write_joint_position_to_sim_mask(
    self: HasJoints, *, position: Array, joint_mask: Mask = None, env_mask: Mask = None, skip_forward: bool = False
) -> None:
    """Set positions of joints, where masks hold.

    ``position``: Positions [m, rad], shape (N, J), float32. ``joint_mask`` (J,), ``env_mask`` (N,): None means all.
    See :func:`write_joint_position_to_sim_index`.
    """
    self.joints.write("joint_pos", position, self.joints.select_masked(env_mask, joint_mask))


def write_joint_velocity_to_sim_index(
    self: HasJoints,
    *,
    velocity: Array,
    joint_ids: Ids = None,
    env_ids: Ids = None,
    full_data: bool = False,
    skip_forward: bool = False,
) -> None:
    """Set velocities of joints.

    Targets of the joints stay as they are.

    Args:
        velocity: Velocities [m/s, rad/s], shape (n, m), float32.
        joint_ids: The m joints; None means all.
        env_ids: The n instances; None means all.
        full_data: Whether ``velocity`` covers all instances and joints, of which the ids choose.
        skip_forward: Accepted for existing code: what is read later is of the new state all the same.
    """
    self.joints.write("joint_vel", velocity, self.joints.select(env_ids, joint_ids, full_data=full_data))


def write_joint_velocity_to_sim_mask(
    self: HasJoints, *, velocity: Array, joint_mask: Mask = None, env_mask: Mask = None, skip_forward: bool = False
) -> None:
    """Set velocities of joints, where masks hold.

    ``velocity``: Velocities [m/s, rad/s], shape (N, J), float32. ``joint_mask`` (J,), ``env_mask`` (N,): None means
    all.
    See :func:`write_joint_velocity_to_sim_index`.
    """
    self.joints.write("joint_vel", velocity, self.joints.select_masked(env_mask, joint_mask))


def set_joint_position_target_index(
    self: HasJoints, *, target: Array, joint_ids: Ids = None, env_ids: Ids = None, full_data: bool = False
) -> None:
    """Set target positions of joints.

    The actuators follow them from the next :meth:`Articulation.write_data_to_sim` on.

    Args:
        target: Positions [m, rad], shape (n, m), float32.
        joint_ids: The m joints; None means all.
        env_ids: The n instances; None means all.
        full_data: Whether ``target`` covers all instances and joints, of which the ids choose.
    """
    self.joints.write("joint_pos_target", target, self.joints.select(env_ids, joint_ids, full_data=full_data))


def set_joint_position_target_mask(
    self: HasJoints, *, target: Array, joint_mask: Mask = None, env_mask: Mask = None
) -> None:
    """Set target positions of joints, where masks hold.

    ``target``: Positions [m, rad], shape (N, J), float32. ``joint_mask`` (J,), ``env_mask`` (N,): None means all.
    See :func:`set_joint_position_target_index`.
    """
    self.joints.write("joint_pos_target", target, self.joints.select_masked(env_mask, joint_mask))


def set_joint_velocity_target_index(
    self: HasJoints, *, target: Array, joint_ids: Ids = None, env_ids: Ids = None, full_data: bool = False
) -> None:
    """Set target velocities of joints.

    The actuators follow them from the next :meth:`Articulation.write_data_to_sim` on.

    Args:
        target: Velocities [m/s, rad/s], shape (n, m), float32.
        joint_ids: The m joints; None means all.
        env_ids: The n instances; None means all.
        full_data: Whether ``target`` covers all instances and joints, of which the ids choose.
    """
    self.joints.write("joint_vel_target", target, self.joints.select(env_ids, joint_ids, full_data=full_data))


def set_joint_velocity_target_mask(
    self: HasJoints, *, target: Array, joint_mask: Mask = None, env_mask: Mask = None
) -> None:
    """Set target velocities of joints, where masks hold.

    ``target``: Velocities [m/s, rad/s], shape (N, J), float32. ``joint_mask`` (J,), ``env_mask`` (N,): None means
    all.
    See :func:`set_joint_velocity_target_index`.
    """
    self.joints.write("joint_vel_target", target, self.joints.select_masked(env_mask, joint_mask))


def set_joint_effort_target_index(
    self: HasJoints, *, target: Array, joint_ids: Ids = None, env_ids: Ids = None, full_data: bool = False
) -> None:
    """Set efforts that are added to what follows from the other targets.

    Args:
        target: Efforts [N, N m], shape (n, m), float32.
        joint_ids: The m joints; None means all.
        env_ids: The n instances; None means all.
        full_data: Whether ``target`` covers all instances and joints, of which the ids choose.
    """
    self.joints.write("joint_effort_target", target, self.joints.select(env_ids, joint_ids, full_data=full_data))


def set_joint_effort_target_mask(
    self: HasJoints, *, target: Array, joint_mask: Mask = None, env_mask: Mask = None
) -> None:
    """Set efforts that are added to what follows from the other targets, where masks hold.

    ``target``: Efforts [N, N m], shape (N, J), float32. ``joint_mask`` (J,), ``env_mask`` (N,): None means all.
    See :func:`set_joint_effort_target_index`.
    """
    self.joints.write("joint_effort_target", target, self.joints.select_masked(env_mask, joint_mask))


def write_joint_stiffness_to_sim_index(
    self: HasJoints, *, stiffness: Array | float, joint_ids: Ids = None, env_ids: Ids = None, full_data: bool = False
) -> None:
    """Set the stiffness of the engine's drives.

    Explicit actuators have gains of their own beside it.

    Args:
        stiffness: Stiffness [N/m, N m/rad], at least 0, shape (n, m), float32.
        joint_ids: The m joints; None means all.
        env_ids: The n instances; None means all.
        full_data: Whether ``stiffness`` covers all instances and joints, of which the ids choose.
    """
    self.joints.write("joint_stiffness", stiffness, self.joints.select(env_ids, joint_ids, full_data=full_data))


def write_joint_stiffness_to_sim_mask(
    self: HasJoints, *, stiffness: Array | float, joint_mask: Mask = None, env_mask: Mask = None
) -> None:
    """Set the stiffness of the engine's drives, where masks hold.

    ``stiffness``: Stiffness [N/m, N m/rad], at least 0, shape (N, J), float32. ``joint_mask`` (J,), ``env_mask``
    (N,): None means all.
    See :func:`write_joint_stiffness_to_sim_index`.
    """
    self.joints.write("joint_stiffness", stiffness, self.joints.select_masked(env_mask, joint_mask))


def write_joint_damping_to_sim_index(
    self: HasJoints, *, damping: Array | float, joint_ids: Ids = None, env_ids: Ids = None, full_data: bool = False
) -> None:
    """Set the damping of the engine's drives.

    Explicit actuators have gains of their own beside it.

    Args:
        damping: Damping [N s/m, N m s/rad], at least 0, shape (n, m), float32.
        joint_ids: The m joints; None means all.
        env_ids: The n instances; None means all.
        full_data: Whether ``damping`` covers all instances and joints, of which the ids choose.
    """
    self.joints.write("joint_damping", damping, self.joints.select(env_ids, joint_ids, full_data=full_data))


def write_joint_damping_to_sim_mask(
    self: HasJoints, *, damping: Array | float, joint_mask: Mask = None, env_mask: Mask = None
) -> None:
    """Set the damping of the engine's drives, where masks hold.

    ``damping``: Damping [N s/m, N m s/rad], at least 0, shape (N, J), float32. ``joint_mask`` (J,), ``env_mask``
    (N,): None means all.
    See :func:`write_joint_damping_to_sim_index`.
    """
    self.joints.write("joint_damping", damping, self.joints.select_masked(env_mask, joint_mask))


def write_joint_armature_to_sim_index(
    self: HasJoints, *, armature: Array | float, joint_ids: Ids = None, env_ids: Ids = None, full_data: bool = False
) -> None:
    """Set the inertia that is added to joints, such as that of the motors' rotors.

    Args:
        armature: Inertia [kg, kg m^2], at least 0, shape (n, m), float32.
        joint_ids: The m joints; None means all.
        env_ids: The n instances; None means all.
        full_data: Whether ``armature`` covers all instances and joints, of which the ids choose.
    """
    self.joints.write("joint_armature", armature, self.joints.select(env_ids, joint_ids, full_data=full_data))


def write_joint_armature_to_sim_mask(
    self: HasJoints, *, armature: Array | float, joint_mask: Mask = None, env_mask: Mask = None
) -> None:
    """Set the inertia that is added to joints, such as that of the motors' rotors, where masks hold.

    ``armature``: Inertia [kg, kg m^2], at least 0, shape (N, J), float32. ``joint_mask`` (J,), ``env_mask`` (N,):
    None means all.
    See :func:`write_joint_armature_to_sim_index`.
    """
    self.joints.write("joint_armature", armature, self.joints.select_masked(env_mask, joint_mask))


def write_joint_friction_coefficient_to_sim_index(
    self: HasJoints,
    *,
    joint_friction_coeff: Array | float,
    joint_ids: Ids = None,
    env_ids: Ids = None,
    full_data: bool = False,
) -> None:
    """Set the dry friction of joints.

    Args:
        joint_friction_coeff: Dry friction [N, N m], at least 0, shape (n, m), float32.
        joint_ids: The m joints; None means all.
        env_ids: The n instances; None means all.
        full_data: Whether ``joint_friction_coeff`` covers all instances and joints, of which the ids choose.
    """
    self.joints.write(
        "joint_friction_coeff", joint_friction_coeff, self.joints.select(env_ids, joint_ids, full_data=full_data)
    )


def write_joint_friction_coefficient_to_sim_mask(
    self: HasJoints, *, joint_friction_coeff: Array | float, joint_mask: Mask = None, env_mask: Mask = None
) -> None:
    """Set the dry friction of joints, where masks hold.

    ``joint_friction_coeff``: Dry friction [N, N m], at least 0, shape (N, J), float32. ``joint_mask`` (J,),
    ``env_mask`` (N,): None means all.
    See :func:`write_joint_friction_coefficient_to_sim_index`.
    """
    self.joints.write("joint_friction_coeff", joint_friction_coeff, self.joints.select_masked(env_mask, joint_mask))


def write_joint_dynamic_friction_coefficient_to_sim_index(
    self: HasJoints,
    *,
    joint_dynamic_friction_coeff: Array | float,
    joint_ids: Ids = None,
    env_ids: Ids = None,
    full_data: bool = False,
) -> None:
    """Set the dry friction of moving joints.

    It is kept to be read: the engine has one dry friction.

    Args:
        joint_dynamic_friction_coeff: Dry friction in motion [N, N m], at least 0, shape (n, m), float32.
        joint_ids: The m joints; None means all.
        env_ids: The n instances; None means all.
        full_data: Whether ``joint_dynamic_friction_coeff`` covers all instances and joints, of which the ids choose.
    """
    self.joints.write(
        "joint_dynamic_friction_coeff",
        joint_dynamic_friction_coeff,
        self.joints.select(env_ids, joint_ids, full_data=full_data),
    )


def write_joint_dynamic_friction_coefficient_to_sim_mask(
    self: HasJoints, *, joint_dynamic_friction_coeff: Array | float, joint_mask: Mask = None, env_mask: Mask = None
) -> None:
    """Set the dry friction of moving joints, where masks hold.

    ``joint_dynamic_friction_coeff``: Dry friction in motion [N, N m], at least 0, shape (N, J), float32.
    ``joint_mask`` (J,), ``env_mask`` (N,): None means all.
    See :func:`write_joint_dynamic_friction_coefficient_to_sim_index`.
    """
    self.joints.write(
        "joint_dynamic_friction_coeff", joint_dynamic_friction_coeff, self.joints.select_masked(env_mask, joint_mask)
    )


def write_joint_viscous_friction_coefficient_to_sim_index(
    self: HasJoints,
    *,
    joint_viscous_friction_coeff: Array | float,
    joint_ids: Ids = None,
    env_ids: Ids = None,
    full_data: bool = False,
) -> None:
    """Set the friction that grows with the velocity of joints.

    Args:
        joint_viscous_friction_coeff: Viscous friction [N s/m, N m s/rad], at least 0, shape (n, m), float32.
        joint_ids: The m joints; None means all.
        env_ids: The n instances; None means all.
        full_data: Whether ``joint_viscous_friction_coeff`` covers all instances and joints, of which the ids choose.
    """
    self.joints.write(
        "joint_viscous_friction_coeff",
        joint_viscous_friction_coeff,
        self.joints.select(env_ids, joint_ids, full_data=full_data),
    )


def write_joint_viscous_friction_coefficient_to_sim_mask(
    self: HasJoints, *, joint_viscous_friction_coeff: Array | float, joint_mask: Mask = None, env_mask: Mask = None
) -> None:
    """Set the friction that grows with the velocity of joints, where masks hold.

    ``joint_viscous_friction_coeff``: Viscous friction [N s/m, N m s/rad], at least 0, shape (N, J), float32.
    ``joint_mask`` (J,), ``env_mask`` (N,): None means all.
    See :func:`write_joint_viscous_friction_coefficient_to_sim_index`.
    """
    self.joints.write(
        "joint_viscous_friction_coeff", joint_viscous_friction_coeff, self.joints.select_masked(env_mask, joint_mask)
    )


def write_joint_position_limit_to_sim_index(
    self: HasJoints, *, limits: Array | float, joint_ids: Ids = None, env_ids: Ids = None, full_data: bool = False
) -> None:
    """Set position limits of joints, and soft limits with them.

    Args:
        limits: Lower and upper limits [m, rad], shape (n, m, 2), or (n, m) of wp.vec2f.
        joint_ids: The m joints; None means all.
        env_ids: The n instances; None means all.
        full_data: Whether ``limits`` covers all instances and joints, of which the ids choose.
    """
    self.joints.write("joint_pos_limits", limits, self.joints.select(env_ids, joint_ids, full_data=full_data))


def write_joint_position_limit_to_sim_mask(
    self: HasJoints, *, limits: Array | float, joint_mask: Mask = None, env_mask: Mask = None
) -> None:
    """Set position limits of joints, and soft limits with them, where masks hold.

    ``limits``: Lower and upper limits [m, rad], shape (N, J, 2), or (N, J) of wp.vec2f. ``joint_mask`` (J,),
    ``env_mask`` (N,): None means all.
    See :func:`write_joint_position_limit_to_sim_index`.
    """
    self.joints.write("joint_pos_limits", limits, self.joints.select_masked(env_mask, joint_mask))


def write_joint_velocity_limit_to_sim_index(
    self: HasJoints, *, limits: Array | float, joint_ids: Ids = None, env_ids: Ids = None, full_data: bool = False
) -> None:
    """Set velocity limits of joints, which the engine enforces.

    See :mod:`pippin.physics.backends.joint_limits`.

    Args:
        limits: Velocities [m/s, rad/s], at least 0, shape (n, m), float32.
        joint_ids: The m joints; None means all.
        env_ids: The n instances; None means all.
        full_data: Whether ``limits`` covers all instances and joints, of which the ids choose.
    """
    self.joints.write("joint_vel_limits", limits, self.joints.select(env_ids, joint_ids, full_data=full_data))


def write_joint_velocity_limit_to_sim_mask(
    self: HasJoints, *, limits: Array | float, joint_mask: Mask = None, env_mask: Mask = None
) -> None:
    """Set velocity limits of joints, which the engine enforces, where masks hold.

    ``limits``: Velocities [m/s, rad/s], at least 0, shape (N, J), float32. ``joint_mask`` (J,), ``env_mask`` (N,):
    None means all.
    See :func:`write_joint_velocity_limit_to_sim_index`.
    """
    self.joints.write("joint_vel_limits", limits, self.joints.select_masked(env_mask, joint_mask))


def write_joint_effort_limit_to_sim_index(
    self: HasJoints, *, limits: Array | float, joint_ids: Ids = None, env_ids: Ids = None, full_data: bool = False
) -> None:
    """Set the largest efforts of the engine's drives, to which it clips them.

    Args:
        limits: Efforts [N, N m], at least 0, shape (n, m), float32.
        joint_ids: The m joints; None means all.
        env_ids: The n instances; None means all.
        full_data: Whether ``limits`` covers all instances and joints, of which the ids choose.
    """
    self.joints.write("joint_effort_limits", limits, self.joints.select(env_ids, joint_ids, full_data=full_data))


def write_joint_effort_limit_to_sim_mask(
    self: HasJoints, *, limits: Array | float, joint_mask: Mask = None, env_mask: Mask = None
) -> None:
    """Set the largest efforts of the engine's drives, to which it clips them, where masks hold.

    ``limits``: Efforts [N, N m], at least 0, shape (N, J), float32. ``joint_mask`` (J,), ``env_mask`` (N,): None
    means all.
    See :func:`write_joint_effort_limit_to_sim_index`.
    """
    self.joints.write("joint_effort_limits", limits, self.joints.select_masked(env_mask, joint_mask))
