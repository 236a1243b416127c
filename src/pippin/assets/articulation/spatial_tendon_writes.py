"""Setting properties of spatial tendons, which run from link to link."""

from __future__ import annotations

from collections.abc import Sequence

from pippin.quantities.inputs import Array
from pippin.quantities.selection import Ids, Mask

from .tendon_asset import TendonAsset


class SpatialTendonWrites(TendonAsset):
    """Methods that set properties of spatial tendons in the data, and one that hands them to the engine.

    Numbers stand for arrays filled with them. Arguments and errors are those of :mod:`pippin.quantities.inputs` and
    :mod:`pippin.quantities.selection`; ValueError is raised (on a CPU) where a number is not finite, one that should be
    at least 0 is less. A call that is refused changes nothing. What was set takes effect with
    :meth:`write_spatial_tendon_properties_to_sim_index`.
    """

    @property
    def num_spatial_tendons(self) -> int:
        """Number of spatial tendons of an instance, T."""
        return self.root_view.spatial_tendons.num_tendons

    @property
    def spatial_tendon_names(self) -> list[str]:
        """Names of the spatial tendons: those of the root attachments of PhysX's schemas, else the tendons' own."""
        return self.root_view.spatial_tendons.names

    def find_spatial_tendons(
        self, name_keys: str | Sequence[str], tendon_subsets: list[str] | None = None, preserve_order: bool = False
    ) -> tuple[list[int], list[str]]:
        """Spatial tendons whose names match regular expressions as a whole.

        Args:
            name_keys: Regular expression, or several. Each must match at least one name.
            tendon_subsets: Names of the tendons to search; None searches all.
            preserve_order: Whether the result is in the order of the expressions; otherwise in that of the tendons.

        Returns:
            Indices (in the articulation, also with a subset) and names of the tendons.

        Raises:
            ValueError: An expression matches nothing, a tendon is matched by two expressions, or the subset names a
                tendon that does not exist.
        """
        return self._find_tendons(self.spatial_tendon_names, name_keys, tendon_subsets, preserve_order)

    def set_spatial_tendon_stiffness_index(
        self, *, stiffness: Array | float, spatial_tendon_ids: Ids = None, env_ids: Ids = None, full_data: bool = False
    ) -> None:
        """Set stiffness of the springs.

        Args:
            stiffness: Stiffness [N/m], at least 0, shape (n, m), float32.
            spatial_tendon_ids: The m tendons; None means all.
            env_ids: The n instances; None means all.
            full_data: Whether ``stiffness`` covers all instances and tendons, of which the ids choose.
        """
        selection = self._select_tendons("spatial", env_ids, spatial_tendon_ids, full_data)
        self._set_tendons("spatial_tendon_stiffness", "stiffness", stiffness, selection)

    def set_spatial_tendon_stiffness_mask(
        self, *, stiffness: Array | float, spatial_tendon_mask: Mask = None, env_mask: Mask = None
    ) -> None:
        """Set stiffness of the springs where masks hold.

        Args:
            stiffness: Stiffness [N/m], at least 0, shape (N, T), float32.
            spatial_tendon_mask: Mask of the tendons, shape (T,); None means all.
            env_mask: Mask of the instances, shape (N,); None means all.
        """
        selection = self._mask_tendons("spatial", env_mask, spatial_tendon_mask)
        self._set_tendons("spatial_tendon_stiffness", "stiffness", stiffness, selection)

    def set_spatial_tendon_damping_index(
        self, *, damping: Array | float, spatial_tendon_ids: Ids = None, env_ids: Ids = None, full_data: bool = False
    ) -> None:
        """Set damping.

        Args:
            damping: Damping [N s/m], at least 0, shape (n, m), float32.
            spatial_tendon_ids: The m tendons; None means all.
            env_ids: The n instances; None means all.
            full_data: Whether ``damping`` covers all instances and tendons, of which the ids choose.
        """
        selection = self._select_tendons("spatial", env_ids, spatial_tendon_ids, full_data)
        self._set_tendons("spatial_tendon_damping", "damping", damping, selection)

    def set_spatial_tendon_damping_mask(
        self, *, damping: Array | float, spatial_tendon_mask: Mask = None, env_mask: Mask = None
    ) -> None:
        """Set damping where masks hold.

        Args:
            damping: Damping [N s/m], at least 0, shape (N, T), float32.
            spatial_tendon_mask: Mask of the tendons, shape (T,); None means all.
            env_mask: Mask of the instances, shape (N,); None means all.
        """
        selection = self._mask_tendons("spatial", env_mask, spatial_tendon_mask)
        self._set_tendons("spatial_tendon_damping", "damping", damping, selection)

    def set_spatial_tendon_limit_stiffness_index(
        self,
        *,
        limit_stiffness: Array | float,
        spatial_tendon_ids: Ids = None,
        env_ids: Ids = None,
        full_data: bool = False,
    ) -> None:
        """Set stiffness at the limits.

        Args:
            limit_stiffness: Stiffness [N/m], at least 0; 0 switches the limits off, shape (n, m), float32.
            spatial_tendon_ids: The m tendons; None means all.
            env_ids: The n instances; None means all.
            full_data: Whether ``limit_stiffness`` covers all instances and tendons, of which the ids choose.
        """
        selection = self._select_tendons("spatial", env_ids, spatial_tendon_ids, full_data)
        self._set_tendons("spatial_tendon_limit_stiffness", "limit_stiffness", limit_stiffness, selection)

    def set_spatial_tendon_limit_stiffness_mask(
        self, *, limit_stiffness: Array | float, spatial_tendon_mask: Mask = None, env_mask: Mask = None
    ) -> None:
        """Set stiffness at the limits where masks hold.

        Args:
            limit_stiffness: Stiffness [N/m], at least 0; 0 switches the limits off, shape (N, T), float32.
            spatial_tendon_mask: Mask of the tendons, shape (T,); None means all.
            env_mask: Mask of the instances, shape (N,); None means all.
        """
        selection = self._mask_tendons("spatial", env_mask, spatial_tendon_mask)
        self._set_tendons("spatial_tendon_limit_stiffness", "limit_stiffness", limit_stiffness, selection)

    def set_spatial_tendon_offset_index(
        self, *, offset: Array | float, spatial_tendon_ids: Ids = None, env_ids: Ids = None, full_data: bool = False
    ) -> None:
        """Set what is added to the length.

        Args:
            offset: Offsets [m], shape (n, m), float32.
            spatial_tendon_ids: The m tendons; None means all.
            env_ids: The n instances; None means all.
            full_data: Whether ``offset`` covers all instances and tendons, of which the ids choose.
        """
        selection = self._select_tendons("spatial", env_ids, spatial_tendon_ids, full_data)
        self._set_tendons("spatial_tendon_offset", "offset", offset, selection)

    def set_spatial_tendon_offset_mask(
        self, *, offset: Array | float, spatial_tendon_mask: Mask = None, env_mask: Mask = None
    ) -> None:
        """Set what is added to the length where masks hold.

        Args:
            offset: Offsets [m], shape (N, T), float32.
            spatial_tendon_mask: Mask of the tendons, shape (T,); None means all.
            env_mask: Mask of the instances, shape (N,); None means all.
        """
        selection = self._mask_tendons("spatial", env_mask, spatial_tendon_mask)
        self._set_tendons("spatial_tendon_offset", "offset", offset, selection)

    def write_spatial_tendon_properties_to_sim_index(self, *, env_ids: Ids = None) -> None:
        """Hand the engine what was set, all properties of all spatial tendons.

        Args:
            env_ids: The instances; None means all.
        """
        self._write_tendons("spatial", self._select_tendons("spatial", env_ids, None, True))

    def write_spatial_tendon_properties_to_sim_mask(
        self, *, spatial_tendon_mask: Mask = None, env_mask: Mask = None
    ) -> None:
        """Hand the engine what was set, all properties of the spatial tendons where masks hold.

        Args:
            spatial_tendon_mask: Mask of the tendons, shape (T,); None means all.
            env_mask: Mask of the instances, shape (N,); None means all.
        """
        self._write_tendons("spatial", self._mask_tendons("spatial", env_mask, spatial_tendon_mask))
