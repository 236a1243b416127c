"""Names of isaaclab.sensors.contact_sensor.contact_sensor."""

from pippin.sensors import ContactSensor

__all__ = ["ContactSensor"]
