"""Pictures of all environments at once, ray-traced by Newton on the device that simulates.

:class:`RenderScene` holds what can be seen, :class:`CameraBatch` draws what any number of cameras of one kind see. Both
load Newton's renderer, so import this package only where something is drawn.
"""

from .cameras import OUTPUTS, CameraBatch
from .kernels import LEAVE
from .lights import lights_of
from .newton_looks import DirectionalLight, PointLight, Texture
from .optics import Distortion, FisheyeOptics, Optics
from .scene import RenderScene, SeenShape

__all__ = [
    "LEAVE",
    "OUTPUTS",
    "CameraBatch",
    "DirectionalLight",
    "Distortion",
    "FisheyeOptics",
    "Optics",
    "PointLight",
    "RenderScene",
    "SeenShape",
    "Texture",
    "lights_of",
]
