"""What scripts need to make tasks by name: configs from the registry, presets, checkpoints, Hydra's command line."""

from pippin.utils.presets import PresetCfg, collect_presets, preset, resolve_presets

from .hydra import hydra_task_config, register_task, register_task_to_hydra, resolve_task_config
from .importer import import_packages
from .parse_cfg import get_checkpoint_path, parse_env_cfg
from .presets import setup_preset_cli
from .registry import load_cfg_from_registry
from .success_monitor import SuccessMonitor, SuccessMonitorCfg

__all__ = [
    "PresetCfg",
    "SuccessMonitor",
    "SuccessMonitorCfg",
    "collect_presets",
    "get_checkpoint_path",
    "hydra_task_config",
    "import_packages",
    "load_cfg_from_registry",
    "parse_env_cfg",
    "preset",
    "register_task",
    "register_task_to_hydra",
    "resolve_presets",
    "resolve_task_config",
    "setup_preset_cli",
]
