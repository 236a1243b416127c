"""The USD stage, the simulation context and its timeline, spawners, schemas and file converters."""

from . import usd_schemas  # noqa: F401, I001 - before USD looks for schemas
from . import schemas, spawners
from .environments import ENV_NAMESPACE, ENV_REGEX_NS, EnvironmentPlan
from .expressions import (
    explain_no_match,
    find_first_matching_prim,
    find_matching_prim_paths,
    find_matching_prims,
    is_expression,
    matching_paths,
    require_matching_prims,
    resolve_expression,
)
from .prims import (
    add_labels,
    create_prim,
    define_prim,
    delete_prim,
    get_all_matching_child_prims,
    get_first_matching_ancestor_prim,
    get_first_matching_child_prim,
    get_labels,
    get_next_free_path,
    get_prim,
    is_prim_path_valid,
    make_uninstanceable,
    set_prim_visibility,
)
from .references import add_reference
from .run.build import build_simulation_context
from .run.cfg import SimulationCfg, SolverCfg
from .run.context import SimulationContext
from .run.engine_cfg import (
    CouplerEntryCfg,
    CouplerProxyCfg,
    MJWarpSolverCfg,
    NewtonCfg,
    NewtonShapeCfg,
    NewtonSoftContactCfg,
    PhysxCfg,
    RenderCfg,
    VBDSolverCfg,
)
from .run.physics_link import PhysicsHandle, register_physics
from .run.timeline import Subscription, Timeline, TimelineEvent
from .schemas import *  # noqa: F403
from .spawners import *  # noqa: F403
from .stage import create_new_stage, get_current_stage, open_stage, save_stage
from .xforms import convert_world_pose_to_local, resolve_prim_pose, resolve_prim_scale, set_local_pose

__all__ = [
    "ENV_NAMESPACE",
    "ENV_REGEX_NS",
    "CouplerEntryCfg",
    "CouplerProxyCfg",
    "EnvironmentPlan",
    "MJWarpSolverCfg",
    "NewtonCfg",
    "NewtonShapeCfg",
    "NewtonSoftContactCfg",
    "PhysicsHandle",
    "PhysxCfg",
    "RenderCfg",
    "SimulationCfg",
    "SimulationContext",
    "SolverCfg",
    "Subscription",
    "Timeline",
    "TimelineEvent",
    "VBDSolverCfg",
    "add_labels",
    "add_reference",
    "build_simulation_context",
    "convert_world_pose_to_local",
    "create_new_stage",
    "create_prim",
    "define_prim",
    "delete_prim",
    "explain_no_match",
    "find_first_matching_prim",
    "find_matching_prim_paths",
    "find_matching_prims",
    "get_all_matching_child_prims",
    "get_current_stage",
    "get_first_matching_ancestor_prim",
    "get_first_matching_child_prim",
    "get_labels",
    "get_next_free_path",
    "get_prim",
    "is_expression",
    "is_prim_path_valid",
    "make_uninstanceable",
    "matching_paths",
    "open_stage",
    "register_physics",
    "require_matching_prims",
    "resolve_expression",
    "resolve_prim_pose",
    "resolve_prim_scale",
    "save_stage",
    "schemas",
    "set_local_pose",
    "set_prim_visibility",
    "spawners",
]
__all__ += schemas.__all__
__all__ += spawners.__all__
