"""Names that modules of Isaac Lab up to version 2 pass on: they import them for themselves, and so hand them out.

Programs take them from there, mostly by ``from isaaclab.envs.mdp import *``, which gives what the modules of terms
have imported: ``from . import mdp`` in a package of terms finds :mod:`isaaclab.envs.mdp`, ``torch`` is there without
an import. Version 3 lists what its modules have, so that nothing is passed on.
"""

from __future__ import annotations

import re
from functools import cache

_PYTHON = (
    "logging",
    "math",
    "re",
    "torch",
    "typing: ClassVar, Literal, TYPE_CHECKING",
    "collections.abc: Sequence",
    "dataclasses: MISSING",
)

_TERMS = (
    *_PYTHON,
    "isaaclab.utils.math as math_utils",
    "isaaclab.utils.string as string_utils",
    "isaaclab.sim as sim_utils",
    "isaaclab.actuators: ImplicitActuator",
    "isaaclab.assets: Articulation, DeformableObject, RigidObject",
    "isaaclab.controllers: DifferentialIKControllerCfg, OperationalSpaceControllerCfg",
    "isaaclab.managers: ActionTerm, ActionTermCfg, CommandTermCfg, CurriculumTermCfg, EventTermCfg, ManagerTermBase",
    "isaaclab.managers: ObservationTermCfg, RecorderManagerBaseCfg, RecorderTerm, RecorderTermCfg, RewardTermCfg",
    "isaaclab.managers: SceneEntityCfg",
    "isaaclab.sensors: Camera, ContactSensor, Imu, RayCaster, RayCasterCamera, TiledCamera",
    "isaaclab.terrains: TerrainImporter",
    "isaaclab.utils: configclass",
    "isaaclab.utils.math: euler_xyz_from_quat",
    "pxr: Gf, Sdf, UsdGeom, Vt",
)

_CONFIGS = (
    "math",
    "dataclasses: MISSING",
    "isaaclab.sim as sim_utils",
    "isaaclab.assets: ArticulationCfg, AssetBaseCfg, RigidObjectCfg",
    "isaaclab.envs: ManagerBasedRLEnvCfg",
    "isaaclab.managers.ActionTermCfg as ActionTerm",
    "isaaclab.managers.CurriculumTermCfg as CurrTerm",
    "isaaclab.managers.EventTermCfg as EventTerm",
    "isaaclab.managers.ObservationGroupCfg as ObsGroup",
    "isaaclab.managers.ObservationTermCfg as ObsTerm",
    "isaaclab.managers.RewardTermCfg as RewTerm",
    "isaaclab.managers.TerminationTermCfg as DoneTerm",
    "isaaclab.managers: SceneEntityCfg",
    "isaaclab.scene: InteractiveSceneCfg",
    "isaaclab.utils: configclass",
    "isaaclab.utils.assets: ISAACLAB_NUCLEUS_DIR, ISAAC_NUCLEUS_DIR",
    "isaaclab.utils.noise.AdditiveUniformNoiseCfg as Unoise",
)

_ROBOTS = (
    "isaaclab.sim as sim_utils",
    "isaaclab.actuators: ActuatorNetLSTMCfg, ActuatorNetMLPCfg, DCMotorCfg, DelayedPDActuatorCfg, ImplicitActuatorCfg",
    "isaaclab.assets: ArticulationCfg",
    "isaaclab.utils.assets: ISAACLAB_NUCLEUS_DIR, ISAAC_NUCLEUS_DIR",
)

_MANIPULATION = r"isaaclab_tasks\.manager_based\.manipulation"

PASSED_ON: dict[str, tuple[str, ...]] = {
    r"isaaclab\.envs\.mdp": _TERMS,
    r"isaaclab_tasks\..+\.mdp": _TERMS,
    r"isaaclab_tasks\..+\.velocity\.mdp": (
        "isaaclab.envs.mdp as mdp",
        "isaaclab.utils.math: quat_apply_inverse, yaw_quat",
    ),
    rf"{_MANIPULATION}\.reach\.mdp": ("isaaclab.utils.math: combine_frame_transforms, quat_error_magnitude, quat_mul",),
    rf"{_MANIPULATION}\.lift\.mdp": ("isaaclab.sensors: FrameTransformer",),
    rf"{_MANIPULATION}\.cabinet\.mdp": ("isaaclab.assets: ArticulationData", "isaaclab.sensors: FrameTransformerData"),
    r"isaaclab_tasks\..+\.classic\.cartpole\.mdp": ("isaaclab.utils.math: wrap_to_pi",),
    r"isaaclab_tasks\..+_env_cfg": _CONFIGS,
    r"isaaclab_assets(\.robots(\.\w+)?)?": _ROBOTS,
    r"isaaclab\.utils\.math": ("logging", "math", "numpy as np", "torch", "typing: Literal"),
    r"isaaclab\.utils\.assets": ("io", "os", "tempfile"),
    r"isaaclab\.(sim|sim\.utils)": ("pxr: Gf, PhysxSchema, Sdf, Usd, UsdGeom, UsdPhysics, UsdShade",),
    r"isaaclab\.sensors": ("torch", "numpy as np", "warp as wp", "isaaclab.utils.math as math_utils"),
}
"""Modules, as regular expressions that match as a whole, and what they pass on.

Rows read ``module``, ``module as name``, ``module.Name as Other`` or ``module: Name, Name``. All that match count.
"""


@cache
def passed_on(module: str) -> dict[str, tuple[str, str]]:
    """Names that a module passes on, and where they are: a module, and the name in it, empty for the module itself.

    Args:
        module: Name of a module of version 2.
    """
    rows = [row for pattern, rows in PASSED_ON.items() if re.fullmatch(pattern, module) for row in rows]
    names: dict[str, tuple[str, str]] = {}
    for row in rows:
        source, is_of_several, several = row.partition(": ")
        if is_of_several:
            names |= {name: (source, name) for name in several.split(", ")}
            continue
        source, _, alias = source.partition(" as ")
        package, _, leaf = source.rpartition(".")
        names[alias or source] = (package, leaf) if leaf[:1].isupper() else (source, "")
    return names
