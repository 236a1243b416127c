"""Config of symmetries of the robot in learning."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING

from pippin.utils import configclass


@configclass
class RslRlSymmetryCfg:
    """Says how mirrored copies of what an environment gave are learned from.

    With neither of the two uses switched on, the function is called to log how symmetric the policy is.
    """

    use_data_augmentation: bool = False
    """Whether mirrored transitions are added to each batch."""

    use_mirror_loss: bool = False
    """Whether the policy is punished for answering mirrored observations with other than mirrored actions."""

    data_augmentation_func: Callable = MISSING
    """Function of ``env``, ``obs`` and ``actions`` (either may be None): both with the mirrored copies appended."""

    mirror_loss_coeff: float = 0.0
    """Factor of that punishment in the loss."""
