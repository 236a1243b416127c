"""Modules of isaaclab_rl, and where their names come from; see :mod:`pippin_isaac.tables` for how to add one."""

from __future__ import annotations

_RSL_RL: dict[str, str | tuple[str, ...]] = {
    "": "pippin.learning.rsl_rl: *",
    ".distillation_cfg": "pippin.learning.rsl_rl.distillation_cfg: *",
    ".exporter": (
        "pippin.learning.rsl_rl.exporter: export_policy_as_jit, export_policy_as_onnx, _TorchPolicyExporter, "
        "_OnnxPolicyExporter"
    ),
    ".rl_cfg": ("pippin.learning.rsl_rl.rl_cfg: *", "pippin.learning.rsl_rl.model_cfg: *"),
    ".rnd_cfg": "pippin.learning.rsl_rl: RslRlRndCfg",
    ".symmetry_cfg": "pippin.learning.rsl_rl: RslRlSymmetryCfg",
    ".utils": (
        "pippin.learning.rsl_rl: check_rsl_rl_version, create_rsl_rl_runner, handle_deprecated_rsl_rl_cfg",
        "pippin.learning.rsl_rl.generations: is_missing",
    ),
    ".vecenv_wrapper": "pippin.learning.rsl_rl: RslRlVecEnvWrapper",
}
"""Modules of isaaclab_rl.rsl_rl, which stood at other places in earlier versions."""

_CHECKPOINTS = "pippin_isaac.quiet.checkpoints: *"

MODULES: dict[str, str | tuple[str, ...]] = {
    **{f"isaaclab_rl.rsl_rl{name}": sources for name, sources in _RSL_RL.items()},
    **{f"isaaclab_tasks.utils.wrappers.rsl_rl{name}": sources for name, sources in _RSL_RL.items()},
    "isaaclab_rl.rl_games": "pippin.learning.rl_games: RlGamesGpuEnv, RlGamesVecEnvWrapper",
    "isaaclab_rl.rl_games.rl_games": "pippin.learning.rl_games: RlGamesGpuEnv, RlGamesVecEnvWrapper",
    "isaaclab_rl.sb3": "pippin.learning.sb3: Sb3VecEnvWrapper, process_sb3_cfg",
    "isaaclab_rl.skrl": "pippin.learning.skrl: SkrlVecEnvWrapper",
    "isaaclab_rl.utils.pretrained_checkpoint": _CHECKPOINTS,
    "isaaclab_tasks.utils.wrappers.rl_games": "pippin.learning.rl_games: RlGamesGpuEnv, RlGamesVecEnvWrapper",
    "isaaclab_tasks.utils.wrappers.sb3": "pippin.learning.sb3: Sb3VecEnvWrapper, process_sb3_cfg",
    "isaaclab_tasks.utils.wrappers.skrl": "pippin.learning.skrl: SkrlVecEnvWrapper",
    "isaaclab.utils.pretrained_checkpoint": _CHECKPOINTS,
}
