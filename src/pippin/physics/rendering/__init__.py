"""Pictures of all environments at once, ray-traced by Newton on the device that simulates.

:class:`RenderScene` holds what can be seen, :class:`CameraBatch` draws what any number of cameras of one kind see. What
draws loads Newton, which takes seconds, so it is imported when it is first asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .optics import Distortion, FisheyeOptics, Optics
from .seen_shapes import SeenShape

if TYPE_CHECKING:
    from .cameras import OUTPUTS, CameraBatch
    from .carried_lights import Carrier
    from .kernels import LEAVE
    from .lights import Shine, lights_of
    from .newton_looks import DirectionalLight, PointLight, Texture
    from .scene import RenderScene

__all__ = [
    "LEAVE",
    "OUTPUTS",
    "CameraBatch",
    "Carrier",
    "DirectionalLight",
    "Distortion",
    "FisheyeOptics",
    "Optics",
    "PointLight",
    "RenderScene",
    "SeenShape",
    "Shine",
    "Texture",
    "lights_of",
]

_MODULES = {
    "LEAVE": "kernels",
    "OUTPUTS": "cameras",
    "CameraBatch": "cameras",
    "Carrier": "carried_lights",
    "DirectionalLight": "newton_looks",
    "PointLight": "newton_looks",
    "RenderScene": "scene",
    "Shine": "lights",
    "Texture": "newton_looks",
    "lights_of": "lights",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'; there are: {', '.join(__all__)}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
