"""What a demonstration consists of: subtasks, each about one object, and what several arms have to keep to."""

from __future__ import annotations

import enum
from typing import Any

from pippin.utils import configclass


@configclass
class DataGenConfig:
    """How demonstrations are made, and how many."""

    name: str = "demo"
    """Name of the data set."""

    task_name: str | None = None
    """Task to make demonstrations of."""

    source_dataset_path: str | None = None
    """File with the recorded demonstrations."""

    generation_path: str | None = None
    """File for the new ones."""

    generation_num_trials: int = 10
    """Number of trials."""

    generation_guarantee: bool = True
    """Whether trials that fail are made up for."""

    generation_keep_failed: bool = False
    """Whether demonstrations that fail are kept."""

    max_num_failures: int | None = None
    """Number of failures after which to stop; None for any number."""

    generation_select_src_per_subtask: bool = False
    """Whether each subtask takes a demonstration of its own."""

    generation_select_src_per_arm: bool = False
    """Whether each arm takes a demonstration of its own."""

    generation_transform_first_robot_pose: bool = False
    """Whether the first pose of the robot is moved with the object."""

    generation_interpolate_from_last_target_pose: bool = True
    """Whether a subtask begins at the last target, and not at the measured pose."""

    use_skillgen: bool = False
    """Whether a planner joins the subtasks."""

    use_navigation_controller: bool = False
    """Whether the robot walks between subtasks."""

    seed: int = 1
    """Seed."""


@configclass
class SubTaskConfig:
    """A part of a demonstration that belongs to one object."""

    object_ref: str | None = None
    """Name of the object in the scene; None for none."""

    subtask_term_signal: str | None = None
    """Name of the signal that ends it."""

    selection_strategy: str = "random"
    """How a demonstration is chosen for it."""

    selection_strategy_kwargs: dict[str, Any] = {}
    """Arguments of that choice."""

    first_subtask_start_offset_range: tuple[int, int] = (0, 0)
    """Least and most steps by which the first subtask begins later."""

    subtask_start_offset_range: tuple[int, int] = (0, 0)
    """Least and most steps by which it begins later."""

    subtask_term_offset_range: tuple[int, int] = (0, 0)
    """Least and most steps by which it ends later."""

    action_noise: float = 0.03
    """Standard deviation of the noise on actions."""

    num_interpolation_steps: int = 5
    """Steps from the end of the last subtask to its beginning."""

    num_fixed_steps: int = 0
    """Steps that the robot waits then."""

    apply_noise_during_interpolation: bool = False
    """Whether these have noise, too."""

    description: str = ""
    """What it is, for who demonstrates it."""

    next_subtask_description: str = ""
    """What comes next, for who demonstrates it."""


class SubTaskConstraintType(enum.IntEnum):
    """What two arms have to keep to."""

    SEQUENTIAL = 0
    """One subtask waits for the other."""

    COORDINATION = 1
    """Both go together."""

    _SEQUENTIAL_FORMER = 2
    _SEQUENTIAL_LATTER = 3


class SubTaskConstraintCoordinationScheme(enum.IntEnum):
    """How two arms go together."""

    REPLAY = 0
    """As they were demonstrated."""

    TRANSFORM = 1
    """Moved and turned with the object."""

    TRANSLATE = 2
    """Moved with the object."""


@configclass
class SubTaskConstraintConfig:
    """What the subtasks of two arms have to keep to."""

    eef_subtask_constraint_tuple: Any = (("", 0), ("", 0))
    """Name of an end effector and index of a subtask, twice."""

    constraint_type: SubTaskConstraintType | None = None
    """What they keep to."""

    sequential_min_time_diff: int = -1
    """Steps before the end at which the second waits for the first; -1 lets it begin when the first has ended."""

    coordination_scheme: SubTaskConstraintCoordinationScheme = SubTaskConstraintCoordinationScheme.REPLAY
    """How they go together."""

    coordination_scheme_pos_noise_scale: float = 0.0
    """Noise of the positions then [m]."""

    coordination_scheme_rot_noise_scale: float = 0.0
    """Noise of the rotations then [rad]."""

    coordination_synchronize_start: bool = False
    """Whether they begin together."""

    def generate_runtime_subtask_constraints(self) -> dict[tuple[str, int], dict[str, Any]]:
        """Make what the two subtasks keep to while they are followed, by end effector and index of the subtask.

        Raises:
            ValueError: The constraint is of no known type.
        """
        first, second = (tuple(each) for each in self.eef_subtask_constraint_tuple)
        if self.constraint_type == SubTaskConstraintType.SEQUENTIAL:
            return {
                second: {
                    "type": SubTaskConstraintType._SEQUENTIAL_LATTER,
                    "pre_condition_task_spec_key": first[0],
                    "pre_condition_subtask_ind": first[1],
                    "min_time_diff": self.sequential_min_time_diff,
                    "fulfilled": False,
                },
                first: {
                    "type": SubTaskConstraintType._SEQUENTIAL_FORMER,
                    "constrained_task_spec_key": second[0],
                    "constrained_subtask_ind": second[1],
                },
            }
        if self.constraint_type == SubTaskConstraintType.COORDINATION and self.coordination_scheme is not None:
            return {own: self._coordination_with(other) for own, other in ((first, second), (second, first))}
        raise ValueError(
            f"'constraint_type' is {self.constraint_type!r} with 'coordination_scheme' {self.coordination_scheme!r}; "
            "expected SEQUENTIAL, or COORDINATION with a scheme."
        )

    def _coordination_with(self, other: tuple[str, int]) -> dict[str, Any]:
        return {
            "concurrent_task_spec_key": other[0],
            "concurrent_subtask_ind": other[1],
            "type": SubTaskConstraintType.COORDINATION,
            "fulfilled": False,
            "finished": False,
            "selected_src_demo_ind": None,
            "coordination_scheme": self.coordination_scheme,
            "coordination_scheme_pos_noise_scale": self.coordination_scheme_pos_noise_scale,
            "coordination_scheme_rot_noise_scale": self.coordination_scheme_rot_noise_scale,
            "coordination_synchronize_start": self.coordination_synchronize_start,
            "synchronous_steps": None,  # known once the demonstration is chosen
        }


@configclass
class MimicEnvCfg:
    """Subtasks of an environment; a second base of its config, beside that of the environment."""

    datagen_config: DataGenConfig = DataGenConfig()
    """How demonstrations are made."""

    subtask_configs: dict[str, list[SubTaskConfig]] = {}
    """Subtasks of each end effector, by its name."""

    task_constraint_configs: list[SubTaskConstraintConfig] = []
    """What arms have to keep to."""

    mimic_recorder_config: Any = None
    """Recorders of the new demonstrations."""
