"""Position targets that move with their velocity targets, and are reached at the end of a step, as PhysX's are.

Programs that follow a motion give drives, once a step, the position and the velocity that it has at the end of the
step. Within the step the engine takes several of its own. A position target that is held meanwhile pulls the joint
ahead of the motion and then stops it: a critically damped drive of ``w`` rad/s that is asked to go on as it does has
``exp(-wT) (1 + wT + (wT)^2)`` of its velocity after a step ``T``, up to 1.1 of it. What computes its targets from
that velocity, as RMPflow may, adds 10 % to it 60 times a second, and runs away.

PhysX's solver (TGS; ``computeImplicitDriveParamsForceDrive`` in its public source) lets the target of the position
move with that of the velocity. So do these: at the beginning of an engine step that is ``r`` steps ``h`` before the
end, the target is ``q_target - r h qd_target``. A joint on its way then feels no force, whatever its gains are. Drives
whose stiffness :mod:`.stiff_drives` makes implicit by a damping of their own have that relative to the target, too.
Where the target of the velocity is 0, nothing changes.
"""

from __future__ import annotations

import warp as wp

from .stiff_drives import SoftenedDrives


@wp.kernel(enable_backward=False)
def move_targets(
    time_left: float,  # from the beginning of the engine step to the end of the step
    velocities: wp.array2d(dtype=float),  # (W, nu) targets, 0 where a drive has no stiffness
    bias: wp.array3d(dtype=float),  # (W or 1, nu, 10) as users set it
    soft_bias: wp.array3d(dtype=float),  # (W or 1, nu, 10) as the engine has it
    soft_gains: wp.array3d(dtype=float),  # (W or 1, nu, 10) of the same form, which inputs are multiplied with
    ends: wp.array2d(dtype=float),  # (W, nu) inputs for the targets at the end of the step
    ctrl_out: wp.array2d(dtype=float),  # (W, nu)
):
    """Write the inputs of actuators for the targets as they are in an engine step."""
    world, actuator = wp.tid()
    value = ends[world, actuator]
    velocity = velocities[world, actuator]
    if velocity != 0.0:
        row, soft_row = world % bias.shape[0], world % soft_bias.shape[0]
        damping = -bias[row, actuator, 2]
        whole_damping = -soft_bias[soft_row, actuator, 2] / soft_gains[soft_row, actuator, 0]
        value += (whole_damping - damping + time_left * bias[row, actuator, 1]) * velocity
    ctrl_out[world, actuator] = value


class MovingTargets:
    """Inputs of actuators whose position targets move within a step.

    Args:
        shape: Number of worlds and of actuators.
        step: Length of an engine step [s].
        substeps: Engine steps within a step.
        device: Warp device.

    Attributes:
        velocities: Velocity targets of drives with a stiffness [rad/s, m/s], 0 elsewhere, shape (W, nu), float32.
    """

    def __init__(self, shape: tuple[int, int], step: float, substeps: int, device: str) -> None:
        self.velocities = wp.zeros(shape, dtype=float, device=device)
        self._ends = wp.zeros(shape, dtype=float, device=device)
        self._times_left = [step * (substeps - substep) for substep in range(substeps)]

    def begin(self, ctrl: wp.array) -> None:
        """Remember the inputs at the beginning of a step, which are those for the targets at its end."""
        wp.copy(self._ends, ctrl)

    def launch(self, substep: int, bias: wp.array, drives: SoftenedDrives, ctrl: wp.array) -> None:
        """Write the inputs for an engine step.

        Args:
            substep: Which of the step's.
            bias: ``actuator_biasprm`` as users set it, shape (W or 1, nu, 10).
            drives: Gains as the engine has them.
            ctrl: Inputs, shape (W, nu), which are written.
        """
        wp.launch(
            move_targets,
            dim=ctrl.shape,
            inputs=[self._times_left[substep], self.velocities, bias, drives.bias, drives.gains, self._ends],
            outputs=[ctrl],
            device=ctrl.device,
        )

    def end(self, ctrl: wp.array) -> None:
        """Give back the inputs that there were before the step."""
        wp.copy(ctrl, self._ends)
