"""Functions for physical properties, under Isaac Lab's names."""

from pippin.sim.schemas import (
    activate_contact_sensors,
    define_articulation_root_properties,
    define_collision_properties,
    define_joint_drive_properties,
    define_mass_properties,
    define_mesh_collision_properties,
    define_rigid_body_properties,
    modify_articulation_root_properties,
    modify_collision_properties,
    modify_fixed_tendon_properties,
    modify_joint_drive_properties,
    modify_mass_properties,
    modify_mesh_collision_properties,
    modify_rigid_body_properties,
    modify_spatial_tendon_properties,
)

__all__ = [
    "activate_contact_sensors",
    "define_articulation_root_properties",
    "define_collision_properties",
    "define_joint_drive_properties",
    "define_mass_properties",
    "define_mesh_collision_properties",
    "define_rigid_body_properties",
    "modify_articulation_root_properties",
    "modify_collision_properties",
    "modify_fixed_tendon_properties",
    "modify_joint_drive_properties",
    "modify_mass_properties",
    "modify_mesh_collision_properties",
    "modify_rigid_body_properties",
    "modify_spatial_tendon_properties",
]
