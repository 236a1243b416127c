"""Names of isaaclab.sensors.contact_sensor.contact_sensor_cfg."""

from pippin.sensors import ContactSensorCfg

__all__ = ["ContactSensorCfg"]
