"""Configs of the converters from robot descriptions and meshes to USD."""

from __future__ import annotations

from dataclasses import MISSING
from typing import TYPE_CHECKING, Literal

from pippin.utils import configclass

if TYPE_CHECKING:
    from pippin.sim import schemas


@configclass
class AssetConverterBaseCfg:
    """What every converter needs: the file to read and where its USD goes."""

    asset_path: str = MISSING
    """File to convert."""

    usd_dir: str | None = None
    """Folder of the USD file; None takes a folder of the cache that is named after everything the result depends on."""

    usd_file_name: str | None = None
    """Name of the USD file; None takes the name of the asset with the suffix ``.usdc``."""

    force_usd_conversion: bool = False
    """Convert even where an up-to-date USD file lies there already."""


@configclass
class UrdfConverterCfg(AssetConverterBaseCfg):
    """How a URDF becomes USD.

    Where a value may be a dictionary, its keys are regular expressions that match whole joint names; a joint that
    none matches keeps the value of the URDF or the default.
    """

    @configclass
    class JointDriveCfg:
        """Drives of the joints with a degree of freedom."""

        @configclass
        class PDGainsCfg:
            """Gains of the drives, in SI units (per radian for revolute joints)."""

            stiffness: dict[str, float] | float | None = None
            """Stiffness [N/m or N m/rad]; None is 0, to be set by the actuators of the articulation."""

            damping: dict[str, float] | float | None = None
            """Damping [N s/m or N m s/rad]; None takes that of the URDF's ``<dynamics>``, which it replaces."""

        @configclass
        class NaturalFrequencyGainsCfg:
            """Gains of the drives from the response that each joint should show.

            With the inertia or mass ``m`` that the joint moves in the zero configuration, the links before it at rest
            (1 for acceleration drives), the stiffness is ``m w^2`` and the damping ``2 m r w``.
            """

            natural_frequency: dict[str, float] | float = MISSING
            """Natural frequency ``w`` [rad/s]."""

            damping_ratio: dict[str, float] | float = 0.005
            """Damping ratio ``r``; 1 is critical."""

        drive_type: dict[str, Literal["acceleration", "force"]] | Literal["acceleration", "force"] = "force"
        """Whether a drive's output is an effort or the acceleration that it causes."""

        target_type: dict[str, Literal["none", "position", "velocity"]] | Literal["none", "position", "velocity"] = (
            "position"
        )
        """What a drive follows: with "none" both gains are 0, with "velocity" only the stiffness is."""

        gains: PDGainsCfg | NaturalFrequencyGainsCfg = PDGainsCfg()
        """Gains of the drives."""

    fix_base: bool = False
    """Fix the root link to the world."""

    root_link_name: str | None = None
    """Link that becomes the articulation's root; None takes the URDF's root link. Links above it must be empty and
    fixed: they are left out."""

    link_density: float = 0.0
    """Density [kg/m^3] for links without ``<inertial>``. With 0 they get a tiny mass, but for those with collision
    shapes that a joint moves: these get 1000 kg/m^3, as in Isaac Sim."""

    merge_fixed_joints: bool = True
    """Fold links behind fixed joints into their parents; their frames stay as plain Xforms. Joints with the attribute
    ``dont_collapse="true"`` are kept."""

    keep_links: str | None = None
    """Regular expression of links that stay bodies of their own behind fixed joints, such as feet."""

    convert_mimic_joints_to_normal_joints: bool = False
    """Let mimic joints move on their own."""

    joint_drive: JointDriveCfg | None = JointDriveCfg()
    """Drives of the joints; None authors effort limits only."""

    collision_from_visuals: bool = False
    """Make the visual geometry the collision geometry of links that have none."""

    collider_type: Literal["convex_hull", "convex_decomposition"] = "convex_hull"
    """How collision meshes are approximated."""

    self_collision: bool = False
    """Let links of the robot collide with one another."""

    replace_cylinders_with_capsules: bool = False
    """Turn the cylinders among the collision geometry into capsules of equal radius and total length."""

    turn_visual_meshes: bool = False
    """Turn visual meshes from y up to z up."""

    collada_up: Literal["as is", "y"] = "as is"
    """Where the axis goes that a COLLADA file calls up. "y" is what assimp does, by which Isaac Gym reads meshes."""


@configclass
class MjcfConverterCfg(AssetConverterBaseCfg):
    """How an MJCF becomes USD."""

    fix_base: bool = False
    """Fix the root body of every kinematic tree to the world; False keeps the file's free joints."""

    link_density: float = 0.0
    """Density [kg/m^3] for bodies without ``<inertial>``; 0 takes the densities of their geometries."""

    include_folder: str | None = None
    """Folder that included files have to lie in; None takes the folder of the model."""

    keep_root_orientation: bool = False
    """Let the root body of a file with one tree have the orientation that the file gives it, in the asset's frame.
    Its position is left out either way."""

    import_inertia_tensor: bool = True
    """Author the inertia tensors; False leaves masses only, and inertia to the collision geometry."""

    import_sites: bool = True
    """Author sites as Xforms."""

    self_collision: bool = False
    """Let bodies of one articulation collide with one another."""

    import_world_geometry: bool = False
    """Author the geometry that is fixed to the world, such as floors."""

    import_options: bool = False
    """Author ``<option>`` as ``mjc:option:*`` on a physics scene."""

    import_physics_scene: bool = False
    """Another name of :attr:`import_options`."""


@configclass
class MeshConverterCfg(AssetConverterBaseCfg):
    """How a mesh file becomes USD."""

    mass_props: schemas.MassPropertiesCfg | None = None
    """Mass or density; None leaves them out."""

    rigid_props: schemas.RigidBodyPropertiesCfg | None = None
    """Properties of the rigid body; None makes no rigid body."""

    collision_props: schemas.CollisionPropertiesCfg | None = None
    """Properties of the collider; None makes no collider."""

    mesh_collision_props: schemas.MeshCollisionPropertiesCfg | None = None
    """How the collider approximates the mesh; None takes the convex hull."""

    translation: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """Position of the mesh in the asset's frame [m]."""

    rotation: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 1.0)
    """Orientation of the mesh in the asset's frame (x, y, z, w)."""

    scale: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """Scale of the mesh along its own axes."""
