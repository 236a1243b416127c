"""Properties of tendons."""

from __future__ import annotations

import warp as wp

from pippin.utils import ProxyArray
from pippin.utils.choices import choose

from ..tendon_view import TendonView
from .base import Indices, Values, as_elements
from .joints import JointTensorView

_ANY = -float("inf")
_LOWEST = {"stiffness": 0.0, "damping": 0.0, "limit_stiffness": 0.0, "rest_length": _ANY, "offset": _ANY}


class TendonTensorView(JointTensorView):
    """Properties of T fixed and T spatial tendons of each of N instances; lengths are with the offset."""

    @property
    def max_fixed_tendons(self) -> int:
        """Number of fixed tendons."""
        return self.fixed_tendons.num_tendons

    @property
    def max_spatial_tendons(self) -> int:
        """Number of spatial tendons."""
        return self.spatial_tendons.num_tendons

    def get_fixed_tendon_stiffnesses(self) -> ProxyArray:
        """Stiffness of the springs of fixed tendons [N/m or N m/rad], shape (N, T)."""
        return self._tendon_property(self.fixed_tendons, "stiffness")

    def get_fixed_tendon_dampings(self) -> ProxyArray:
        """Damping of fixed tendons [N s/m or N m s/rad], shape (N, T)."""
        return self._tendon_property(self.fixed_tendons, "damping")

    def get_fixed_tendon_limit_stiffnesses(self) -> ProxyArray:
        """Stiffness at the limits of fixed tendons [N/m or N m/rad], shape (N, T)."""
        return self._tendon_property(self.fixed_tendons, "limit_stiffness")

    def get_fixed_tendon_limits(self) -> ProxyArray:
        """Limits of the length of fixed tendons [m or rad], shape (N, T, 2)."""
        shape = (self.count, self.max_fixed_tendons, 2)
        return self._state(
            "fixed limits", shape, lambda out: self.fixed_tendons.read("limits", as_elements(out, wp.vec2f))
        )

    def get_fixed_tendon_rest_lengths(self) -> ProxyArray:
        """Lengths at which the springs of fixed tendons rest [m or rad], shape (N, T)."""
        return self._tendon_property(self.fixed_tendons, "rest_length")

    def get_fixed_tendon_offsets(self) -> ProxyArray:
        """What is added to the length of fixed tendons [m or rad], shape (N, T)."""
        return self._tendon_property(self.fixed_tendons, "offset")

    def get_spatial_tendon_stiffnesses(self) -> ProxyArray:
        """Stiffness of the springs of spatial tendons [N/m], shape (N, T)."""
        return self._tendon_property(self.spatial_tendons, "stiffness")

    def get_spatial_tendon_dampings(self) -> ProxyArray:
        """Damping of spatial tendons [N s/m], shape (N, T)."""
        return self._tendon_property(self.spatial_tendons, "damping")

    def get_spatial_tendon_limit_stiffnesses(self) -> ProxyArray:
        """Stiffness at the limits of spatial tendons [N/m], shape (N, T)."""
        return self._tendon_property(self.spatial_tendons, "limit_stiffness")

    def get_spatial_tendon_offsets(self) -> ProxyArray:
        """What is added to the length of spatial tendons [m], shape (N, T)."""
        return self._tendon_property(self.spatial_tendons, "offset")

    def set_fixed_tendon_properties(
        self,
        stiffness: Values,
        damping: Values,
        limit_stiffness: Values,
        limit: Values,
        rest_length: Values,
        offset: Values,
        indices: Indices = None,
    ) -> None:
        """Set all properties of fixed tendons, shape (N, T) each and (N, T, 2) of the limits."""
        shape = (self.count, self.max_fixed_tendons)
        scalars = {
            "stiffness": stiffness,
            "damping": damping,
            "limit_stiffness": limit_stiffness,
            "rest_length": rest_length,
            "offset": offset,
        }
        given = {name: self._given(values, name, *shape, lowest=_LOWEST[name]) for name, values in scalars.items()}
        given["limits"] = as_elements(self._given(limit, "limit", *shape, 2), wp.vec2f)
        tendons = self.fixed_tendons
        tendons.write(given, choose(self.count, self._rows(indices)), choose(tendons.num_tendons))
        self._tell("fixed_tendon_pos_limits", *(f"fixed_tendon_{name}" for name in scalars))

    def set_spatial_tendon_properties(
        self, stiffness: Values, damping: Values, limit_stiffness: Values, offset: Values, indices: Indices = None
    ) -> None:
        """Set all properties of spatial tendons, shape (N, T) each."""
        shape = (self.count, self.max_spatial_tendons)
        scalars = {"stiffness": stiffness, "damping": damping, "limit_stiffness": limit_stiffness, "offset": offset}
        given = {name: self._given(values, name, *shape, lowest=_LOWEST[name]) for name, values in scalars.items()}
        tendons = self.spatial_tendons
        tendons.write(given, choose(self.count, self._rows(indices)), choose(tendons.num_tendons))
        self._tell(*(f"spatial_tendon_{name}" for name in scalars))

    def _tendon_property(self, tendons: TendonView, name: str) -> ProxyArray:
        kind = "fixed" if tendons is self.fixed_tendons else "spatial"
        shape = (self.count, tendons.num_tendons)
        return self._state(f"{kind} {name}", shape, lambda out: tendons.read(name, out))
