"""Older names of the methods that set properties of tendons."""

from __future__ import annotations

from pippin.quantities.inputs import Array
from pippin.quantities.selection import Ids
from pippin.utils.deprecation import warn_renamed

from .fixed_tendon_writes import FixedTendonWrites
from .spatial_tendon_writes import SpatialTendonWrites


class DeprecatedTendonWrites(FixedTendonWrites, SpatialTendonWrites):
    """Methods that do what those with names in ``_index`` do, with a DeprecationWarning."""

    def set_fixed_tendon_stiffness(
        self, stiffness: Array | float, fixed_tendon_ids: Ids = None, env_ids: Ids = None
    ) -> None:
        """Deprecated: :meth:`set_fixed_tendon_stiffness_index`."""
        warn_renamed("set_fixed_tendon_stiffness", "set_fixed_tendon_stiffness_index")
        self.set_fixed_tendon_stiffness_index(stiffness=stiffness, fixed_tendon_ids=fixed_tendon_ids, env_ids=env_ids)

    def set_fixed_tendon_damping(
        self, damping: Array | float, fixed_tendon_ids: Ids = None, env_ids: Ids = None
    ) -> None:
        """Deprecated: :meth:`set_fixed_tendon_damping_index`."""
        warn_renamed("set_fixed_tendon_damping", "set_fixed_tendon_damping_index")
        self.set_fixed_tendon_damping_index(damping=damping, fixed_tendon_ids=fixed_tendon_ids, env_ids=env_ids)

    def set_fixed_tendon_limit_stiffness(
        self, limit_stiffness: Array | float, fixed_tendon_ids: Ids = None, env_ids: Ids = None
    ) -> None:
        """Deprecated: :meth:`set_fixed_tendon_limit_stiffness_index`."""
        warn_renamed("set_fixed_tendon_limit_stiffness", "set_fixed_tendon_limit_stiffness_index")
        self.set_fixed_tendon_limit_stiffness_index(
            limit_stiffness=limit_stiffness, fixed_tendon_ids=fixed_tendon_ids, env_ids=env_ids
        )

    def set_fixed_tendon_position_limit(
        self, limit: Array | float, fixed_tendon_ids: Ids = None, env_ids: Ids = None
    ) -> None:
        """Deprecated: :meth:`set_fixed_tendon_position_limit_index`."""
        warn_renamed("set_fixed_tendon_position_limit", "set_fixed_tendon_position_limit_index")
        self.set_fixed_tendon_position_limit_index(limit=limit, fixed_tendon_ids=fixed_tendon_ids, env_ids=env_ids)

    def set_fixed_tendon_limit(self, limit: Array | float, fixed_tendon_ids: Ids = None, env_ids: Ids = None) -> None:
        """Deprecated: :meth:`set_fixed_tendon_position_limit_index`."""
        warn_renamed("set_fixed_tendon_limit", "set_fixed_tendon_position_limit_index")
        self.set_fixed_tendon_position_limit_index(limit=limit, fixed_tendon_ids=fixed_tendon_ids, env_ids=env_ids)

    def set_fixed_tendon_rest_length(
        self, rest_length: Array | float, fixed_tendon_ids: Ids = None, env_ids: Ids = None
    ) -> None:
        """Deprecated: :meth:`set_fixed_tendon_rest_length_index`."""
        warn_renamed("set_fixed_tendon_rest_length", "set_fixed_tendon_rest_length_index")
        self.set_fixed_tendon_rest_length_index(
            rest_length=rest_length, fixed_tendon_ids=fixed_tendon_ids, env_ids=env_ids
        )

    def set_fixed_tendon_offset(self, offset: Array | float, fixed_tendon_ids: Ids = None, env_ids: Ids = None) -> None:
        """Deprecated: :meth:`set_fixed_tendon_offset_index`."""
        warn_renamed("set_fixed_tendon_offset", "set_fixed_tendon_offset_index")
        self.set_fixed_tendon_offset_index(offset=offset, fixed_tendon_ids=fixed_tendon_ids, env_ids=env_ids)

    def write_fixed_tendon_properties_to_sim(self, fixed_tendon_ids: Ids = None, env_ids: Ids = None) -> None:
        """Deprecated: :meth:`write_fixed_tendon_properties_to_sim_index`."""
        warn_renamed("write_fixed_tendon_properties_to_sim", "write_fixed_tendon_properties_to_sim_index")
        self._write_tendons("fixed", self._select_tendons("fixed", env_ids, fixed_tendon_ids, True))

    def set_spatial_tendon_stiffness(
        self, stiffness: Array | float, spatial_tendon_ids: Ids = None, env_ids: Ids = None
    ) -> None:
        """Deprecated: :meth:`set_spatial_tendon_stiffness_index`."""
        warn_renamed("set_spatial_tendon_stiffness", "set_spatial_tendon_stiffness_index")
        self.set_spatial_tendon_stiffness_index(
            stiffness=stiffness, spatial_tendon_ids=spatial_tendon_ids, env_ids=env_ids
        )

    def set_spatial_tendon_damping(
        self, damping: Array | float, spatial_tendon_ids: Ids = None, env_ids: Ids = None
    ) -> None:
        """Deprecated: :meth:`set_spatial_tendon_damping_index`."""
        warn_renamed("set_spatial_tendon_damping", "set_spatial_tendon_damping_index")
        self.set_spatial_tendon_damping_index(damping=damping, spatial_tendon_ids=spatial_tendon_ids, env_ids=env_ids)

    def set_spatial_tendon_limit_stiffness(
        self, limit_stiffness: Array | float, spatial_tendon_ids: Ids = None, env_ids: Ids = None
    ) -> None:
        """Deprecated: :meth:`set_spatial_tendon_limit_stiffness_index`."""
        warn_renamed("set_spatial_tendon_limit_stiffness", "set_spatial_tendon_limit_stiffness_index")
        self.set_spatial_tendon_limit_stiffness_index(
            limit_stiffness=limit_stiffness, spatial_tendon_ids=spatial_tendon_ids, env_ids=env_ids
        )

    def set_spatial_tendon_offset(
        self, offset: Array | float, spatial_tendon_ids: Ids = None, env_ids: Ids = None
    ) -> None:
        """Deprecated: :meth:`set_spatial_tendon_offset_index`."""
        warn_renamed("set_spatial_tendon_offset", "set_spatial_tendon_offset_index")
        self.set_spatial_tendon_offset_index(offset=offset, spatial_tendon_ids=spatial_tendon_ids, env_ids=env_ids)

    def write_spatial_tendon_properties_to_sim(self, spatial_tendon_ids: Ids = None, env_ids: Ids = None) -> None:
        """Deprecated: :meth:`write_spatial_tendon_properties_to_sim_index`."""
        warn_renamed("write_spatial_tendon_properties_to_sim", "write_spatial_tendon_properties_to_sim_index")
        self._write_tendons("spatial", self._select_tendons("spatial", env_ids, spatial_tendon_ids, True))
