"""Setting properties of fixed tendons, which couple joints."""

from __future__ import annotations

from collections.abc import Sequence

from pippin.quantities.inputs import Array
from pippin.quantities.selection import Ids, Mask

from .tendon_asset import TendonAsset


class FixedTendonWrites(TendonAsset):
    """Methods that set properties of fixed tendons in the data, and one that hands them to the engine.

    Numbers stand for arrays filled with them. Arguments and errors are those of :mod:`pippin.quantities.inputs` and
    :mod:`pippin.quantities.selection`; ValueError is raised (on a CPU) where a number is not finite, one that should be
    at least 0 is less, or limits are in the wrong order. A call that is refused changes nothing. What was set takes
    effect with :meth:`write_fixed_tendon_properties_to_sim_index`.
    """

    @property
    def num_fixed_tendons(self) -> int:
        """Number of fixed tendons of an instance, T."""
        return self.root_view.fixed_tendons.num_tendons

    @property
    def fixed_tendon_names(self) -> list[str]:
        """Names of the fixed tendons: those of the root joints of PhysX's schemas, else the tendons' own."""
        return self.root_view.fixed_tendons.names

    def find_fixed_tendons(
        self, name_keys: str | Sequence[str], tendon_subsets: list[str] | None = None, preserve_order: bool = False
    ) -> tuple[list[int], list[str]]:
        """Fixed tendons whose names match regular expressions as a whole.

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
        return self._find_tendons(self.fixed_tendon_names, name_keys, tendon_subsets, preserve_order)

    def set_fixed_tendon_stiffness_index(
        self, *, stiffness: Array | float, fixed_tendon_ids: Ids = None, env_ids: Ids = None, full_data: bool = False
    ) -> None:
        """Set stiffness of the springs.

        Args:
            stiffness: Stiffness [N/m or N m/rad], at least 0, shape (n, m), float32.
            fixed_tendon_ids: The m tendons; None means all.
            env_ids: The n instances; None means all.
            full_data: Whether ``stiffness`` covers all instances and tendons, of which the ids choose.
        """
        selection = self._select_tendons("fixed", env_ids, fixed_tendon_ids, full_data)
        self._set_tendons("fixed_tendon_stiffness", "stiffness", stiffness, selection)

    def set_fixed_tendon_stiffness_mask(
        self, *, stiffness: Array | float, fixed_tendon_mask: Mask = None, env_mask: Mask = None
    ) -> None:
        """Set stiffness of the springs where masks hold.

        Args:
            stiffness: Stiffness [N/m or N m/rad], at least 0, shape (N, T), float32.
            fixed_tendon_mask: Mask of the tendons, shape (T,); None means all.
            env_mask: Mask of the instances, shape (N,); None means all.
        """
        selection = self._mask_tendons("fixed", env_mask, fixed_tendon_mask)
        self._set_tendons("fixed_tendon_stiffness", "stiffness", stiffness, selection)

    def set_fixed_tendon_damping_index(
        self, *, damping: Array | float, fixed_tendon_ids: Ids = None, env_ids: Ids = None, full_data: bool = False
    ) -> None:
        """Set damping.

        Args:
            damping: Damping [N s/m or N m s/rad], at least 0, shape (n, m), float32.
            fixed_tendon_ids: The m tendons; None means all.
            env_ids: The n instances; None means all.
            full_data: Whether ``damping`` covers all instances and tendons, of which the ids choose.
        """
        selection = self._select_tendons("fixed", env_ids, fixed_tendon_ids, full_data)
        self._set_tendons("fixed_tendon_damping", "damping", damping, selection)

    def set_fixed_tendon_damping_mask(
        self, *, damping: Array | float, fixed_tendon_mask: Mask = None, env_mask: Mask = None
    ) -> None:
        """Set damping where masks hold.

        Args:
            damping: Damping [N s/m or N m s/rad], at least 0, shape (N, T), float32.
            fixed_tendon_mask: Mask of the tendons, shape (T,); None means all.
            env_mask: Mask of the instances, shape (N,); None means all.
        """
        selection = self._mask_tendons("fixed", env_mask, fixed_tendon_mask)
        self._set_tendons("fixed_tendon_damping", "damping", damping, selection)

    def set_fixed_tendon_limit_stiffness_index(
        self,
        *,
        limit_stiffness: Array | float,
        fixed_tendon_ids: Ids = None,
        env_ids: Ids = None,
        full_data: bool = False,
    ) -> None:
        """Set stiffness at the limits.

        Args:
            limit_stiffness: Stiffness [N/m or N m/rad], at least 0; 0 switches the limits off, shape (n, m), float32.
            fixed_tendon_ids: The m tendons; None means all.
            env_ids: The n instances; None means all.
            full_data: Whether ``limit_stiffness`` covers all instances and tendons, of which the ids choose.
        """
        selection = self._select_tendons("fixed", env_ids, fixed_tendon_ids, full_data)
        self._set_tendons("fixed_tendon_limit_stiffness", "limit_stiffness", limit_stiffness, selection)

    def set_fixed_tendon_limit_stiffness_mask(
        self, *, limit_stiffness: Array | float, fixed_tendon_mask: Mask = None, env_mask: Mask = None
    ) -> None:
        """Set stiffness at the limits where masks hold.

        Args:
            limit_stiffness: Stiffness [N/m or N m/rad], at least 0; 0 switches the limits off, shape (N, T), float32.
            fixed_tendon_mask: Mask of the tendons, shape (T,); None means all.
            env_mask: Mask of the instances, shape (N,); None means all.
        """
        selection = self._mask_tendons("fixed", env_mask, fixed_tendon_mask)
        self._set_tendons("fixed_tendon_limit_stiffness", "limit_stiffness", limit_stiffness, selection)

    def set_fixed_tendon_position_limit_index(
        self, *, limit: Array | float, fixed_tendon_ids: Ids = None, env_ids: Ids = None, full_data: bool = False
    ) -> None:
        """Set limits of the length.

        Args:
            limit: Lower and upper limits, with the offset [m or rad], shape (n, m, 2), or (n, m) of wp.vec2f.
            fixed_tendon_ids: The m tendons; None means all.
            env_ids: The n instances; None means all.
            full_data: Whether ``limit`` covers all instances and tendons, of which the ids choose.
        """
        selection = self._select_tendons("fixed", env_ids, fixed_tendon_ids, full_data)
        self._set_tendons("fixed_tendon_pos_limits", "limit", limit, selection)

    def set_fixed_tendon_position_limit_mask(
        self, *, limit: Array | float, fixed_tendon_mask: Mask = None, env_mask: Mask = None
    ) -> None:
        """Set limits of the length where masks hold.

        Args:
            limit: Lower and upper limits, with the offset [m or rad], shape (N, T, 2), or (N, T) of wp.vec2f.
            fixed_tendon_mask: Mask of the tendons, shape (T,); None means all.
            env_mask: Mask of the instances, shape (N,); None means all.
        """
        selection = self._mask_tendons("fixed", env_mask, fixed_tendon_mask)
        self._set_tendons("fixed_tendon_pos_limits", "limit", limit, selection)

    def set_fixed_tendon_rest_length_index(
        self, *, rest_length: Array | float, fixed_tendon_ids: Ids = None, env_ids: Ids = None, full_data: bool = False
    ) -> None:
        """Set lengths at which the springs rest.

        Args:
            rest_length: Lengths with the offset [m or rad], shape (n, m), float32.
            fixed_tendon_ids: The m tendons; None means all.
            env_ids: The n instances; None means all.
            full_data: Whether ``rest_length`` covers all instances and tendons, of which the ids choose.
        """
        selection = self._select_tendons("fixed", env_ids, fixed_tendon_ids, full_data)
        self._set_tendons("fixed_tendon_rest_length", "rest_length", rest_length, selection)

    def set_fixed_tendon_rest_length_mask(
        self, *, rest_length: Array | float, fixed_tendon_mask: Mask = None, env_mask: Mask = None
    ) -> None:
        """Set lengths at which the springs rest where masks hold.

        Args:
            rest_length: Lengths with the offset [m or rad], shape (N, T), float32.
            fixed_tendon_mask: Mask of the tendons, shape (T,); None means all.
            env_mask: Mask of the instances, shape (N,); None means all.
        """
        selection = self._mask_tendons("fixed", env_mask, fixed_tendon_mask)
        self._set_tendons("fixed_tendon_rest_length", "rest_length", rest_length, selection)

    def set_fixed_tendon_offset_index(
        self, *, offset: Array | float, fixed_tendon_ids: Ids = None, env_ids: Ids = None, full_data: bool = False
    ) -> None:
        """Set what is added to the length.

        Args:
            offset: Offsets [m or rad], shape (n, m), float32.
            fixed_tendon_ids: The m tendons; None means all.
            env_ids: The n instances; None means all.
            full_data: Whether ``offset`` covers all instances and tendons, of which the ids choose.
        """
        selection = self._select_tendons("fixed", env_ids, fixed_tendon_ids, full_data)
        self._set_tendons("fixed_tendon_offset", "offset", offset, selection)

    def set_fixed_tendon_offset_mask(
        self, *, offset: Array | float, fixed_tendon_mask: Mask = None, env_mask: Mask = None
    ) -> None:
        """Set what is added to the length where masks hold.

        Args:
            offset: Offsets [m or rad], shape (N, T), float32.
            fixed_tendon_mask: Mask of the tendons, shape (T,); None means all.
            env_mask: Mask of the instances, shape (N,); None means all.
        """
        selection = self._mask_tendons("fixed", env_mask, fixed_tendon_mask)
        self._set_tendons("fixed_tendon_offset", "offset", offset, selection)

    def write_fixed_tendon_properties_to_sim_index(self, *, env_ids: Ids = None) -> None:
        """Hand the engine what was set, all properties of all fixed tendons.

        Args:
            env_ids: The instances; None means all.
        """
        self._write_tendons("fixed", self._select_tendons("fixed", env_ids, None, True))

    def write_fixed_tendon_properties_to_sim_mask(self, *, env_mask: Mask = None) -> None:
        """Hand the engine what was set, all properties of all fixed tendons, where a mask holds.

        Args:
            env_mask: Mask of the instances, shape (N,); None means all.
        """
        self._write_tendons("fixed", self._mask_tendons("fixed", env_mask, None))
