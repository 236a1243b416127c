"""Properties of what spawners make, as Isaac Lab up to version 2 has them: one config of a family, no fragments.

Robots are released for version 3, with fragments. Programs of version 2 change them by
``cfg.spawn.articulation_props.fix_root_link = True``.
"""

from __future__ import annotations

import dataclasses
from typing import Any

from pippin.sim import SpawnerCfg, schemas
from pippin.sim.schemas.fragments import SchemaFragment

_FAMILIES: dict[str, type] = {
    "articulation_props": schemas.ArticulationRootPropertiesCfg,
    "collision_props": schemas.CollisionPropertiesCfg,
    "fixed_tendons_props": schemas.FixedTendonPropertiesCfg,
    "joint_drive_props": schemas.JointDrivePropertiesCfg,
    "mass_props": schemas.MassPropertiesCfg,
    "rigid_props": schemas.RigidBodyPropertiesCfg,
    "spatial_tendons_props": schemas.SpatialTendonPropertiesCfg,
}


def older_properties(config: Any) -> dict[str, Any]:
    """Properties of a spawner's config in place of its fragments, by field.

    Fragments stay where they say what no property of the family does.

    Args:
        config: Config of version 3; of anything but a spawner nothing is changed.
    """
    if not isinstance(config, SpawnerCfg):
        return {}
    changed = {}
    for name, family in _FAMILIES.items():
        given = vars(config).get(name)
        fragments = given if isinstance(given, (list, tuple)) else [given]
        if given is not None and all(isinstance(fragment, SchemaFragment) for fragment in fragments):
            values = _said_by(fragments)
            if values.keys() <= {field.name for field in dataclasses.fields(family)}:
                changed[name] = family(**values)
    fix_root_link = vars(config).get("fix_root_link")
    articulation = changed.get("articulation_props", vars(config).get("articulation_props"))
    if fix_root_link is not None and isinstance(articulation, schemas.ArticulationRootPropertiesCfg):
        changed["articulation_props"] = articulation.replace(fix_root_link=fix_root_link)
        changed["fix_root_link"] = None
    return changed


def _said_by(fragments: list[SchemaFragment] | tuple[SchemaFragment, ...]) -> dict[str, Any]:
    """What fragments say, by the name of the property; of two the later counts."""
    return {
        field.name: value
        for fragment in fragments
        for field in dataclasses.fields(fragment)
        if field.name != "func" and (value := getattr(fragment, field.name)) is not None
    }
