"""Types of the environments that terms are for.

Terms are written for whatever has the managers and the scene that they ask for; the classes of environments stand above
the terms, and are not imported here.
"""

from __future__ import annotations

from typing import Any, TypeAlias

ManagerBasedEnv: TypeAlias = Any
"""An environment with actions, observations and events."""

ManagerBasedRLEnv: TypeAlias = Any
"""One with rewards, terminations, commands and curricula too."""
