"""Tasks that Isaac Lab releases and Pippin has not: what each of them needs, and what there is instead."""

from __future__ import annotations

import re
from functools import wraps
from typing import Any

from gymnasium import error
from gymnasium.envs import registration

_COPY = (
    "in a copy of Isaac Lab's repository of version 2 the release's own task runs on Pippin, where PIPPIN_ASSETS_ROOT"
    " names a folder with NVIDIA's assets"
)

_FAMILIES: dict[str, tuple[str, str]] = {
    r"Factory-Franka": (
        "its config, which gathers version 3's tasks of Factory, is not here yet",
        "IsaacContrib-Factory-PegInsert-Direct, -GearMesh-Direct and -NutThread-Direct are three of them",
    ),
    r"AutoMate-": (
        "its 100 plugs and sockets and the recorded disassemblies of them are files in NVIDIA's cloud",
        f"Isaac-Factory-PegInsert-Direct-v0 puts a peg into a hole with the same arm, and {_COPY}",
    ),
    r"GearAssembly-": (
        "its gears and the robot's gripper are files in NVIDIA's cloud",
        f"Isaac-Deploy-Reach-UR10e-v0 is the same arm that follows poses, and {_COPY}",
    ),
    r"Reach-Rizon4s": (
        "no package describes the robot, Flexiv's Rizon 4s",
        "IsaacContrib-Deploy-Reach-UR10e is the same task with a UR10e",
    ),
    r"(Velocity|Tracking)-.*Digit": (
        "no package describes the robot, Agility's Digit, whose legs are closed loops",
        f"Isaac-Velocity-Flat-H1-v0, -G1-v0 and -Cassie-v0 walk on two legs, and {_COPY}",
    ),
    r"GR1T2|PickPlace-|Assemble-Trocar": (
        "its humanoid with hands and the things it handles are files in NVIDIA's cloud",
        f"Isaac-Lift-Cube-Franka-IK-Abs-v0 takes poses of a hand, too, and {_COPY}",
    ),
    r"Agibot|Galbot": (
        "its robot is a file in NVIDIA's cloud",
        f"Isaac-Stack-Cube-Franka-IK-Rel-v0 stacks with a Panda, and {_COPY}",
    ),
    r"Suction-": (
        "the gripper of its UR10 that sucks is a file in NVIDIA's cloud",
        f"Isaac-Stack-Cube-Franka-IK-Rel-v0 stacks with a Panda, and {_COPY}",
    ),
    r"SO101": (
        "its robot, the SO-101, and what it handles are files in NVIDIA's cloud",
        "Isaac-Stack-Cube-Franka-v0 stacks with a Panda",
    ),
    r"Teddy-Bear|Lift-(Cable|Cloth|Soft)-|Particle|Franka-Pour|Multitask": (
        "what it handles is soft, or flows, and its solvers are not those of rigid bodies",
        "'pippin.assets.DeformableObject' simulates soft bodies (docs/guide/deformable-objects.md), and"
        " Isaac-Lift-Cube-Franka-v0 lifts a rigid one",
    ),
    r"TheiaTiny": (
        "its encoder of images comes with a program of its authors that is run from a download",
        "Isaac-Cartpole-RGB-ResNet18-v0 takes features of torchvision's ResNet-18",
    ),
    r"DrLegs": (
        "no package describes the robot, whose legs are closed loops that the solver Kamino simulates",
        "Isaac-Velocity-Flat-Cassie-v0 walks on two legs",
    ),
    r"Keyboard-": ("its keyboard and its robot are files in NVIDIA's cloud", "Isaac-Reach-Franka-v0 reaches for poses"),
}
"""What a task needs that is not here, and what to take instead, by what its name holds."""


def reason_of_absence(name: str) -> str | None:
    """Say why Pippin has no task of a name that Isaac Lab releases.

    Args:
        name: Name of a task that is not registered, such as "Isaac-AutoMate-Assembly-Direct-v0".

    Returns:
        One sentence with the reason and with what there is instead, or None for a name of no released kind.
    """
    if not re.match(r"Isaac(Contrib)?-", name):
        return None
    for expression, (reason, instead) in _FAMILIES.items():
        if re.search(expression, name):
            return f"Pippin has no task '{name}': {reason}; {instead}."
    return None


def tell_reasons() -> None:
    """Have Gymnasium say of a released task that is absent why it is, where it says that there is no such name.

    The function of Gymnasium that looks for a name's nearest ones is not public, and the only one that all ways to make
    an environment share.
    """
    look_up: Any = registration._check_version_exists
    if hasattr(look_up, "__wrapped__"):
        return

    @wraps(look_up)
    def check_version_exists(namespace: str | None, name: str, version: int | None) -> None:
        try:
            look_up(namespace, name, version)
        except error.NameNotFound as unknown:
            reason = reason_of_absence(registration.get_env_id(namespace, name, version))
            if reason is None:
                raise
            raise error.NameNotFound(reason) from unknown

    replaced: Any = registration
    replaced._check_version_exists = check_version_exists
