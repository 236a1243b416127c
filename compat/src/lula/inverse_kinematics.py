"""Inverse kinematics by cyclic coordinate descent and BFGS, as Lula asks for it."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np

from pippin.motion.ik import DescentSettings, DescentSolver

from .poses import Pose3
from .robot import Kinematics

__all__ = ["CyclicCoordDescentIkConfig", "CyclicCoordDescentIkResults", "compute_ik_ccd"]

_DEFAULTS = DescentSettings()


@dataclass
class CyclicCoordDescentIkConfig:
    """How inverse kinematics goes about it; see :class:`pippin.motion.ik.DescentSettings`, whose attributes it has.

    Attributes:
        cspace_seeds: Configurations to start from [m or rad], before random ones.
    """

    cspace_seeds: list[Any] = field(default_factory=list)
    max_num_descents: int = _DEFAULTS.max_num_descents
    irwin_hall_sampling_order: int = _DEFAULTS.irwin_hall_sampling_order
    sampling_seed: int = _DEFAULTS.sampling_seed
    ccd_max_iterations: int = _DEFAULTS.ccd_max_iterations
    ccd_descent_termination_delta: float = _DEFAULTS.ccd_descent_termination_delta
    ccd_position_weight: float = _DEFAULTS.ccd_position_weight
    ccd_orientation_weight: float = _DEFAULTS.ccd_orientation_weight
    ccd_bracket_search_num_uniform_samples: int = _DEFAULTS.ccd_bracket_search_num_uniform_samples
    bfgs_max_iterations: int = _DEFAULTS.bfgs_max_iterations
    bfgs_gradient_norm_termination: float = _DEFAULTS.bfgs_gradient_norm_termination
    bfgs_gradient_norm_termination_coarse_scale_factor: float = (
        _DEFAULTS.bfgs_gradient_norm_termination_coarse_scale_factor
    )
    bfgs_position_weight: float = _DEFAULTS.bfgs_position_weight
    bfgs_orientation_weight: float = _DEFAULTS.bfgs_orientation_weight
    bfgs_cspace_limit_biasing: Any = _DEFAULTS.bfgs_cspace_limit_biasing
    bfgs_cspace_limit_biasing_weight: float = _DEFAULTS.bfgs_cspace_limit_biasing_weight
    bfgs_cspace_limit_penalty_region: float = _DEFAULTS.bfgs_cspace_limit_penalty_region
    position_tolerance: float = _DEFAULTS.position_tolerance
    orientation_tolerance: float = _DEFAULTS.orientation_tolerance

    def settings(self) -> DescentSettings:
        """The settings as Pippin has them.

        Raises:
            ValueError: A value cannot be.
        """
        values = {entry.name: getattr(self, entry.name) for entry in fields(DescentSettings)}
        flags = "bfgs_cspace_limit_biasing"
        numbers = {name: int(value) for name, value in values.items() if isinstance(value, bool) and name != flags}
        return DescentSettings(**(values | numbers))


@dataclass(frozen=True)
class CyclicCoordDescentIkResults:
    """What a query found.

    Attributes:
        success: Whether the errors are within the tolerances.
        cspace_position: Configuration [m or rad], shape (num_joints,).
        position_error: Distance to the target [m].
        orientation_error: Largest angle between an axis of the frame and that of the target [rad].
        num_descents: Number of configurations that were started from.
    """

    success: bool
    cspace_position: np.ndarray
    position_error: float
    orientation_error: float
    num_descents: int


def compute_ik_ccd(
    kinematics: Kinematics, target_pose: Pose3, target_frame: str, config: CyclicCoordDescentIkConfig
) -> CyclicCoordDescentIkResults:
    """Find a configuration that brings a frame to a pose in the frame of the base.

    Raises:
        ValueError: There is no such frame, or a value of the config cannot be.
    """
    solver = DescentSolver(kinematics.model, config.settings())
    seeds = np.asarray(config.cspace_seeds, dtype=np.float64) if len(config.cspace_seeds) else None
    pose = np.asarray(target_pose)
    result = solver.solve(target_frame, pose[:3], pose[3:], seeds)
    return CyclicCoordDescentIkResults(
        result.success, result.q, result.position_error, result.orientation_error, result.num_descents
    )
