"""Names of isaacsim.core.utils.torch.maths."""

from pippin.gym.torch_utils import (
    copysign,
    normalize,
    saturate,
    scale,
    scale_transform,
    tensor_clamp,
    torch_rand_float,
    torch_random_dir_2,
    unscale,
    unscale_np,
    unscale_transform,
)

__all__ = [
    "copysign",
    "normalize",
    "saturate",
    "scale",
    "scale_transform",
    "tensor_clamp",
    "torch_rand_float",
    "torch_random_dir_2",
    "unscale",
    "unscale_np",
    "unscale_transform",
]
