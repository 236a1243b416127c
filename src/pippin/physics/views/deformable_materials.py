"""What the soft bodies of a view are made of."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from ..soft_bodies import SoftMaterial


class DeformableMaterialView:
    """The N materials of the soft bodies of a view, as PhysX's view of them has them. They cannot be changed.

    Args:
        materials: The materials.
        device: Device of the tensors.
    """

    def __init__(self, materials: Sequence[SoftMaterial], device: str) -> None:
        self._materials = materials
        self._device = device
        self.count: int = len(materials)
        """Number of materials, N."""

    def get_youngs_modulus(self) -> torch.Tensor:
        """Young's moduli [Pa], shape (N, 1)."""
        return self._column("youngs_modulus")

    def get_poissons_ratio(self) -> torch.Tensor:
        """Poisson's ratios, shape (N, 1)."""
        return self._column("poissons_ratio")

    def get_dynamic_friction(self) -> torch.Tensor:
        """Coefficients of dynamic friction, shape (N, 1)."""
        return self._column("friction")

    def get_damping(self) -> torch.Tensor:
        """Dampings of deformations with their scale [s], shape (N, 1)."""
        return self._column("damping")

    def get_damping_scale(self) -> torch.Tensor:
        """Factors of the dampings that are not in :meth:`get_damping` already: 1, shape (N, 1)."""
        return torch.ones(self.count, 1, device=self._device)

    def _column(self, field: str) -> torch.Tensor:
        values = [getattr(material, field) for material in self._materials]
        return torch.tensor(values, device=self._device).reshape(-1, 1)
