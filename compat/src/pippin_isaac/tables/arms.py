"""Modules of Isaac Sim's arms and grippers, under newer and older names; see :mod:`pippin_isaac.tables`."""

from __future__ import annotations

Rows = dict[str, str | tuple[str, ...]]

MANIPULATORS = "isaacsim.robot.manipulators"


def _franka(package: str) -> Rows:
    """Rows of the Panda, its controllers and tasks."""
    source = "isaacsim.robot_arms.franka"
    return {
        package: (f"{source}: Franka, KinematicsSolver", ".controllers", ".tasks"),
        f"{package}.franka": f"{source}: Franka",
        f"{package}.kinematics_solver": f"{source}: KinematicsSolver",
        f"{package}.controllers": f"{source}: PickPlaceController, RMPFlowController, StackingController",
        f"{package}.controllers.pick_place_controller": f"{source}: PickPlaceController",
        f"{package}.controllers.rmpflow_controller": f"{source}: RMPFlowController",
        f"{package}.controllers.stacking_controller": f"{source}: StackingController",
        f"{package}.tasks": f"{source}: FollowTarget, PickPlace, Stacking",
        f"{package}.tasks.follow_target": f"{source}: FollowTarget",
        f"{package}.tasks.pick_place": f"{source}: PickPlace",
        f"{package}.tasks.stacking": f"{source}: Stacking",
    }


def _universal_robots(package: str) -> Rows:
    """Rows of the UR10, its controllers and task."""
    source = "isaacsim.robot_arms.ur10"
    return {
        package: (f"{source}: KinematicsSolver, UR10", ".controllers", ".tasks"),
        f"{package}.ur10": f"{source}: UR10",
        f"{package}.kinematics_solver": f"{source}: KinematicsSolver",
        f"{package}.controllers": f"{source}: RMPFlowController",
        f"{package}.controllers.rmpflow_controller": f"{source}: RMPFlowController",
        f"{package}.tasks": f"{source}: FollowTarget",
        f"{package}.tasks.follow_target": f"{source}: FollowTarget",
    }


def _manipulators(package: str) -> Rows:
    """Rows of robots with grippers, of their grippers and controllers."""
    robots, controllers = "isaacsim.robot_arms.manipulators", "isaacsim.robot_arms.controllers"
    return {
        package: (f"{robots}: SingleManipulator", ".controllers", ".grippers"),
        f"{package}.controllers": f"{controllers}: PickPlaceController, StackingController",
        f"{package}.controllers.pick_place_controller": f"{controllers}: PickPlaceController",
        f"{package}.controllers.stacking_controller": f"{controllers}: StackingController",
        f"{package}.grippers": f"{robots}: Gripper, ParallelGripper, SurfaceGripper",
        f"{package}.grippers.gripper": f"{robots}: Gripper",
        f"{package}.grippers.parallel_gripper": f"{robots}: ParallelGripper",
        f"{package}.grippers.surface_gripper": f"{robots}: SurfaceGripper",
        f"{package}.manipulators": f"{robots}: SingleManipulator",
        f"{package}.manipulators.single_manipulator": f"{robots}: SingleManipulator",
    }


MODULES: Rows = {
    **_manipulators(MANIPULATORS),
    **_manipulators("omni.isaac.manipulators"),
    **_franka(f"{MANIPULATORS}.examples.franka"),
    **_franka("omni.isaac.franka"),
    **_universal_robots(f"{MANIPULATORS}.examples.universal_robots"),
    **_universal_robots("omni.isaac.universal_robots"),
}
