"""Names of isaaclab.envs.mdp.actions.surface_gripper_actions."""

from pippin.envs.mdp.actions.unserved_actions import SurfaceGripperBinaryAction

__all__ = ["SurfaceGripperBinaryAction"]
