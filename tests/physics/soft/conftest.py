"""Soft bodies by themselves, without a stage."""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
import numpy as np
import warp as wp

from pippin.physics.launches import Launches
from pippin.physics.soft.worlds import SoftWorlds
from pippin.physics.soft_bodies import SoftBody

EMPTY = '<mujoco><option timestep="{step}"/><worldbody>{world}</worldbody></mujoco>'


@dataclass
class Alone:
    """Soft bodies of one environment, with what stands still around them.

    Attributes:
        worlds: The soft bodies.
        body: The first one.
    """

    worlds: SoftWorlds
    body: SoftBody

    @classmethod
    def make(
        cls,
        *bodies: SoftBody,
        step: float = 1.0 / 240.0,
        gravity: tuple[float, float, float] = (0.0, 0.0, 0.0),
        world: str = "",
        device: str = "cpu",
    ) -> Alone:
        """Soft bodies in front of static geometries in MuJoCo's format."""
        model = mujoco.MjModel.from_xml_string(EMPTY.format(step=step, world=world))
        alone = cls(SoftWorlds(bodies, model, 1, gravity, device), bodies[0])
        alone._poses = wp.zeros((1, 1), dtype=wp.transformf, device=device)
        alone._poses.fill_(wp.transform_identity())
        alone.worlds.begin(alone._poses)
        alone._launches = Launches(lambda: alone.worlds.launch_step(alone._poses, 1), wp.get_device(device))
        return alone

    def step(self, count: int = 1) -> None:
        """Advance; the second step and all later ones are a replayed graph."""
        for _ in range(count):
            self._launches()

    @property
    def positions(self) -> np.ndarray:
        """Positions of the nodes [m], shape (num_nodes, 3): a copy."""
        return self.worlds.positions.numpy()[0].astype(float)

    @property
    def velocities(self) -> np.ndarray:
        """Velocities of the nodes [m/s], shape (num_nodes, 3): a copy."""
        return self.worlds.velocities.numpy()[0].astype(float)

    @property
    def masses(self) -> np.ndarray:
        """Masses of the nodes [kg], shape (num_nodes,): a quarter of each element that a node is part of."""
        masses = np.zeros(len(self.body.mesh.nodes))
        np.add.at(masses, self.body.mesh.elements, self.body.material.density * self.body.mesh.volumes[:, None] / 4.0)
        return masses

    def drive(self, nodes: np.ndarray) -> None:
        """Hold nodes (a mask) where they are."""
        targets = self.worlds.targets.numpy()
        targets[0, nodes, :3] = self.positions[nodes]
        targets[0, nodes, 3] = 0.0
        self.worlds.targets.assign(targets)

    def settle(self, max_steps: int, change: float) -> None:
        """Let the body come to rest, all velocities set to zero whenever the kinetic energy begins to fall.

        Raises:
            AssertionError: Six times later, nodes still move by more than ``change`` [m].
        """
        energy, rests = 0.0, [self.positions]
        for _ in range(max_steps):
            self.step()
            # Without friction, rounding lets a body slide ever faster, by some micrometres a second: that is no swing.
            moving = self.velocities - [1.0, 1.0, 0.0] * self.velocities.mean(axis=0)
            before, energy = energy, float((self.masses * (moving**2).sum(axis=1)).sum())
            if energy < before:
                self.worlds.velocities.zero_()
                energy = 0.0
                rests.append(self.positions)
                if len(rests) > 7 and np.abs(rests[-1] - rests[-7]).max() < change:
                    return
        raise AssertionError(f"The body did not come to rest in {max_steps} steps.")
