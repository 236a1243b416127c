"""Properties of the tendons of articulations."""

from __future__ import annotations

import warp as wp

from pippin.quantities.properties import Shorthand, loaded

from ..body_data import BodyData


class TendonData(BodyData):
    """Properties of fixed and spatial tendons, T of a kind, as they were set.

    The engine has them once :meth:`Articulation.write_fixed_tendon_properties_to_sim_index`, or its like for spatial
    tendons, was called.
    """

    fixed_tendon_names: list[str]
    """Names of the fixed tendons, in the order of the arrays."""

    spatial_tendon_names: list[str]
    """Names of the spatial tendons, in the order of the arrays."""

    @loaded(wp.float32, "fixed_tendons")
    def fixed_tendon_stiffness(self, out: wp.array) -> None:
        """Stiffness of the springs of fixed tendons [N/m or N m/rad], shape (N, T), float32."""
        self.root_view.fixed_tendons.read("stiffness", out)

    @loaded(wp.float32, "fixed_tendons")
    def fixed_tendon_damping(self, out: wp.array) -> None:
        """Damping of fixed tendons [N s/m or N m s/rad], shape (N, T), float32."""
        self.root_view.fixed_tendons.read("damping", out)

    @loaded(wp.float32, "fixed_tendons")
    def fixed_tendon_limit_stiffness(self, out: wp.array) -> None:
        """Stiffness at the limits of fixed tendons [N/m or N m/rad], shape (N, T), float32."""
        self.root_view.fixed_tendons.read("limit_stiffness", out)

    @loaded(wp.float32, "fixed_tendons")
    def fixed_tendon_rest_length(self, out: wp.array) -> None:
        """Lengths, with the offset, at which the springs of fixed tendons rest [m or rad], shape (N, T), float32."""
        self.root_view.fixed_tendons.read("rest_length", out)

    @loaded(wp.float32, "fixed_tendons")
    def fixed_tendon_offset(self, out: wp.array) -> None:
        """What is added to the length of fixed tendons [m or rad], shape (N, T), float32."""
        self.root_view.fixed_tendons.read("offset", out)

    @loaded(wp.vec2f, "fixed_tendons")
    def fixed_tendon_pos_limits(self, out: wp.array) -> None:
        """Lower and upper limits of the length of fixed tendons, with the offset [m or rad], shape (N, T), vec2f.

        3.4e38 means none.
        """
        self.root_view.fixed_tendons.read("limits", out)

    @loaded(wp.float32, "spatial_tendons")
    def spatial_tendon_stiffness(self, out: wp.array) -> None:
        """Stiffness of the springs of spatial tendons [N/m], shape (N, T), float32."""
        self.root_view.spatial_tendons.read("stiffness", out)

    @loaded(wp.float32, "spatial_tendons")
    def spatial_tendon_damping(self, out: wp.array) -> None:
        """Damping of spatial tendons [N s/m], shape (N, T), float32."""
        self.root_view.spatial_tendons.read("damping", out)

    @loaded(wp.float32, "spatial_tendons")
    def spatial_tendon_limit_stiffness(self, out: wp.array) -> None:
        """Stiffness at the limits of spatial tendons [N/m], shape (N, T), float32."""
        self.root_view.spatial_tendons.read("limit_stiffness", out)

    @loaded(wp.float32, "spatial_tendons")
    def spatial_tendon_offset(self, out: wp.array) -> None:
        """What is added to the length of spatial tendons [m], shape (N, T), float32."""
        self.root_view.spatial_tendons.read("offset", out)

    fixed_tendon_limit = Shorthand("fixed_tendon_pos_limits")
