"""Net contact forces on bodies, and how long they have been in contact or in the air."""

from .contact_sensor import ContactSensor, ContactSensorCfg
from .data import ContactSensorData

__all__ = ["ContactSensor", "ContactSensorCfg", "ContactSensorData"]
