"""Of what kind the alternatives of a task's config are: engines, renderers, anything else; and which runs they make."""

from __future__ import annotations

import enum
import itertools
from typing import Any

from pippin.sensors.camera import RendererCfg
from pippin.sim import SimulationCfg
from pippin.tasks.utils import collect_presets, load_cfg_from_registry, resolve_task_config
from pippin.utils.presets import RENAMED

from .lab_simulation import PhysicsCfg
from .launch_scan import validate_launch


class PresetTarget(enum.Enum):
    """A kind of alternatives, whose value is the word that chooses them on the command line."""

    PHYSICS = "physics"
    RENDERER = "renderer"
    DOMAIN = "presets"

    @property
    def base_classes(self) -> tuple[type, ...]:
        """Classes that the values of this kind derive from; none of those that are of no other kind."""
        return {"physics": (PhysicsCfg,), "renderer": (RendererCfg,)}.get(self.value, ())

    def matches(self, cfg: object) -> bool:
        """Whether a value is of this kind; a simulation's config with an engine's inside is of the engine's."""
        has_engine = isinstance(cfg, SimulationCfg) and isinstance(cfg.physics, PhysicsCfg)
        return isinstance(cfg, self.base_classes) or (self is PresetTarget.PHYSICS and has_engine)

    @staticmethod
    def all_legacy_aliases() -> dict[str, str]:
        """Newer names by the older ones."""
        return dict(RENAMED)


def enumerate_task_presets(task_name: str) -> dict[PresetTarget, list[str]] | None:
    """Names that choose in a task, by kind, without "default"; None where its config cannot be loaded."""
    try:
        cfg: Any = load_cfg_from_registry(task_name.split(":")[-1], "env_cfg_entry_point")
    except Exception:
        return None
    found: dict[PresetTarget, set[str]] = {target: set() for target in PresetTarget}
    for values in collect_presets(cfg).values():
        for name, value in values.items():
            kinds = [target for target in PresetTarget if target.matches(value)]
            if name != "default":
                found[kinds[0] if kinds else PresetTarget.DOMAIN].add(name)
    return {target: sorted(names) for target, names in found.items()}


Run = tuple[str | None, str | None, str | None]
"""Names of an engine, a renderer and another preset; None leaves a kind to the task."""


def resolve_task_runs(task_name: str) -> list[Run] | None:
    """Runs of a task by its presets, one for each config that they make; None where its config cannot be loaded.

    Each engine, or none, goes with each renderer and each other preset, or none. What a config refuses is no run. Of
    runs with the same config that counts which says most, but the first is the one without any names.

    Args:
        task_name: The task's id.
    """
    presets = enumerate_task_presets(task_name)
    if presets is None:
        return None
    engines, renderers = presets[PresetTarget.PHYSICS], presets[PresetTarget.RENDERER]
    others = [name for name in presets[PresetTarget.DOMAIN] if name not in {*engines, *renderers}]
    runs: dict[str, Run] = {}
    for run in itertools.product([None, *engines], [None, *renderers], [None, *others]):
        cfg = _launchable_cfg(task_name, run)
        if cfg is None:
            continue
        key = repr(cfg.to_dict())  # of the whole config: runs of the same one are one run
        if key not in runs or len(task_run_overrides(run)) > len(task_run_overrides(runs[key])):
            runs[key] = run
    return list(runs.values())


def task_run_overrides(run: Run) -> list[str]:
    """Arguments of the command line that choose a run, such as ``["physics=ovphysx"]``."""
    return [f"{kind.value}={name}" for kind, name in zip(PresetTarget, run, strict=True) if name is not None]


def is_task_run_launchable(task_name: str, run: Run) -> bool:
    """Whether the config of a run can be made, passes its own checks and can be launched without a window."""
    return _launchable_cfg(task_name, run) is not None


def _launchable_cfg(task_name: str, run: Run) -> Any:
    """Config of a run, or None where it is refused."""
    try:
        cfg, _ = resolve_task_config(task_name, None, overrides=task_run_overrides(run))
        cfg.validate()
        validate_launch(cfg)
    except ValueError:
        return None
    return cfg
