"""Configs of distillation: a student imitates a teacher that sees more."""

from __future__ import annotations

from dataclasses import MISSING
from typing import Literal

from pippin.utils import configclass

from .model_cfg import RslRlMLPModelCfg
from .rl_cfg import RslRlBaseRunnerCfg


@configclass
class RslRlDistillationAlgorithmCfg:
    """Holds the parameters of distillation."""

    class_name: str = "Distillation"
    """Class of the algorithm in rsl_rl."""

    num_learning_epochs: int = MISSING
    """How often each sample is learned from."""

    learning_rate: float = MISSING
    """Learning rate of the student."""

    gradient_length: int = MISSING
    """Steps of the environment through which gradients flow back."""

    max_grad_norm: float | None = None
    """Norm to which gradients are clipped; None for none."""

    optimizer: Literal["adam", "adamw", "sgd", "rmsprop"] = "adam"
    """Optimizer of the student."""

    loss_type: Literal["mse", "huber"] = "mse"
    """Measure of the student's error."""


@configclass
class RslRlDistillationRunnerCfg(RslRlBaseRunnerCfg):
    """Describes a runner of distillation. Either ``student`` and ``teacher`` or ``policy`` is to be set."""

    class_name: str = "DistillationRunner"
    """Class of the runner in rsl_rl."""

    student: RslRlMLPModelCfg = MISSING
    """The student: RSL-RL 4 and later."""

    teacher: RslRlMLPModelCfg = MISSING
    """The teacher: RSL-RL 4 and later."""

    algorithm: RslRlDistillationAlgorithmCfg = MISSING
    """Parameters of the algorithm."""

    policy: RslRlDistillationStudentTeacherCfg = MISSING
    """Student and teacher together: RSL-RL 2 and 3."""


@configclass
class RslRlDistillationStudentTeacherCfg:
    """Describes student and teacher together: RSL-RL 2 and 3."""

    class_name: str = "StudentTeacher"
    """Class of the policy in rsl_rl."""

    init_noise_std: float = MISSING
    """Standard deviation of the student's actions at the start."""

    noise_std_type: Literal["scalar", "log"] = "scalar"
    """Whether the deviation itself or its logarithm is the parameter."""

    student_obs_normalization: bool = MISSING
    """Whether observations of the student are normalized; not given counts as no."""

    teacher_obs_normalization: bool = MISSING
    """Whether observations of the teacher are normalized; not given counts as no."""

    student_hidden_dims: list[int] = MISSING
    """Widths of the student's hidden layers."""

    teacher_hidden_dims: list[int] = MISSING
    """Widths of the teacher's hidden layers."""

    activation: str = MISSING
    """Name of the activation function, such as "elu"."""


@configclass
class RslRlDistillationStudentTeacherRecurrentCfg(RslRlDistillationStudentTeacherCfg):
    """Describes a student, and if wanted a teacher, with a recurrent network: RSL-RL 2 and 3."""

    class_name: str = "StudentTeacherRecurrent"

    rnn_type: str = MISSING
    """Kind of the cells: "lstm" or "gru"."""

    rnn_hidden_dim: int = MISSING
    """Width of the recurrent layers."""

    rnn_num_layers: int = MISSING
    """Number of recurrent layers."""

    teacher_recurrent: bool = MISSING
    """Whether the teacher is recurrent too."""
