"""RSL-RL: configs of its runners, a wrapper for environments, exporters of policies.

Configs written for RSL-RL 2, 3, 4 or 5 are understood with any of these installed; see :mod:`.generations`.
So are checkpoints of earlier ones, see :mod:`.older_checkpoints`.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from .distillation_cfg import (
    RslRlDistillationAlgorithmCfg,
    RslRlDistillationRunnerCfg,
    RslRlDistillationStudentTeacherCfg,
    RslRlDistillationStudentTeacherRecurrentCfg,
)
from .exporter import export_policy_as_jit, export_policy_as_onnx
from .generations import handle_deprecated_rsl_rl_cfg
from .model_cfg import (
    RslRlCNNModelCfg,
    RslRlMLPModelCfg,
    RslRlPpoActorCriticCfg,
    RslRlPpoActorCriticCNNCfg,
    RslRlPpoActorCriticRecurrentCfg,
    RslRlRNNModelCfg,
    RslRlSpatialSoftmaxCNNModelCfg,
)
from .older_checkpoints import handle_deprecated_rsl_rl_checkpoint
from .rl_cfg import RslRlBaseRunnerCfg, RslRlOnPolicyRunnerCfg, RslRlPpoAlgorithmCfg
from .rnd_cfg import RslRlRndCfg
from .symmetry_cfg import RslRlSymmetryCfg

if TYPE_CHECKING:
    from .runners import check_rsl_rl_version, create_rsl_rl_runner
    from .vecenv_wrapper import RslRlVecEnvWrapper

_NEED_RSL_RL = {
    "RslRlVecEnvWrapper": "vecenv_wrapper",
    "check_rsl_rl_version": "runners",
    "create_rsl_rl_runner": "runners",
}
"""Names whose modules import rsl_rl, imported when a program asks for them."""

__all__ = [
    "RslRlBaseRunnerCfg",
    "RslRlCNNModelCfg",
    "RslRlDistillationAlgorithmCfg",
    "RslRlDistillationRunnerCfg",
    "RslRlDistillationStudentTeacherCfg",
    "RslRlDistillationStudentTeacherRecurrentCfg",
    "RslRlMLPModelCfg",
    "RslRlOnPolicyRunnerCfg",
    "RslRlPpoActorCriticCNNCfg",
    "RslRlPpoActorCriticCfg",
    "RslRlPpoActorCriticRecurrentCfg",
    "RslRlPpoAlgorithmCfg",
    "RslRlRNNModelCfg",
    "RslRlSpatialSoftmaxCNNModelCfg",
    "RslRlRndCfg",
    "RslRlSymmetryCfg",
    "RslRlVecEnvWrapper",
    "check_rsl_rl_version",
    "create_rsl_rl_runner",
    "export_policy_as_jit",
    "export_policy_as_onnx",
    "handle_deprecated_rsl_rl_cfg",
    "handle_deprecated_rsl_rl_checkpoint",
]


def __getattr__(name: str) -> Any:
    if name not in _NEED_RSL_RL:
        raise AttributeError(
            f"module '{__name__}' has no attribute '{name}'; what needs rsl_rl there is: "
            f"{', '.join(sorted(_NEED_RSL_RL))}"
        )
    return getattr(importlib.import_module(f".{_NEED_RSL_RL[name]}", __name__), name)
