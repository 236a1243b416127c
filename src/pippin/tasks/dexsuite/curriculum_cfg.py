"""Noise and gravity that grow with success: automatic domain randomization, as Isaac Lab 2.3.2 and 3.0.0 have it."""

from __future__ import annotations

from typing import Any

from pippin.envs.managers import CurriculumTermCfg
from pippin.tasks.dexsuite import mdp, mdp_version_3
from pippin.utils import configclass


def _grown(address: str, initial_value: Any, final_value: Any) -> CurriculumTermCfg:
    """A value of a term's config that goes from one value to another with the difficulty."""
    ends = {"initial_value": initial_value, "final_value": final_value, "difficulty_term_str": "adr"}
    params = {"address": address, "modify_fn": mdp.initial_final_interpolate_fn, "modify_params": ends}
    return CurriculumTermCfg(func=mdp.modify_term_cfg, params=params)


def _noise(term: str, bound: str, final_value: float) -> CurriculumTermCfg:
    """A bound of the noise of an observation, from 0 on."""
    return _grown(f"observations.{term}.noise.{bound}", 0.0, final_value)


def calmer(reward: str) -> CurriculumTermCfg:
    """A weight of a cost that grows a thousandfold with the difficulty."""
    ends = {"initial_value": -1e-4, "final_value": -1e-1}
    return CurriculumTermCfg(
        func=mdp.modify_term_cfg,
        params={
            "address": f"rewards.{reward}.weight",
            "modify_fn": mdp_version_3.difficulty_interpolate_float,
            "modify_params": ends,
        },
    )


@configclass
class CurriculumCfg:
    """A difficulty from 0 to 10, and what grows with it."""

    adr = CurriculumTermCfg(
        func=mdp.DifficultyScheduler, params={"init_difficulty": 0, "min_difficulty": 0, "max_difficulty": 10}
    )
    joint_pos_unoise_min_adr = _noise("proprio.joint_pos", "n_min", -0.1)
    joint_pos_unoise_max_adr = _noise("proprio.joint_pos", "n_max", 0.1)
    joint_vel_unoise_min_adr = _noise("proprio.joint_vel", "n_min", -0.2)
    joint_vel_unoise_max_adr = _noise("proprio.joint_vel", "n_max", 0.2)
    hand_tips_pos_unoise_min_adr = _noise("proprio.hand_tips_state_b", "n_min", -0.01)
    hand_tips_pos_unoise_max_adr = _noise("proprio.hand_tips_state_b", "n_max", 0.01)
    object_quat_unoise_min_adr = _noise("policy.object_quat_b", "n_min", -0.03)
    object_quat_unoise_max_adr = _noise("policy.object_quat_b", "n_max", 0.03)
    object_obs_unoise_min_adr = _noise("perception.object_point_cloud", "n_min", -0.01)
    object_obs_unoise_max_adr = _noise("perception.object_point_cloud", "n_max", -0.01)  # as released
    gravity_adr = _grown(
        "events.variable_gravity.params.gravity_distribution_params",
        ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0)),
        ((0.0, 0.0, -9.81), (0.0, 0.0, -9.81)),
    )


@configclass
class LiftCurriculumCfg(CurriculumCfg):
    """The same in version 3: a reward term knows of success, and things may fall lower as the difficulty grows."""

    adr = CurriculumTermCfg(
        func=mdp_version_3.DifficultyScheduler,
        params={"init_difficulty": 0, "min_difficulty": 0, "max_difficulty": 10},
    )
    object_obs_unoise_max_adr = _noise("perception.object_point_cloud", "n_max", 0.01)
    oob_adr = _grown("terminations.object_out_of_bound.params.in_bound_range.z", (0.3, 2.0), (0.0, 2.0))

    def disable_observation_noise_terms(self) -> None:
        """Leave noise as it is, as configs need that have none: there is nothing for these terms to change."""
        for name, term in list(vars(self).items()):
            if term is not None and ".noise." in term.params.get("address", ""):
                setattr(self, name, None)


@configclass
class FrankaLiftCurriculumCfg(LiftCurriculumCfg):
    """Motion costs more with the difficulty, too."""

    action_rate = calmer("action_rate")
    joint_vel = calmer("joint_vel")
