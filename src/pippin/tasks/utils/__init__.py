"""What scripts need to make tasks by name: configs from the registry, checkpoints, Hydra's command line."""

from .importer import import_packages
from .parse_cfg import get_checkpoint_path, load_cfg_from_registry, parse_env_cfg

__all__ = ["get_checkpoint_path", "import_packages", "load_cfg_from_registry", "parse_env_cfg"]
