"""The importers of URDF and MJCF files of Isaac Sim: their settings, what they read, and where they put it.

Pippin's converters write the USD, whose form does not depend on the settings that only Isaac Sim's files need
(instances, subdivision, physics scenes): those are taken and have no effect.
"""

from __future__ import annotations

import functools
import hashlib
import math
import re
from collections.abc import Callable
from enum import IntEnum
from pathlib import Path
from typing import Any

from pxr import Sdf, Tf

from isaacsim.core.stage import add_reference_to_stage
from pippin.sim import get_next_free_path
from pippin.sim.converters import MjcfConverter, MjcfConverterCfg, UrdfConverter, UrdfConverterCfg
from pippin.sim.converters.urdf_drives import DRIVEN_TYPES
from pippin.utils.files import cache_folder, whole_file
from pippin.utils.urdf import UrdfModel, read_urdf

from .omni_kit import say_once

USD_SUFFIXES = (".usd", ".usda", ".usdc")


class UrdfJointTargetType(IntEnum):
    """What the drive of a joint follows."""

    JOINT_DRIVE_NONE = 0
    JOINT_DRIVE_POSITION = 1
    JOINT_DRIVE_VELOCITY = 2


class _ImportConfig:
    """Settings of an importer: attributes, which ``set_NAME(value)`` sets as well."""

    fix_base = True
    self_collision = False
    density = 0.0
    import_inertia_tensor = True
    convex_decomp = False
    distance_scale = 1.0
    make_default_prim = False
    create_physics_scene = True
    make_instanceable = False
    instanceable_usd_path = ""
    up_vector: Any = (0.0, 0.0, 1.0)

    def __getattr__(self, name: str) -> Callable[[Any], None]:
        if name.startswith("set_") and hasattr(type(self), name[4:]):
            return functools.partial(setattr, self, name[4:])
        raise AttributeError(f"'{type(self).__name__}' has no setting '{name}'; there are: {', '.join(self._names())}.")

    def __setattr__(self, name: str, value: Any) -> None:
        if not hasattr(type(self), name):
            say_once(f"The importers of robots have no setting '{name}': it has no effect.")
        object.__setattr__(self, name, value)

    @classmethod
    def _names(cls) -> list[str]:
        return sorted(name for base in cls.__mro__[:-1] for name in vars(base) if not name.startswith("_"))


class UrdfImportConfig(_ImportConfig):
    """Settings of the importer of URDF files.

    The strength of a drive is its stiffness where it follows positions, else its damping; of revolute joints both are
    per degree, as in USD.
    """

    merge_fixed_joints = True
    collision_from_visuals = False
    replace_cylinders_with_capsules = False
    parse_mimic = True
    override_joint_dynamics = False
    subdivision_scheme = 0
    default_drive_type = UrdfJointTargetType.JOINT_DRIVE_POSITION
    default_drive_strength = 1e7
    default_position_drive_damping = 1e5

    def set_default_drive_type(self, value: int) -> None:
        """What drives follow."""
        self.default_drive_type = UrdfJointTargetType(value)


class MjcfImportConfig(_ImportConfig):
    """Settings of the importer of MJCF files."""

    fix_base = False
    import_sites = True
    visualize_collision_geoms = False


class UrdfDrive:
    """Drive of a joint before it is imported; strength and damping per degree for revolute joints.

    Args:
        config: What drives are where nothing else is said.
        damping: Damping that the file gives [N s/m or N m s/rad]; 0 where it gives none.
        per_unit: Gain per unit of the file, which is a radian or a metre, of a gain per unit of USD.
    """

    def __init__(self, config: UrdfImportConfig, damping: float, per_unit: float):
        self.target_type = UrdfJointTargetType(config.default_drive_type)
        self.strength = float(config.default_drive_strength)
        is_given = damping > 0.0 and not config.override_joint_dynamics
        self.damping = damping / per_unit if is_given else float(config.default_position_drive_damping)
        self._per_unit = per_unit

    def set_strength(self, value: float) -> None:
        """Set the strength."""
        self.strength = value

    def set_damping(self, value: float) -> None:
        """Set the damping."""
        self.damping = value

    def set_target_type(self, value: int) -> None:
        """Set what it follows."""
        self.target_type = UrdfJointTargetType(value)

    def gains(self) -> tuple[float, float]:
        """Stiffness and damping [N/m and N s/m, or N m/rad and N m s/rad]."""
        if self.target_type == UrdfJointTargetType.JOINT_DRIVE_VELOCITY:
            return 0.0, self.strength * self._per_unit
        return self.strength * self._per_unit, self.damping * self._per_unit


class UrdfJoint:
    """Joint of a URDF before it is imported: what the file says of it, and its drive, which programs change.

    Args:
        joint: What the file says.
        config: What drives are where nothing else is said.
    """

    def __init__(self, joint: Any, config: UrdfImportConfig):
        self.name, self.type, self.axis, self.limit = joint.name, joint.type, joint.axis, joint.limit
        self.parent_link_name, self.child_link_name = joint.parent, joint.child
        turns = joint.type in ("revolute", "continuous")
        self.drive = UrdfDrive(config, joint.damping, 180.0 / math.pi if turns else 1.0)


class UrdfRobot:
    """A URDF before it is imported.

    Args:
        path: The file.
        config: What drives are where nothing else is said.

    Attributes:
        name: Name of the robot.
        links: Links by name.
        joints: Joints by name.
        root_link: Name of the link that is no joint's child.
    """

    def __init__(self, path: str | Path, config: UrdfImportConfig):
        model: UrdfModel = read_urdf(path)
        self.path = Path(path)
        self.name, self.root_link = model.name, model.root
        self.links = {link.name: link for link in model.links}
        self.joints = {joint.name: UrdfJoint(joint, config) for joint in model.joints}


def parse_urdf_file(urdf_path: str = "", import_config: UrdfImportConfig | None = None) -> UrdfRobot:
    """Read a URDF file: its joints' drives can be changed before it is imported."""
    return UrdfRobot(urdf_path, import_config or UrdfImportConfig())


def parse_urdf_text(urdf_string: str = "", import_config: UrdfImportConfig | None = None) -> UrdfRobot:
    """Read the text of a URDF, as :func:`parse_urdf_file`."""
    name = hashlib.blake2b(urdf_string.encode(), digest_size=16).hexdigest()
    path = cache_folder("urdf_text") / f"{name}.urdf"
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as temporary:
        temporary.write_text(urdf_string)
    return parse_urdf_file(str(path), import_config)


def import_urdf_robot(
    urdf_path: str = "",
    urdf_robot: UrdfRobot | None = None,
    import_config: UrdfImportConfig | None = None,
    dest_path: str = "",
    get_articulation_root: bool = False,
) -> str:
    """Convert a URDF to USD, and put it on the stage unless it is to be a file.

    Args:
        urdf_path: The file, where no robot is given.
        urdf_robot: What was read of it, with its drives as they are to be.
        import_config: How to convert it.
        dest_path: USD file to write, or path of the prim on the stage; "" takes the name of the robot, below the root
            of the stage. A number is added where there is such a prim already.
        get_articulation_root: The articulation's root is the robot's own prim here.

    Returns:
        Path of the robot's prim, on the stage or in the file.

    Raises:
        FileNotFoundError: There is no such URDF.
        ValueError: It cannot be converted.
        NotImplementedError: The config asks for another scale than metres.
    """
    config = import_config or UrdfImportConfig()
    robot = urdf_robot or parse_urdf_file(urdf_path, config)
    drive = UrdfConverterCfg.JointDriveCfg
    drives = {re.escape(name): joint.drive for name, joint in robot.joints.items() if joint.type in DRIVEN_TYPES}
    cfg = UrdfConverterCfg(
        asset_path=str(robot.path),
        fix_base=config.fix_base,
        merge_fixed_joints=config.merge_fixed_joints,
        link_density=config.density,
        collision_from_visuals=config.collision_from_visuals,
        collider_type="convex_decomposition" if config.convex_decomp else "convex_hull",
        self_collision=config.self_collision,
        replace_cylinders_with_capsules=config.replace_cylinders_with_capsules,
        convert_mimic_joints_to_normal_joints=not config.parse_mimic,
        joint_drive=None,
    )
    if drives:
        gains = {name: each.gains() for name, each in drives.items()}
        cfg.joint_drive = drive(
            target_type={name: each.target_type.name.rpartition("_")[2].lower() for name, each in drives.items()},
            gains=drive.PDGainsCfg(
                stiffness={name: stiffness for name, (stiffness, _) in gains.items()},
                damping={name: damping for name, (_, damping) in gains.items()},
            ),
        )
    return _place(UrdfConverter, cfg, config, dest_path, robot.name)


def import_urdf_file(
    urdf_path: str = "",
    import_config: UrdfImportConfig | None = None,
    dest_path: str = "",
    get_articulation_root: bool = False,
) -> str:
    """Read and import a URDF file; see :func:`import_urdf_robot`."""
    return import_urdf_robot(urdf_path, None, import_config, dest_path, get_articulation_root)


def import_mjcf_file(
    mjcf_path: str = "", import_config: MjcfImportConfig | None = None, prim_path: str = "", dest_path: str = ""
) -> str:
    """Convert an MJCF to USD, and put it on the stage unless it is to be a file.

    Args:
        mjcf_path: The file.
        import_config: How to convert it.
        prim_path: Path of the prim on the stage; "" takes the name of the file. A number is added where there is such
            a prim already.
        dest_path: USD file to write.

    Returns:
        Path of the prim, on the stage or in the file.

    Raises:
        FileNotFoundError: There is no such MJCF.
        ValueError: It cannot be converted.
        NotImplementedError: The config asks for another scale than metres.
    """
    config = import_config or MjcfImportConfig()
    cfg = MjcfConverterCfg(
        asset_path=mjcf_path,
        fix_base=config.fix_base,
        link_density=config.density,
        self_collision=config.self_collision,
        import_sites=config.import_sites,
        import_inertia_tensor=config.import_inertia_tensor,
    )
    return _place(MjcfConverter, cfg, config, dest_path or prim_path, Path(mjcf_path).stem)


def _place(converter: Callable[[Any], Any], cfg: Any, config: _ImportConfig, dest_path: str, name: str) -> str:
    """Convert a file to the USD file or the prim of the stage that a program wants."""
    if config.distance_scale != 1.0:
        raise NotImplementedError(
            f"The import config's 'distance_scale' is {config.distance_scale}; expected 1.0: stages are in metres."
        )
    if dest_path.endswith(USD_SUFFIXES):
        cfg.usd_dir, cfg.usd_file_name = str(Path(dest_path).parent), Path(dest_path).name
        layer = Sdf.Layer.FindOrOpen(converter(cfg).usd_path)
        return f"/{layer.defaultPrim}"
    path = get_next_free_path(dest_path or f"/{Tf.MakeValidIdentifier(name)}")
    prim = add_reference_to_stage(converter(cfg).usd_path, path)
    if config.make_default_prim and prim.GetParent().IsPseudoRoot():
        prim.GetStage().SetDefaultPrim(prim)
    return path


class UrdfImporter:
    """The interface of the importer of URDF files."""

    def parse_urdf(self, asset_root: str, asset_name: str, import_config: UrdfImportConfig) -> UrdfRobot:
        """Read a file of a folder."""
        return parse_urdf_file(str(Path(asset_root, asset_name)), import_config)

    def parse_string_urdf(self, text: str, import_config: UrdfImportConfig) -> UrdfRobot:
        """Read a text."""
        return parse_urdf_text(text, import_config)

    def import_robot(
        self,
        asset_root: str,
        asset_name: str,
        robot: UrdfRobot,
        import_config: UrdfImportConfig,
        stage: str = "",
        get_articulation_root: bool = False,
    ) -> str:
        """Import what was read; ``stage`` is a USD file, "" the current stage. See :func:`import_urdf_robot`."""
        return import_urdf_robot("", robot, import_config, stage, get_articulation_root)


def acquire_urdf_interface() -> UrdfImporter:
    """The interface of the importer of URDF files."""
    return UrdfImporter()


def release_urdf_interface(interface: UrdfImporter) -> None:
    """Do nothing: there is nothing to release."""
