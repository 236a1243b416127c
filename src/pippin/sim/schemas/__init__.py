"""Physical properties of prims: configs, and functions that define or modify what the configs describe.

``define_*`` applies a schema to one prim; ``modify_*`` changes all prims at or below a path that have the schema.
"""

from .attributes import applied_schemas
from .bodies import (
    CollisionPropertiesCfg,
    MassPropertiesCfg,
    RigidBodyPropertiesCfg,
    define_collision_properties,
    define_mass_properties,
    define_rigid_body_properties,
    modify_collision_properties,
    modify_mass_properties,
    modify_rigid_body_properties,
)
from .contact_sensors import activate_contact_sensors

__all__ = [
    "CollisionPropertiesCfg",
    "MassPropertiesCfg",
    "RigidBodyPropertiesCfg",
    "activate_contact_sensors",
    "applied_schemas",
    "define_collision_properties",
    "define_mass_properties",
    "define_rigid_body_properties",
    "modify_collision_properties",
    "modify_mass_properties",
    "modify_rigid_body_properties",
]
