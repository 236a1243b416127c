"""Extensions of Isaac Sim that Pippin does not serve, and what is in their place, said where they are imported."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from types import ModuleType

_CORTEX = "decider networks and behaviours of Cortex: call `RmpFlow` or `PickPlaceController` from a loop of your own"
_ROS = "the bridge to ROS: publish what `world.step()` has computed from a node of your own"
_OCCUPANCY = "occupancy maps: cast rays with `pippin.sensors.RayCaster`"
_EXPERIMENTAL = "experimental motion generation of Isaac Sim 6: `isaacsim.robot_motion.motion_generation` is served"

REFUSED = {
    "isaacsim.cortex": _CORTEX,
    "omni.isaac.cortex": _CORTEX,
    "omni.isaac.cortex_sync": _CORTEX,
    "isaacsim.ros1": _ROS,
    "isaacsim.ros2": _ROS,
    "omni.isaac.ros_bridge": _ROS,
    "omni.isaac.ros2_bridge": _ROS,
    "isaacsim.asset.gen.omap": _OCCUPANCY,
    "omni.isaac.occupancy_map": _OCCUPANCY,
    "omni.isaac.synthetic_utils": "older synthetic data: `isaacsim.sensors.camera.Camera` has the same pictures",
    "omni.isaac.quadruped": "controllers of quadrupeds: play a policy of your own through `SingleArticulation`",
    "isaacsim.robot_motion.experimental": _EXPERIMENTAL,
    "isaacsim.xr": "displays on heads: teleoperate by `isaaclab.devices`, keyboards and gamepads",
}
"""What is not served, by the name of the package that has it; modules in it that the tables have are."""


class MeshMerger:
    """Merges meshes in Isaac Sim. Programs import it with others; to make one is refused.

    Raises:
        NotImplementedError: Always.
    """

    def __init__(self, *args: object, **kwargs: object) -> None:
        raise NotImplementedError(
            "Meshes are not merged by 'MeshMerger': write a UsdGeom.Mesh of what trimesh.util.concatenate makes."
        )


class RefusedModules(MetaPathFinder):
    """Finds nothing. It is asked last, and says of what it knows why it is not there."""

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> None:
        """Raise for what is not served.

        Raises:
            ModuleNotFoundError: Pippin does not serve the module, and knows what there is in its place.
        """
        within = next((package for package in REFUSED if f"{name}.".startswith(f"{package}.")), None)
        if within is not None:
            raise ModuleNotFoundError(f"'{name}' is not served by Pippin, {REFUSED[within]}.", name=name)
