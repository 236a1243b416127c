"""An Allegro hand turns a cube, as Isaac Lab 3.0.0 releases it: the task of 2.3.2 with the engines of version 3."""

from __future__ import annotations

from pippin.tasks.engines import HandPhysicsCfg
from pippin.tasks.reorient import reorient_env as version_2
from pippin.utils import configclass


@configclass
class AllegroHandEnvCfg(version_2.AllegroHandEnvCfg):
    """An Allegro hand: targets of 16 joints; joints, cube, goal and fingertips seen."""

    def __post_init__(self) -> None:
        self.sim.physics = HandPhysicsCfg()
