"""Names of isaaclab.sensors.contact_sensor."""

from pippin.sensors import ContactSensor, ContactSensorCfg, ContactSensorData

__all__ = ["ContactSensor", "ContactSensorCfg", "ContactSensorData"]
