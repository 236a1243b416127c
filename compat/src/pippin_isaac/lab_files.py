"""Helpers of Isaac Lab for files: assets, policies, URDFs and logs; populations of runs, which are not served.

The environment variable ``PIPPIN_ASSETS_ROOT``, or else ``ISAACSIM_ASSET_ROOT``, names a folder with a copy of the
assets of Isaac Lab and Isaac Sim. Without it, configs may hold paths below these constants: of tables, cubes,
surroundings and robots with an open description a stand-in is spawned, anything else is refused.
"""

from __future__ import annotations

import io
import logging
import re
import sys
import tempfile
import time
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import Any

import torch

from pippin.actuators.network_file import load_network
from pippin.motion.config_folders import load_config
from pippin.utils.assets_root import NO_ROOT, assets_root, newton_asset_dir

__all__ = [
    "ISAACLAB_NUCLEUS_DIR",
    "ISAAC_NUCLEUS_DIR",
    "NEWTON_ASSET_DIR",
    "NUCLEUS_ASSET_ROOT_DIR",
    "NVIDIA_NUCLEUS_DIR",
    "check_file_path",
    "check_usd_path_with_timeout",
    "read_file",
    "retrieve_file_path",
    "unmirror_file_path",
    "load_torchscript_model",
    "WORKFLOWS",
    "WORKFLOW_TRAINER",
    "WORKFLOW_PLAYER",
    "WORKFLOW_EXPERIMENT_NAME_VARIABLE",
    "PbtAlgoObserver",
    "PbtCfg",
    "has_pretrained_checkpoints_asset_root_dir",
    "change_revolute_to_fixed",
    "change_revolute_to_fixed_regex",
    "convert_usd_to_urdf",
    "ColoredFormatter",
    "RateLimitFilter",
    "configure_logging",
]

logger = logging.getLogger("pippin")


NUCLEUS_ASSET_ROOT_DIR: str
"""Root of all assets."""

NVIDIA_NUCLEUS_DIR: str
"""Folder of materials and skies."""

ISAAC_NUCLEUS_DIR: str
"""Folder of Isaac Sim's assets."""

ISAACLAB_NUCLEUS_DIR: str
"""Folder of Isaac Lab's assets."""

NEWTON_ASSET_DIR: str
"""Folder of a copy of newton-assets, or where that is."""

_FOLDERS = {
    "NUCLEUS_ASSET_ROOT_DIR": "",
    "NVIDIA_NUCLEUS_DIR": "/NVIDIA",
    "ISAAC_NUCLEUS_DIR": "/Isaac",
    "ISAACLAB_NUCLEUS_DIR": "/Isaac/IsaacLab",
}


def __getattr__(name: str) -> str:
    """A folder of assets, as the environment's variables say when it is asked for.

    Raises:
        AttributeError: There is no such folder.
    """
    if name == "NEWTON_ASSET_DIR":
        return newton_asset_dir()
    if name not in _FOLDERS:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    return assets_root() + _FOLDERS[name]


def check_file_path(path: str) -> int:
    """Where a file is: 1 for this machine, 2 for a cloud, if another model stands in for it, 0 for out of reach."""
    if Path(path).is_file():
        return 1
    from pippin.robots.released.stand_ins import find_robot_stand_in  # costly to import for who asks for no cloud
    from pippin.sim.files import is_cloud_path
    from pippin.sim.spawners.stand_ins import find_stand_in

    return 2 * (is_cloud_path(path) and (find_stand_in(path) or find_robot_stand_in(path)) is not None)


def check_usd_path_with_timeout(usd_path: str, timeout: float = 300, log_interval: float = 30) -> bool:
    """Whether a USD file, or another model in its place, is in reach; what is not is known at once.

    Args:
        usd_path: Path of the file.
        timeout: Without effect: nothing is waited for.
        log_interval: Without effect.
    """
    return check_file_path(usd_path) > 0


def retrieve_file_path(path: str, download_dir: str | None = None, force_download: bool = True) -> str:
    """Absolute path of a file on this machine; the other arguments are accepted for existing code.

    Raises:
        FileNotFoundError: There is no such file on this machine.
    """
    if check_file_path(path) != 1:
        raise FileNotFoundError(
            f"There is no file '{path}' on this machine. For assets of Isaac Sim, name a folder with a copy of them in"
            " the environment variable PIPPIN_ASSETS_ROOT."
        )
    return str(Path(path).resolve())


def unmirror_file_path(path: str) -> str:
    """Address that a local file was downloaded from: an empty string, since nothing is downloaded here."""
    return ""


def read_file(path: str) -> io.BytesIO:
    """Content of a file on this machine.

    Raises:
        FileNotFoundError: There is no such file on this machine.
    """
    return io.BytesIO(Path(retrieve_file_path(path)).read_bytes())


def load_torchscript_model(model_path: str, device: str = "cpu") -> torch.nn.Module:
    """Load a network for evaluation.

    Args:
        model_path: File that ``torch.jit.save`` wrote. Checkpoints, which are pickles, are not loaded.
        device: Torch device.

    Raises:
        FileNotFoundError: There is no such file.
        RuntimeError: The file is no TorchScript.
    """
    if not Path(model_path).is_file():
        raise FileNotFoundError(f"TorchScript model '{model_path}' is not a file.")
    try:
        return load_network(model_path, torch.device(device))
    except ValueError as error:
        cause = RuntimeError(str(error))  # the kind that PyTorch raises, which is not asked
        raise RuntimeError(f"Failed to load TorchScript model '{model_path}': {error}") from cause


def load_torchscript_model_2(model_path: str, device: str = "cpu") -> torch.nn.Module | None:
    """Do what :func:`load_torchscript_model` does, as version 2: a file that is no TorchScript gives None.

    An error in the log says why. Arguments and errors are otherwise those of :func:`load_torchscript_model`.
    """
    try:
        return load_torchscript_model(model_path, device)
    except RuntimeError as error:
        logger.error("%s", error)
        return None


WORKFLOWS = ["rl_games", "rsl_rl", "sb3", "skrl"]
"""Libraries of reinforcement learning."""

WORKFLOW_TRAINER = {name: f"scripts/reinforcement_learning/{name}/train.py" for name in WORKFLOWS}
WORKFLOW_PLAYER = {name: f"scripts/reinforcement_learning/{name}/play.py" for name in WORKFLOWS}
WORKFLOW_EXPERIMENT_NAME_VARIABLE = {
    "rl_games": "agent.params.config.name",
    "rsl_rl": "agent.experiment_name",
    "sb3": None,
    "skrl": "agent.agent.experiment.directory",
}


def has_pretrained_checkpoints_asset_root_dir() -> bool:
    """Whether there is a place for them: a folder with a copy of the assets."""
    return assets_root() != NO_ROOT


_JOINT = re.compile(r"<joint\b[^>]*>")
_NAME = re.compile(r"""\bname\s*=\s*["']([^"']*)["']""")


def convert_usd_to_urdf(usd_path: str, output_path: str, force_conversion: bool = True) -> tuple[str, str]:
    """Write the URDF of the links and joints of a robot in a USD file; its shapes are left out.

    Args:
        usd_path: USD file.
        output_path: Folder, in which the file is "urdf/" and the USD file's name.
        force_conversion: Whether a URDF file that is there is written anew.

    Returns:
        Paths of the URDF file and of the folder "meshes" beside its folder, which is empty.

    Raises:
        FileNotFoundError: There is no such USD file.
        ValueError: It is no robot that a URDF can describe.
    """
    from pippin.sim.converters import write_urdf

    urdf = Path(output_path, "urdf", Path(usd_path).name.split(".")[0] + ".urdf")
    meshes = Path(output_path, "meshes")
    meshes.mkdir(parents=True, exist_ok=True)
    if force_conversion or not urdf.is_file():
        write_urdf(usd_path, urdf)
    return str(urdf), str(meshes)


_REVOLUTE = re.compile(r"""(\btype\s*=\s*["'])revolute(["'])""")


def change_revolute_to_fixed(urdf_path: str, fixed_joints: Iterable[str], verbose: bool = False) -> None:
    """Make revolute joints of a URDF file fixed; the rest of the file stays as it is.

    Args:
        urdf_path: File, which is overwritten.
        fixed_joints: Names of the joints. Those that are not there, or not revolute, are passed over.
        verbose: Whether to log which joints are changed, and which are passed over.

    Raises:
        FileNotFoundError: There is no such file.
    """
    _fix(urdf_path, set(fixed_joints), verbose)


def change_revolute_to_fixed_regex(urdf_path: str, fixed_joints: Iterable[str], verbose: bool = False) -> None:
    """Make the revolute joints fixed whose names begin with what a regular expression matches.

    Args:
        urdf_path: File, which is overwritten.
        fixed_joints: Regular expressions.
        verbose: Whether to log which joints are changed.

    Raises:
        FileNotFoundError: There is no such file.
    """
    tags = _JOINT.findall(Path(urdf_path).read_text(encoding="utf-8"))
    names = {found[1] for tag in tags if _REVOLUTE.search(tag) and (found := _NAME.search(tag))}
    patterns = [re.compile(pattern) for pattern in fixed_joints]
    _fix(urdf_path, {name for name in names if any(pattern.match(name) for pattern in patterns)}, verbose)


def _fix(urdf_path: str, names: set[str], verbose: bool) -> None:
    path = Path(urdf_path)
    changed = set()

    def fixed(tag: re.Match[str]) -> str:
        name = _NAME.search(tag[0])
        if name is None or name[1] not in names or not _REVOLUTE.search(tag[0]):
            return tag[0]
        changed.add(name[1])
        return _REVOLUTE.sub(r"\1fixed\2", tag[0])

    path.write_text(_JOINT.sub(fixed, path.read_text(encoding="utf-8")), encoding="utf-8")
    if verbose:
        logger.warning("Joints of '%s' made fixed: %s.", path, sorted(changed))
        logger.warning("Joints of '%s' that are not there or not revolute: %s.", path, sorted(names - changed))


_SECONDS = 5
"""Time in which a warning is shown once [s]."""


def configure_logging(
    logging_level: str = "WARNING", save_logs_to_file: bool = True, log_dir: str | None = None
) -> logging.Logger:
    """Replace all handlers of the root logger by one that writes to the terminal, and one that writes to a file.

    Args:
        logging_level: Level of the logger and of the terminal: "DEBUG", "INFO", "WARNING", "ERROR" or "CRITICAL".
        save_logs_to_file: Whether to write a file, too.
        log_dir: Folder of the file, which is made if needed. None: ``isaaclab/logs`` in the system's folder for
            temporary files.

    Returns:
        The root logger.

    Raises:
        ValueError: There is no such level.
    """
    return _configure_logging(logging_level, logging_level, save_logs_to_file, log_dir)


def configure_logging_2(
    logging_level: str = "WARNING", save_logs_to_file: bool = True, log_dir: str | None = None
) -> logging.Logger:
    """Do what :func:`configure_logging` does, as version 2: the logger lets everything through, to the file.

    The arguments and errors are those of :func:`configure_logging`.
    """
    return _configure_logging(logging.DEBUG, logging_level, save_logs_to_file, log_dir)


def _configure_logging(
    root_level: str | int, logging_level: str, save_logs_to_file: bool, log_dir: str | None
) -> logging.Logger:
    root = logging.getLogger()
    root.setLevel(root_level)
    for handler in list(root.handlers):
        root.removeHandler(handler)
    terminal = logging.StreamHandler(sys.stdout)
    terminal.setLevel(logging_level)
    terminal.setFormatter(ColoredFormatter("%(asctime)s [%(filename)s] %(levelname)s: %(message)s", "%H:%M:%S"))
    terminal.addFilter(RateLimitFilter(_SECONDS))
    root.addHandler(terminal)
    if save_logs_to_file:
        folder = Path(log_dir) if log_dir is not None else Path(tempfile.gettempdir(), "isaaclab", "logs")
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / time.strftime("isaaclab_%Y-%m-%d_%H-%M-%S.log")
        root.addHandler(_file_handler(path))
        print(f"[INFO][IsaacLab]: Logging to file: {path}")  # noqa: T201 - said whatever the level
    return root


def _file_handler(path: Path) -> logging.FileHandler:
    handler = logging.FileHandler(path, mode="w", encoding="utf-8")
    handler.setLevel(logging.DEBUG)
    words = "%(asctime)s [%(filename)s:%(lineno)d] %(levelname)s: %(message)s"
    handler.setFormatter(logging.Formatter(words, "%Y-%m-%d %H:%M:%S"))
    return handler


class ColoredFormatter(logging.Formatter):
    """Formatter that shows warnings yellow and errors red, by the codes of ANSI terminals."""

    RESET = "\033[0m"
    """Code that ends a colour."""

    COLORS = {
        "DEBUG": RESET,
        "INFO": RESET,
        "WARNING": "\033[33m",
        "ERROR": "\033[31m",
        "CRITICAL": "\033[1;31m",
    }
    """Code of each level."""

    def format(self, record: logging.LogRecord) -> str:
        """Text of a record between the code of its level and the one that ends it."""
        return f"{self.COLORS.get(record.levelname, self.RESET)}{super().format(record)}{self.RESET}"


class RateLimitFilter(logging.Filter):
    """Filter that drops a warning of the same words as one that it let through shortly before.

    Args:
        interval_seconds: How long the same words are dropped [s].
    """

    def __init__(self, interval_seconds: float = _SECONDS) -> None:
        super().__init__()
        self.interval = interval_seconds
        self.last_emitted: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to show a record."""
        if record.levelno != logging.WARNING:
            return True
        now, words = time.time(), record.getMessage()
        if now - self.last_emitted.get(words, -self.interval - 1.0) <= self.interval:
            return False
        self.last_emitted[words] = now
        return True


class _Population:
    """Part of population-based training, which programs import beside what they use."""

    def __init__(self, *args: object, **settings: object) -> None:
        raise NotImplementedError(
            f"{type(self).__name__}: population-based training is not served; set 'pbt.enabled' to False, and start a "
            "run for each set of hyperparameters."
        )


class PbtAlgoObserver(_Population):
    """Observer of rl_games that exchanges weights and hyperparameters between runs."""


class PbtCfg(_Population):
    """Config of :class:`PbtAlgoObserver`."""


_POLICIES = {"FRANKA": ("Franka", 5), "UR10": ("UR10", 5)}
"""Robots whose parameters of RMPflow Pippin has, and evaluations in a step."""

_POLICIES_IN_A_CLOUD = {
    "GALBOT_LEFT_ARM": ("galbot_one_charlie", "left_arm", "left_arm_gripper", "left_gripper_tcp_link"),
    "GALBOT_RIGHT_ARM": ("galbot_one_charlie", "right_arm", "right_arm_suction", "right_suction_cup_tcp_link"),
    "AGIBOT_LEFT_ARM": ("agibot", "left_arm", "left_arm_gripper", "gripper_center"),
    "AGIBOT_RIGHT_ARM": ("agibot", "right_arm", "right_arm_gripper", "right_gripper_center"),
}
"""Robots whose files NVIDIA's servers have: folder, arm, description and frame; those that use them say so."""


def make_rmpflow_config(name: str) -> Any:
    """Make a config of RMPflow of those that Isaac Lab has for its robots, such as "FRANKA_RMPFLOW_CFG".

    Args:
        name: The name that a program imports.

    Raises:
        AttributeError: There is none of that name.
    """
    from pippin.envs.mdp.actions.rmpflow_action import RmpFlowControllerCfg  # imports all of the environments

    robot = name.removesuffix("_RMPFLOW_CFG")
    if robot in _POLICIES and robot != name:
        policy, evaluations = _POLICIES[robot]
        found = load_config(str(files("pippin.robots") / "motion_policy_configs"), policy, "RMPflow")
        return RmpFlowControllerCfg(
            config_file=found["rmpflow_config_path"],
            urdf_file=found["urdf_path"],
            collision_file=found["robot_description_path"],
            frame_name=found["end_effector_frame_name"],
            evaluations_per_frame=evaluations,
        )
    if robot in _POLICIES_IN_A_CLOUD and robot != name:
        folder, arm, description, frame = _POLICIES_IN_A_CLOUD[robot]
        root = f"{assets_root()}/Isaac/IsaacLab/Controllers/RmpFlowAssets/{folder}"
        return RmpFlowControllerCfg(
            config_file=f"{root}/rmpflow/{folder}_{arm}_rmpflow_config.yaml",
            urdf_file=f"{root}/{folder}.urdf",
            collision_file=f"{root}/rmpflow/{folder}_{description}.yaml",
            frame_name=frame,
            evaluations_per_frame=5,
            ignore_robot_state_updates=True,
        )
    raise AttributeError(f"There is no config '{name}' of RMPflow.")
