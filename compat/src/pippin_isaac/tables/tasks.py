"""Modules of isaaclab_tasks, and where their names come from; see :mod:`pippin_isaac.tables` for how to add one."""

from __future__ import annotations

MODULES: dict[str, str | tuple[str, ...]] = {
    "isaaclab_tasks.utils": "pippin.tasks.utils: *",
    "isaaclab_tasks.utils.hydra": "pippin.tasks.utils.hydra: hydra_task_config, register_task_to_hydra",
    "isaaclab_tasks.utils.importer": "pippin.tasks.utils: import_packages",
    "isaaclab_tasks.utils.parse_cfg": (
        "pippin.tasks.utils: get_checkpoint_path, load_cfg_from_registry, parse_env_cfg"
    ),
}
