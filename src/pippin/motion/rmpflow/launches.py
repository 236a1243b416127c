"""What a step launches: one kernel on a CPU, a captured graph on a GPU."""

from __future__ import annotations

from typing import Any

import warp as wp

from pippin.motion.compilation import load_kernel
from pippin.motion.world import CollisionWorld

from .guidance import Guidance
from .policies.kernels import avoid_kernel, joint_motions_kernel, resolve_kernel, step_kernel


class StepLaunches:
    """Launches of steps, recorded once for every length of a step and every world.

    Args:
        parameters: Struct of parameters.
        robot: Struct of the robot.
        body: Struct of what avoids and is avoided.
        targets: Struct of targets.
        motion: Struct of the state, which steps move on.
        guidance: What leads robots that are stuck, if anything does.
        device: Warp device.
        scalar: Type of numbers.
    """

    def __init__(
        self,
        parameters: Any,
        robot: Any,
        body: Any,
        targets: Any,
        motion: Any,
        guidance: Guidance | None,
        device: wp.Device,
        scalar: type,
    ) -> None:
        self._parameters = parameters
        self._robot = robot
        self._body = body
        self._targets = targets
        self._motion = motion
        self._guidance = guidance
        self._device = device
        self._scalar = scalar
        self._all_move = wp.full(motion.q.shape[0], True, dtype=wp.bool, device=device)
        self._key: tuple[int, int, float] | None = None
        self._recorded: Any = None

    def step(self, world: CollisionWorld, num_substeps: int, duration: float) -> None:
        """Move all robots on by several substeps that together last a duration [s]."""
        key = (world.revision, num_substeps, duration)
        if key != self._key:
            record = self._record_for_cpu if self._device.is_cpu else self._record_for_gpu
            self._recorded = record(world, num_substeps, duration / num_substeps)
            self._key = key
        if self._device.is_cpu:
            for launch in self._recorded:
                launch.launch()
        else:
            wp.capture_launch(self._recorded)

    def _record_for_cpu(self, world: CollisionWorld, num_substeps: int, duration: float) -> list[wp.Launch]:
        launches = []
        own_step = step_kernel(self._scalar, self._body.num_coordinates)
        load_kernel(own_step, self._device, "RMPflow")
        moves = [(self._targets, num_substeps, duration, self._all_move, self._motion)]
        if self._guidance is not None:
            load_kernel(self._guidance.kernel, self._device, "the guidance of RMPflow")
            launches.append(wp.launch(**self._guide(world, num_substeps * duration), record_cmd=True))
            moves.append(self._guidance.moves_ahead(self._targets))
        for *inputs, motion in moves:
            launch = wp.launch(
                own_step,
                dim=self._motion.q.shape[0],
                inputs=[self._parameters, self._robot, self._body, world.struct, *inputs],
                outputs=[motion],
                device=self._device,
                record_cmd=True,
            )
            launches.append(launch)
        return launches

    def _record_for_gpu(self, world: CollisionWorld, num_substeps: int, duration: float) -> wp.Graph:
        for kernel, _, _ in self._substep(world, duration):
            kernel.module.load(self._device)  # nothing can be loaded while a graph is captured
        if self._guidance is not None:
            self._guide(world, duration)["kernel"].module.load(self._device)
        with wp.ScopedCapture(self._device) as capture:
            if self._guidance is not None:
                wp.launch(**self._guide(world, num_substeps * duration))
            for _ in range(num_substeps):
                self.launch_substep(world, duration)
        return capture.graph

    def _guide(self, world: CollisionWorld, duration: float) -> dict[str, Any]:
        """Arguments of the launch that guides robots for a step of a duration [s]."""
        assert self._guidance is not None
        return {
            "kernel": self._guidance.kernel,
            "dim": self._motion.q.shape[0],
            "inputs": [
                self._parameters,
                self._robot,
                self._body,
                world.struct,
                self._motion,
                self._guidance.num_slices,
                self._guidance.num_distances,
                duration,
                self._guidance.time_ahead,
                self._guidance.ahead,
            ],
            "outputs": [self._targets, self._guidance.struct],
            "device": self._device,
        }

    def launch_substep(self, world: CollisionWorld, duration: float) -> None:
        """Move all robots on by one substep [s], with a thread for each ball, which gives GPUs enough to do."""
        for kernel, dim, inputs in self._substep(world, duration):
            wp.launch(kernel, dim=dim, inputs=inputs, outputs=[self._motion], device=self._device)

    def _substep(self, world: CollisionWorld, duration: float) -> list[tuple[wp.Kernel, Any, list[Any]]]:
        """Kernels of a substep with their dimensions and inputs."""
        num_envs, scalar = self._motion.q.shape[0], self._scalar
        return [
            (joint_motions_kernel(scalar), num_envs, [self._robot]),
            (
                avoid_kernel(scalar),
                (num_envs, self._body.num_points),
                [self._parameters, self._body, world.struct, duration],
            ),
            (
                resolve_kernel(scalar, self._body.num_coordinates),
                num_envs,
                [self._parameters, self._robot, self._body, world.struct, self._targets, duration],
            ),
        ]
