"""Configs of PPO that learns from mirror images, and of students, as Isaac Lab 2.3.2 and 3.0.0 release them."""

from __future__ import annotations

from pippin.learning.rsl_rl import (
    RslRlDistillationAlgorithmCfg,
    RslRlDistillationRunnerCfg,
    RslRlDistillationStudentTeacherCfg,
    RslRlDistillationStudentTeacherRecurrentCfg,
    RslRlSymmetryCfg,
)
from pippin.tasks.cartpole import symmetry
from pippin.tasks.velocity.mdp.symmetry import compute_symmetric_states
from pippin.utils import configclass

from . import version_3
from .classic import CartpolePPORunnerCfg
from .common import ppo
from .velocity import (
    AnymalBFlatPPORunnerCfg,
    AnymalBRoughPPORunnerCfg,
    AnymalCFlatPPORunnerCfg,
    AnymalCRoughPPORunnerCfg,
    AnymalDFlatPPORunnerCfg,
    AnymalDRoughPPORunnerCfg,
)

_LEGS = RslRlSymmetryCfg(use_data_augmentation=True, data_augmentation_func=compute_symmetric_states)
_POLE = RslRlSymmetryCfg(use_data_augmentation=True, data_augmentation_func=symmetry.compute_symmetric_states)


@configclass
class CartpolePPORunnerWithSymmetryCfg(CartpolePPORunnerCfg):
    """Learns Cartpole from both sides."""

    algorithm = ppo(symmetry_cfg=_POLE)


@configclass
class AnymalBFlatPPORunnerWithSymmetryCfg(AnymalBFlatPPORunnerCfg):
    """Learns walking with ANYmal B on a plane, mirrored."""

    algorithm = ppo(symmetry_cfg=_LEGS)


@configclass
class AnymalBRoughPPORunnerWithSymmetryCfg(AnymalBRoughPPORunnerCfg):
    """Learns walking with ANYmal B on rough ground, mirrored."""

    algorithm = ppo(symmetry_cfg=_LEGS)


@configclass
class AnymalCFlatPPORunnerWithSymmetryCfg(AnymalCFlatPPORunnerCfg):
    """Learns walking with ANYmal C on a plane, mirrored."""

    algorithm = ppo(symmetry_cfg=_LEGS)


@configclass
class AnymalCRoughPPORunnerWithSymmetryCfg(AnymalCRoughPPORunnerCfg):
    """Learns walking with ANYmal C on rough ground, mirrored."""

    algorithm = ppo(symmetry_cfg=_LEGS)


@configclass
class AnymalDFlatPPORunnerWithSymmetryCfg(AnymalDFlatPPORunnerCfg):
    """Learns walking with ANYmal D on a plane, mirrored."""

    algorithm = ppo(symmetry_cfg=_LEGS)


@configclass
class AnymalDRoughPPORunnerWithSymmetryCfg(AnymalDRoughPPORunnerCfg):
    """Learns walking with ANYmal D on rough ground, mirrored."""

    algorithm = ppo(symmetry_cfg=_LEGS)


@configclass
class AnymalDRoughVersion3PPORunnerWithSymmetryCfg(version_3.AnymalDRoughPPORunnerCfg):
    """Learns walking with ANYmal D on rough ground, mirrored, as long as Isaac Lab 3.0.0 does."""

    algorithm = ppo(symmetry_cfg=_LEGS)


@configclass
class AnymalDFlatDistillationRunnerCfg(RslRlDistillationRunnerCfg):
    """Lets a student imitate a policy that walks with ANYmal D on a plane."""

    num_steps_per_env = 120
    max_iterations = 300
    save_interval = 50
    experiment_name = "anymal_d_flat"
    obs_groups = {"policy": ["policy"], "teacher": ["policy"]}
    policy = RslRlDistillationStudentTeacherCfg(
        init_noise_std=0.1,
        noise_std_type="scalar",
        student_obs_normalization=False,
        teacher_obs_normalization=False,
        student_hidden_dims=[128, 128, 128],
        teacher_hidden_dims=[128, 128, 128],
        activation="elu",
    )
    algorithm = RslRlDistillationAlgorithmCfg(num_learning_epochs=2, learning_rate=1.0e-3, gradient_length=15)


@configclass
class AnymalDFlatDistillationRunnerRecurrentCfg(AnymalDFlatDistillationRunnerCfg):
    """Lets a student with a memory imitate a policy that has one."""

    policy = RslRlDistillationStudentTeacherRecurrentCfg(
        init_noise_std=0.1,
        noise_std_type="scalar",
        student_obs_normalization=False,
        teacher_obs_normalization=False,
        student_hidden_dims=[128, 128, 128],
        teacher_hidden_dims=[128, 128, 128],
        activation="elu",
        rnn_type="lstm",
        rnn_hidden_dim=256,
        rnn_num_layers=1,
        teacher_recurrent=True,
    )
