"""A sensor of what touches a body."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from pippin.physics.scene.scene import PhysicsScene

from .bodies import bodies_of
from .contacts import Contact, contacts_with
from .sensor import Sensor


class ContactSensor(Sensor):
    """Measures the contact force on the body that it is on, or on the part of it within a radius.

    The force is that of the state as it is, with which the next step begins.

    Args:
        prim_path: Path of the sensor, a body or below one; it is made if there is none.
        name: Name of the object.
        frequency: Measurements a second at most [1/s]; None for one whenever time has passed.
        dt: The same as a period [s].
        translation: Position in the frame of the parent [m], shape (3,); None leaves it.
        position: Position in the world [m], shape (3,), in its place.
        min_threshold: Force from which on the body counts as touched [N]; None for any.
        max_threshold: Largest force that is told [N]; None for any.
        radius: Distance from the sensor within which contacts count [m]; None or less than 0 for the whole body.

    Raises:
        ValueError: A value has another shape or is not positive, or both a frequency and a period are given.
    """

    def __init__(
        self,
        prim_path: str,
        name: str = "contact_sensor",
        frequency: float | None = None,
        dt: float | None = None,
        translation: ArrayLike | None = None,
        position: ArrayLike | None = None,
        min_threshold: float | None = None,
        max_threshold: float | None = None,
        radius: float | None = None,
    ) -> None:
        super().__init__(prim_path, name, frequency, dt, translation, position)
        self._with_contacts = False
        self.set_min_threshold(0.0 if min_threshold is None else min_threshold)
        self.set_max_threshold(float("inf") if max_threshold is None else max_threshold)
        self.set_radius(-1.0 if radius is None else radius)

    def get_current_frame(self) -> dict[str, Any]:
        """What was measured last; empty before the simulation plays.

        Returns:
            ``time`` [s], ``physics_step``, ``in_contact``, ``force`` [N], the size of the sum of the forces, and
            ``number_of_contacts``; and, after :meth:`add_raw_contact_data_to_frame`, ``contacts``: a list of
            dictionaries with ``body0``, the sensor's, and ``body1``, paths; ``position`` [m], ``normal``, which points
            to the sensor's body, and ``impulse`` in a physics step [N s], shape (3,) each, in the world.
        """
        return super().get_current_frame()

    def add_raw_contact_data_to_frame(self) -> None:
        """Tell the single contacts from the next measurement on."""
        self._with_contacts = True
        self._frame = {}

    def remove_raw_contact_data_from_frame(self) -> None:
        """Tell the single contacts no more."""
        self._with_contacts = False
        self._frame = {}

    def get_min_threshold(self) -> float:
        """Force from which on the body counts as touched [N]."""
        return self._min_threshold

    def set_min_threshold(self, min_threshold: float) -> None:
        """Set the force from which on the body counts as touched [N]."""
        self._min_threshold = float(min_threshold)

    def get_max_threshold(self) -> float:
        """Largest force that is told [N]."""
        return self._max_threshold

    def set_max_threshold(self, max_threshold: float) -> None:
        """Set the largest force that is told [N]."""
        self._max_threshold = float(max_threshold)

    def get_radius(self) -> float:
        """Distance from the sensor within which contacts count [m]; less than 0 for the whole body."""
        return self._radius

    def set_radius(self, radius: float) -> None:
        """Set the distance from the sensor within which contacts count [m]; less than 0 for the whole body."""
        self._radius = float(radius)

    def _measure(self, scene: PhysicsScene) -> dict[str, Any]:
        contacts = self._contacts(scene)
        force = float(np.linalg.norm(sum((contact.force for contact in contacts), np.zeros(3))))
        in_contact = bool(contacts) and force >= self._min_threshold
        frame: dict[str, Any] = {
            "in_contact": in_contact,
            "force": min(force, self._max_threshold) if in_contact else 0.0,
            "number_of_contacts": len(contacts),
        }
        if self._with_contacts:
            frame["contacts"] = [
                {
                    "body0": contact.sides[0].body,
                    "body1": contact.sides[1].body,
                    "position": contact.position,
                    "normal": contact.normal,
                    "impulse": contact.force * scene.dt,
                }
                for contact in contacts
            ]
        return frame

    def _contacts(self, scene: PhysicsScene) -> list[Contact]:
        bodies = bodies_of(scene)
        path = self.prim_path
        while path not in bodies:
            path = path.rpartition("/")[0]
            if not path:
                raise RuntimeError(
                    f"The ContactSensor at '{self.prim_path}' is no rigid body nor below one: name a link of an "
                    "articulation or a rigid object, and call reset() of the world."
                )
        contacts = contacts_with(path, scene)
        if self._radius < 0.0:
            return contacts
        centre = self.get_world_pose()[0]
        return [contact for contact in contacts if np.linalg.norm(contact.position - centre) <= self._radius]
