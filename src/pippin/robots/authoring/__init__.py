"""Writing robot descriptions and configurations of motion generation for new robots, from their URDF and meshes."""

from .draft import LinkReport, RobotDraft, SphereBounds, draft_robot
from .folders import write_motion_configs
from .picture import draw_spheres

__all__ = ["LinkReport", "RobotDraft", "SphereBounds", "draft_robot", "draw_spheres", "write_motion_configs"]
