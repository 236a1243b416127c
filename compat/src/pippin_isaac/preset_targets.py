"""Of what kind the alternatives of a task's config are: engines, renderers, or anything else."""

from __future__ import annotations

import enum
from typing import Any

from pippin.sensors.camera import RendererCfg
from pippin.sim import SimulationCfg
from pippin.tasks.utils import collect_presets, load_cfg_from_registry
from pippin.tasks.utils.presets import RENAMED

from .lab_simulation import PhysicsCfg


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
