"""Names of isaaclab.sensors.contact_sensor.contact_sensor_data."""

from pippin.sensors import ContactSensorData

__all__ = ["ContactSensorData"]
