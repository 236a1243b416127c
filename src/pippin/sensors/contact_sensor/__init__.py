"""Net contact forces on bodies, and how long they have been in contact or in the air."""

from .cfg import ContactSensorCfg
from .contact_sensor import ContactSensor
from .data import ContactSensorData

__all__ = ["ContactSensor", "ContactSensorCfg", "ContactSensorData"]
