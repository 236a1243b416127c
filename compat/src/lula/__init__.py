"""Names of Lula: robots, poses, worlds, kinematics, RMPflow, planners of paths, trajectories and paths."""

from pippin.motion.trajectories import (
    CompositePathSpec,
    CSpacePathSpec,
    TaskSpacePathConversionConfig,
    TaskSpacePathSpec,
)

from .planning import (
    MotionPlanner,
    Obstacle,
    RmpFlow,
    RmpFlowConfig,
    World,
    WorldView,
    create_motion_planner,
    create_obstacle,
    create_rmpflow,
    create_rmpflow_config,
    create_world,
)
from .robot import (
    CSpaceLimits,
    CyclicCoordDescentIkConfig,
    CyclicCoordDescentIkResults,
    Kinematics,
    LogLevel,
    Pose3,
    RobotDescription,
    Rotation3,
    compute_ik_ccd,
    load_robot,
    load_robot_from_memory,
    set_log_level,
)
from .trajectories import (
    CSpaceTrajectoryGenerator,
    LinearCSpacePath,
    Trajectory,
    convert_composite_path_spec_to_c_space,
    convert_task_space_path_spec_to_c_space,
    create_c_space_trajectory_generator,
    create_linear_c_space_path,
)

create_c_space_path_spec = CSpacePathSpec
create_composite_path_spec = CompositePathSpec
create_task_space_path_spec = TaskSpacePathSpec

__all__ = [
    "CSpaceLimits",
    "CSpacePathSpec",
    "CSpaceTrajectoryGenerator",
    "CompositePathSpec",
    "CyclicCoordDescentIkConfig",
    "CyclicCoordDescentIkResults",
    "Kinematics",
    "LinearCSpacePath",
    "LogLevel",
    "MotionPlanner",
    "Obstacle",
    "Pose3",
    "RmpFlow",
    "RmpFlowConfig",
    "RobotDescription",
    "Rotation3",
    "TaskSpacePathConversionConfig",
    "TaskSpacePathSpec",
    "Trajectory",
    "World",
    "WorldView",
    "compute_ik_ccd",
    "convert_composite_path_spec_to_c_space",
    "convert_task_space_path_spec_to_c_space",
    "create_c_space_path_spec",
    "create_c_space_trajectory_generator",
    "create_composite_path_spec",
    "create_linear_c_space_path",
    "create_motion_planner",
    "create_obstacle",
    "create_rmpflow",
    "create_rmpflow_config",
    "create_task_space_path_spec",
    "create_world",
    "load_robot",
    "load_robot_from_memory",
    "set_log_level",
]
