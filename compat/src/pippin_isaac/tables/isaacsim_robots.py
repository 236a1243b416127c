"""Isaac Sim's packages of arms, grippers and robots on wheels, under both their names, and where their names come from.

See :mod:`pippin_isaac.tables` for how to add one.
"""

from __future__ import annotations

_MANIPULATORS = "isaacsim.robot.manipulators"
_ROBOTS = "isaacsim.robot_arms.robots"


def _franka(package: str) -> dict[str, str | tuple[str, ...]]:
    """Rows of the Panda, its controllers and tasks."""
    return {
        package: (".franka: *", ".kinematics_solver: *", ".controllers", ".tasks"),
        f"{package}.franka": f"{_ROBOTS}: Franka",
        f"{package}.kinematics_solver": f"{_ROBOTS}: FrankaKinematicsSolver as KinematicsSolver",
        f"{package}.controllers": (".pick_place_controller: *", ".rmpflow_controller: *", ".stacking_controller: *"),
        f"{package}.controllers.pick_place_controller": f"{_ROBOTS}: FrankaPickPlaceController as PickPlaceController",
        f"{package}.controllers.rmpflow_controller": f"{_ROBOTS}: FrankaRMPFlowController as RMPFlowController",
        f"{package}.controllers.stacking_controller": f"{_ROBOTS}: FrankaStackingController as StackingController",
        f"{package}.tasks": (".follow_target: *", ".pick_place: *", ".stacking: *"),
        f"{package}.tasks.follow_target": f"{_ROBOTS}: FrankaFollowTarget as FollowTarget",
        f"{package}.tasks.pick_place": f"{_ROBOTS}: FrankaPickPlace as PickPlace",
        f"{package}.tasks.stacking": f"{_ROBOTS}: FrankaStacking as Stacking",
    }


def _universal_robots(package: str) -> dict[str, str | tuple[str, ...]]:
    """Rows of the UR10, its controllers and tasks."""
    return {
        package: (".ur10: *", ".kinematics_solver: *", ".controllers", ".tasks"),
        f"{package}.ur10": f"{_ROBOTS}: UR10",
        f"{package}.kinematics_solver": f"{_ROBOTS}: UR10KinematicsSolver as KinematicsSolver",
        f"{package}.controllers": (".pick_place_controller: *", ".rmpflow_controller: *", ".stacking_controller: *"),
        f"{package}.controllers.pick_place_controller": f"{_ROBOTS}: UR10PickPlaceController as PickPlaceController",
        f"{package}.controllers.stacking_controller": f"{_ROBOTS}: UR10StackingController as StackingController",
        f"{package}.controllers.rmpflow_controller": f"{_ROBOTS}: UR10RMPFlowController as RMPFlowController",
        f"{package}.tasks": (".follow_target: *", ".pick_place: *", ".stacking: *"),
        f"{package}.tasks.follow_target": f"{_ROBOTS}: UR10FollowTarget as FollowTarget",
        f"{package}.tasks.pick_place": f"{_ROBOTS}: UR10PickPlace as PickPlace",
        f"{package}.tasks.stacking": f"{_ROBOTS}: UR10Stacking as Stacking",
    }


def _wheeled_robots(package: str) -> dict[str, str | tuple[str, ...]]:
    """Rows of robots on wheels and their controllers."""
    return {
        package: (".controllers", ".robots"),
        f"{package}.controllers": (
            ".differential_controller: *",
            ".holonomic_controller: *",
            ".wheel_base_pose_controller: *",
        ),
        f"{package}.controllers.differential_controller": "pippin.objects: DifferentialController",
        f"{package}.controllers.holonomic_controller": f"{_ROBOTS}: HolonomicController",
        f"{package}.controllers.wheel_base_pose_controller": f"{_ROBOTS}: WheelBasePoseController",
        f"{package}.robots": f"{_ROBOTS}: WheeledRobot",
        f"{package}.robots.wheeled_robot": f"{_ROBOTS}: WheeledRobot",
    }


def _surface_grippers(package: str) -> dict[str, str | tuple[str, ...]]:
    """Rows of the grippers that suck."""
    grippers = "isaacsim.robot_arms.grippers"
    return {
        package: (
            f"{grippers}: SurfaceGripper",
            "isaacsim.core.gripper_interface: GripperView",
            "._surface_gripper",
        ),
        f"{package}._surface_gripper": (
            f"{grippers}: SurfaceGripperHandle as Surface_Gripper, SurfaceGripperProperties as "
            "Surface_Gripper_Properties, SurfaceGripperPlace as Transform",
            "isaacsim.core.gripper_interface: GripperStatus, SurfaceGripperInterface, "
            "acquire_surface_gripper_interface, release_surface_gripper_interface",
        ),
        f"{package}.surface_gripper": f"{grippers}: SurfaceGripper",
    }


def _assembler(package: str) -> dict[str, str | tuple[str, ...]]:
    """Rows of what joins robots."""
    names = f"{_ROBOTS}: AssembledBodies, AssembledBodies as AssembledRobot, RobotAssembler"
    return {package: names, f"{package}.robot_assembler": names}


def _manipulators(package: str) -> dict[str, str | tuple[str, ...]]:
    """Rows of robots with grippers, of their grippers and controllers."""
    grippers = "isaacsim.robot_arms.grippers"
    return {
        package: (f"{_ROBOTS}: SingleManipulator", ".controllers", ".grippers"),
        f"{package}.controllers": f"{grippers}: PickPlaceController, StackingController",
        f"{package}.controllers.pick_place_controller": f"{grippers}: PickPlaceController",
        f"{package}.controllers.stacking_controller": f"{grippers}: StackingController",
        f"{package}.grippers": f"{grippers}: Gripper, ParallelGripper, SurfaceGripper",
        f"{package}.grippers.gripper": f"{grippers}: Gripper",
        f"{package}.grippers.parallel_gripper": f"{grippers}: ParallelGripper",
        f"{package}.grippers.surface_gripper": f"{grippers}: SurfaceGripper",
        f"{package}.manipulators": f"{_ROBOTS}: SingleManipulator",
        f"{package}.manipulators.single_manipulator": f"{_ROBOTS}: SingleManipulator",
    }


MODULES: dict[str, str | tuple[str, ...]] = {
    **_wheeled_robots("isaacsim.robot.wheeled_robots"),
    **_wheeled_robots("omni.isaac.wheeled_robots"),
    **_surface_grippers("isaacsim.robot.surface_gripper"),
    **_surface_grippers("omni.isaac.surface_gripper"),
    **_assembler("isaacsim.robot_setup.assembler"),
    **_assembler("omni.isaac.robot_assembler"),
    **_manipulators(_MANIPULATORS),
    **_manipulators("omni.isaac.manipulators"),
    **_franka(f"{_MANIPULATORS}.examples.franka"),
    **_franka("omni.isaac.franka"),
    **_universal_robots(f"{_MANIPULATORS}.examples.universal_robots"),
    **_universal_robots("omni.isaac.universal_robots"),
}
