"""What is put together, and what else than in Factory is rewarded. Values are those that Isaac Lab 2.3.2 releases."""

from __future__ import annotations

from pippin.tasks.factory.factory_tasks_cfg import FactoryTask, GearMesh, NutThread, PegInsert
from pippin.utils import configclass


@configclass
class ForgeTask(FactoryTask):
    """What else is rewarded."""

    action_penalty_ee_scale: float = 0.0
    action_penalty_asset_scale: float = 0.001
    """Penalty of the way to the target, in thresholds of an action."""
    action_grad_penalty_scale: float = 0.1
    contact_penalty_scale: float = 0.05
    """Penalty of what a force on the hand is beyond what is tolerated [1/N]."""
    contact_penalty_threshold_range = [5.0, 10.0]
    """Range from which the force that is tolerated is drawn with each episode [N]."""
    delay_until_ratio: float = 0.25
    """Share of environments that has to succeed at once before predictions of success count."""


@configclass
class ForgePegInsert(PegInsert, ForgeTask):
    """Put a peg of 8 mm into its hole, gently."""

    contact_penalty_scale: float = 0.2


@configclass
class ForgeGearMesh(GearMesh, ForgeTask):
    """Put a gear onto its shaft, between two others, gently."""

    contact_penalty_scale: float = 0.05


@configclass
class ForgeNutThread(NutThread, ForgeTask):
    """Screw a nut onto a bolt, gently."""

    contact_penalty_scale: float = 0.05
