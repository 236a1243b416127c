"""How assets are loaded."""

from __future__ import annotations

from .enums import DofDriveMode, MeshNormalMode
from .struct import Struct


class VhacdParams(Struct):
    """Parameters of the convex decomposition of meshes, named after the algorithm V-HACD."""

    resolution: int = 100000
    """Voxels that the mesh is made of."""
    concavity: float = 0.0
    """Concavity that a part may keep, in [0, 1]."""
    max_convex_hulls: int = 64
    """Parts at most."""
    max_num_vertices_per_ch: int = 64
    """Vertices of a part at most."""
    min_volume_per_ch: float = 0.0001
    """Volume of a part at least, as a fraction of the mesh's."""
    alpha: float = 0.05
    """Preference for cuts along planes of symmetry, in [0, 1]."""
    beta: float = 0.05
    """Preference for cuts along axes of revolution, in [0, 1]."""
    plane_downsampling: int = 4
    """Coarseness of the search for the best cut, in [1, 16]."""
    convex_hull_downsampling: int = 4
    """Coarseness of the hulls in that search, in [1, 16]."""
    pca: int = 0
    """Whether to turn the mesh into its principal axes first."""
    mode: int = 0
    """Whether the mesh is made of voxels (0) or of tetrahedra (1)."""
    convex_hull_approximation: bool = True
    project_hull_vertices: bool = True
    ocl_acceleration: bool = True


class AssetOptions(Struct):
    """Options of ``load_asset``, and of assets that are made of one shape."""

    fix_base_link: bool = False
    """Whether the root body is fixed in space."""
    collapse_fixed_joints: bool = False
    """Whether bodies that a fixed joint connects become one."""
    disable_gravity: bool = False
    default_dof_drive_mode: int = DofDriveMode.DOF_MODE_NONE
    """Drive mode of all DOFs, a :class:`DofDriveMode`."""
    armature: float = 0.0
    """Value that is added to the diagonal of inertias, or to the inertia of joints (``use_physx_armature``)."""
    use_physx_armature: bool = True
    """Whether the armature is that of joints."""

    density: float = 1000.0
    """Density [kg/m³] of bodies that come without a mass."""
    override_com: bool = False
    """Whether centres of mass follow from the geometry instead of the file."""
    override_inertia: bool = False
    """Whether inertias follow from the geometry instead of the file."""
    linear_damping: float = 0.0
    """Damping [1/s] of linear velocities of bodies."""
    angular_damping: float = 0.5
    """Damping [1/s] of angular velocities of bodies."""
    max_linear_velocity: float = 1000.0
    """Speed of bodies at most [m/s]."""
    max_angular_velocity: float = 64.0
    """Angular speed of bodies at most [rad/s]."""
    enable_gyroscopic_forces: bool = True

    thickness: float = 0.02
    """Distance [m] at which shapes come to rest."""
    replace_cylinder_with_capsule: bool = False
    """Whether cylinders collide as capsules."""
    slices_per_cylinder: int = 20
    """Sides of the mesh that a cylinder collides as."""
    vhacd_enabled: bool = False
    """Whether meshes are decomposed into convex parts. Otherwise they collide as their convex hulls."""
    vhacd_params: VhacdParams = VhacdParams()
    convex_decomposition_from_submeshes: bool = False
    """Whether the parts of a mesh file are its convex parts."""

    flip_visual_attachments: bool = False
    """Whether visual meshes are turned from y up to z up."""
    use_mesh_materials: bool = False
    """Whether materials come from the mesh files instead of the asset's."""
    mesh_normal_mode: MeshNormalMode = MeshNormalMode.FROM_ASSET
    """Where the normals of meshes come from."""

    tendon_limit_stiffness: float = 1.0
    """Stiffness of the limits of tendons."""
    min_particle_mass: float = 1e-12
    """Mass [kg] of particles of soft bodies at least."""
