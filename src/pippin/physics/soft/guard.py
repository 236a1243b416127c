"""What keeps soft bodies finite: a way back for nodes that the solver, or what was written, led astray.

A world with a node whose position or velocity is not finite, or absurd, goes back to its last good state, at rest, and
pushes no rigid body meanwhile: no NaN reaches an observation, a rigid body or a neighbour. The rigid bodies have the
like of it in :mod:`pippin.physics.guard`.
"""

from __future__ import annotations

import numpy as np
import warp as wp

from ..guard import MAX_POSITION, MAX_SPEED

MAX_FREE_SPEED = 1.0e4
"""Speed beyond which a node that nothing drives counts as lost [m/s]: 40 m within an engine step of 1/240 s."""


@wp.kernel(enable_backward=False)
def find_lost_worlds(
    positions: wp.array2d(dtype=wp.vec3f),  # (W, num_nodes)
    velocities: wp.array2d(dtype=wp.vec3f),  # (W, num_nodes)
    mass: wp.array2d(dtype=float),  # (W, num_nodes) 0 for driven nodes
    lost: wp.array(dtype=int),  # (W,) 1 from the first node on that is lost
    bad: wp.array(dtype=int),  # (W,)
    count: wp.array(dtype=int),  # (1,)
):
    """Mark and count the worlds that have a node which is not finite, too far away or too fast."""
    world, node = wp.tid()
    fastest = wp.where(mass[world, node] == 0.0, wp.static(MAX_SPEED), wp.static(MAX_FREE_SPEED))
    # NaN is within no bound.
    if wp.length(positions[world, node]) <= wp.static(MAX_POSITION) and wp.length(velocities[world, node]) <= fastest:
        return
    if wp.atomic_max(lost, world, 1) == 0:
        wp.atomic_add(bad, world, 1)
        wp.atomic_add(count, 0, 1)


@wp.kernel(enable_backward=False)
def keep_or_put_back(
    lost: wp.array(dtype=int),  # (W,)
    good: wp.array2d(dtype=wp.vec3f),  # (W, num_nodes) positions of the last good state
    positions: wp.array2d(dtype=wp.vec3f),  # (W, num_nodes)
    velocities: wp.array2d(dtype=wp.vec3f),  # (W, num_nodes)
    velocities_before: wp.array2d(dtype=wp.vec3f),  # (W, num_nodes) that the solver starts from
    reactions: wp.array2d(dtype=wp.spatial_vectorf),  # (W, nbody)
    frictions: wp.array2d(dtype=wp.spatial_vectorf),  # (W, nbody) that last
):
    """Keep the positions of good worlds; put lost ones back to theirs, at rest and without a push."""
    world, node = wp.tid()
    if lost[world] == 0:
        good[world, node] = positions[world, node]
        return
    positions[world, node] = good[world, node]
    velocities[world, node] = wp.vec3f(0.0)
    velocities_before[world, node] = wp.vec3f(0.0)
    if node == 0:
        for body in range(reactions.shape[1]):
            reactions[world, body] = wp.spatial_vectorf(0.0)
            frictions[world, body] = wp.spatial_vectorf(0.0)


class SoftGuard:
    """Watches the nodes of W worlds.

    Args:
        positions: Positions of the nodes [m], shape (W, num_nodes), wp.vec3f, good as they are.
        velocities: Velocities of the nodes [m/s], shape (W, num_nodes), wp.vec3f.
        velocities_before: Velocities that the solver starts from [m/s], shape (W, num_nodes), wp.vec3f.
        mass: Masses of the nodes [kg], 0 for driven ones, shape (W, num_nodes).
        reactions: Wrenches on the rigid bodies, shape (W, nbody), wp.spatial_vectorf.
        frictions: Parts of them that last, shape (W, nbody), wp.spatial_vectorf.

    Attributes:
        bad: How many steps of each world were lost since it was last cleared, shape (W,), int32.
        count: The same over all worlds and time, shape (1,), int32.
    """

    def __init__(
        self,
        positions: wp.array,
        velocities: wp.array,
        velocities_before: wp.array,
        mass: wp.array,
        reactions: wp.array,
        frictions: wp.array,
    ) -> None:
        self._seen = (positions, velocities, mass)
        self._put_back = (wp.clone(positions), positions, velocities, velocities_before, reactions, frictions)
        self._device = positions.device
        num_worlds = positions.shape[0]
        self._lost = wp.zeros(num_worlds, dtype=int, device=self._device)
        self.bad = wp.zeros(num_worlds, dtype=int, device=self._device)
        self.count = wp.zeros(1, dtype=int, device=self._device)
        self._told = np.zeros(num_worlds, dtype=np.int32)
        self._told_count = 0

    def begin(self) -> None:
        """Launch the check of what a step starts from, after driven nodes were moved."""
        self._lost.zero_()
        self.check()

    def check(self) -> None:
        """Launch the check of what a step led to; worlds that were lost at its beginning stay where they were."""
        wp.launch(
            find_lost_worlds,
            dim=self._seen[0].shape,
            inputs=[*self._seen],
            outputs=[self._lost, self.bad, self.count],
            device=self._device,
        )
        wp.launch(
            keep_or_put_back,
            dim=self._seen[0].shape,
            inputs=[self._lost],
            outputs=[*self._put_back],
            device=self._device,
        )

    def clear(self, worlds: np.ndarray | None = None) -> None:
        """Forget what happened to some worlds (indices or mask), or to all."""
        chosen = slice(None) if worlds is None else worlds
        values = self.bad.numpy()
        values[chosen] = 0
        self.bad.assign(values)
        self._told[chosen] = 0

    def newly_lost(self, count: int) -> np.ndarray:
        """Worlds that were lost since the last call.

        Args:
            count: Value of :attr:`count`, perhaps a step old. Nothing else is read from the device unless it changed.

        Returns:
            Their indices.
        """
        if count == self._told_count:
            return np.zeros(0, dtype=int)
        self._told_count = count
        bad = self.bad.numpy()
        lost = np.flatnonzero(bad > self._told)
        self._told = bad.copy()
        return lost
