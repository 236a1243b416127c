"""Names of isaaclab.envs.mdp.curriculums."""

from pippin.envs.mdp.curriculums import (
    DifficultyScheduler,
    initial_final_interpolate_fn,
    modify_env_param,
    modify_reward_weight,
    modify_term_cfg,
)

__all__ = [
    "DifficultyScheduler",
    "initial_final_interpolate_fn",
    "modify_env_param",
    "modify_reward_weight",
    "modify_term_cfg",
]
