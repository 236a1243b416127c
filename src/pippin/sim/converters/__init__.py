"""Converters from robot descriptions (URDF, MJCF) and meshes to USD with standard schemas.

What the converters write, and so what the importer in :mod:`pippin.physics` has to read
========================================================================================
Stage: metres, kilograms, Z up; the default prim is the asset. Attributes that have their default are not authored.
Schemas that usd-core does not know (``Physx*``, ``Mjc*``, ``Newton*``) are listed in ``apiSchemas`` all the same.

Layout::

    /robot                            Xform; PhysicsArticulationRootAPI, PhysxArticulationAPI
    /robot/<link>                     Xform; PhysicsRigidBodyAPI, PhysicsMassAPI; all links lie side by side
    /robot/<link>/visuals/<name>      gprims without contacts
    /robot/<link>/collisions/<name>   gprims with PhysicsCollisionAPI; purpose "guide" where they are not to be seen
    /robot/<link>/<frame>             Xform of a frame that moves with the link: a merged URDF link, an MJCF site
    /robot/joints/<joint>             joints, depth first as the links; siblings by joint name (URDF) or as in the file
                                      (MJCF); ``root_joint`` fixes the root link to the world (body0 has no target)
    /robot/Looks/<name>               Material with a UsdPreviewSurface
    /robot/physics_materials/<name>   Material; PhysicsMaterialAPI, MjcMaterialAPI; bound for the purpose "physics"
    /robot/actuators/<name>           MjcActuator (MJCF only)
    /robot/tendons/<name>             MjcTendon (MJCF only)
    /robot/physicsScene               PhysicsScene, MjcSceneAPI (MJCF with ``import_options``)

An MJCF whose bodies form several trees has the articulation API on the root body of each tree with joints instead of
``/robot``; a tree without joints is an Xform without rigid-body API (static colliders). Bodies that MJCF joins to the
world by hinges, slides or balls hang from a fixed link ``/robot/world``. Names that are no USD identifiers are made so;
the original is then the prim's display name.

===========================================  ===============  ======================================================
attribute or relationship                    on               meaning and unit
===========================================  ===============  ======================================================
xformOp:translate, xformOp:orient            links, geometry  double3, quatd: pose in the parent prim. Of links: pose
                                                              in the zero configuration (MJCF: in ``qpos0``).
xformOp:scale                                geometry         double3; non-uniform scale of a sphere: an ellipsoid.
physics:mass, :centerOfMass,                 links            kg, m, kg m^2, quaternion: always authored together,
:diagonalInertia, :principalAxes                              density never. ``import_inertia_tensor=False``: mass only.
mjc:gravcomp                                 links            Fraction of gravity that is compensated.
physics:filteredPairs                        links            Links that do not collide with this one (PhysicsFiltered-
                                                              PairsAPI, from MJCF's ``<exclude>``).
physxArticulation:enabledSelfCollisions      root             Always authored.
physics:body0, :body1                        joints           Parent, child link; no body0: the world.
physics:localPos0, :localRot0, :localPos1,   joints           Joint frame in the parent and the child; they coincide in
:localRot1                                                    the zero configuration (where q = ``mjc:ref``).
physics:axis                                 joints           "X", "Y" or "Z" of the joint frames.
physics:lowerLimit, :upperLimit              joints           deg or m, in coordinates that include ``mjc:ref``;
                                                              -inf, inf: no limit.
mjc:ref                                      joints           deg or m: value of the coordinate where the joint frames
                                                              coincide; 0.
drive:angular:physics:* / drive:linear:*     joints           PhysicsDriveAPI. type "force" or "acceleration"; stiffness
                                                              and damping per degree (or per metre); maxForce N or N m.
physxJoint:maxJointVelocity                  joints           deg/s or m/s.
physxJoint:armature                          joints           kg m^2 or kg.
mjc:frictionloss                             joints           Dry friction, N or N m (URDF's ``<dynamics friction>``).
mjc:damping                                  joints           Passive damping, N s/m or N m s/rad. URDF's
                                                              ``<dynamics damping>`` is here only where no drive takes
                                                              it (``joint_drive=None``, target type "none").
mjc:stiffness, mjc:springref                 joints           Passive spring, N/m or N m/rad; its rest, deg or m.
mjc:margin, mjc:solreflimit,                 joints           MuJoCo's, SI units.
mjc:solimplimit, mjc:solreffriction,
mjc:solimpfriction, mjc:actuatorgravcomp
mjc:actuatorfrcrange:min, :max               joints           Bounds of the total actuator effort, N or N m.
mjc:range:max                                ball joints      Largest rotation, deg.
physxMimicJoint:rotX:gearing, :offset,       URDF mimics      PhysxMimicJointAPI:rotX (rotY, rotZ: the joint's axis).
:referenceJoint                                               ``q + gearing * q_reference + offset = 0``: gearing is
                                                              minus URDF's multiplier (SI ratio), offset minus URDF's
                                                              offset in deg or m.
newton:mimicJoint, newton:mimicCoef0,        MJCF equality    MjcEqualityJointAPI on the follower: ``q - ref`` is
newton:mimicCoef1, mjc:coef2, :coef3,                         ``sum_i coef_i (q_leader - ref_leader)^i``; SI units
:coef4, mjc:solref, mjc:solimp                                (radians) but for mimicCoef0, which is in deg or m.
MjcEqualityConnectAPI                        spherical joint  ``physics:excludeFromArticulation``; localPos0, localPos1
                                                              are the two points that coincide; mjc:solref, mjc:solimp.
MjcEqualityWeldAPI                           fixed joint      The same for whole frames; mjc:torqueScale.
physics:jointEnabled                         equalities       false: the constraint is inactive.
physics:approximation                        mesh colliders   "convexHull", or "none" for height fields. The meshes of
                                                              URDF colliders are the hulls themselves.
mjc:contype, mjc:conaffinity, mjc:condim,    colliders        MuJoCo's; only where they differ from MuJoCo's defaults.
mjc:priority, mjc:solmix, mjc:solref,
mjc:solimp, mjc:margin, mjc:gap, mjc:group
physics:staticFriction, :dynamicFriction,    materials        Sliding (1), torsional (m) and rolling (m) friction of
mjc:torsionalfriction, mjc:rollingfriction                    MJCF geometry.
mjc:target, mjc:refSite                      actuators        Joint, tendon, site or body; the site that measures.
mjc:gear, mjc:gainType, :gainPrm,            actuators        MuJoCo's, SI units. Joint servos and motors are also in
:biasType, :biasPrm, :dynType, :dynPrm,                       the joint's drive (gains times gear^2; maxForce from the
mjc:ctrlRange, mjc:forceRange, ...                            control and force ranges times gear).
mjc:type, mjc:path, mjc:path:indices,        tendons          "fixed" (joints, coefficients) or "spatial" (sites, geoms,
:coef, :segments, :divisors,                                  pulleys), as newton's importer reads them.
mjc:sideSites(:indices)
mjc:stiffness, :damping, :frictionloss,      tendons          SI units.
:armature, :springlength, :range:min/max,
:limited, :margin, :solreflimit, ...
mjc:option:*, mjc:flag:*                     scene            ``<option>`` of an MJCF.
===========================================  ===============  ======================================================

Several joints between the same two links act in series, in the order of the prims: with ``F0_i``, ``F1_i`` the joint
frames in parent and child and ``J_i(q_i)`` the motion of joint i along its axis,
``X_parent_child = F0_1 J_1 F1_1^-1 F1_2 J_2 F1_2^-1 ... F1_n J_n F1_n^-1``.
Pivots and axes are those that MuJoCo's own ``<joint>`` elements of one body have.

URDF's planar and floating joints are PhysicsJoint prims: free in all axes, but for PhysicsLimitAPI instances with low
above high, which lock an axis. URDF has no spherical joints, but Isaac Gym reads ``type="spherical"``; so it is here.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .cfg import AssetConverterBaseCfg, MeshConverterCfg, MjcfConverterCfg, UrdfConverterCfg

if TYPE_CHECKING:
    from .base import AssetConverterBase
    from .mesh import MeshConverter, convert_mesh
    from .mjcf import MjcfConverter, convert_mjcf
    from .urdf import UrdfConverter, convert_urdf
    from .urdf_writer import write_urdf

__all__ = [
    "AssetConverterBase",
    "AssetConverterBaseCfg",
    "MeshConverter",
    "MeshConverterCfg",
    "MjcfConverter",
    "MjcfConverterCfg",
    "UrdfConverter",
    "UrdfConverterCfg",
    "convert_mesh",
    "convert_mjcf",
    "convert_urdf",
    "write_urdf",
]

_MODULES = {
    "AssetConverterBase": "base",
    "MeshConverter": "mesh",
    "MjcfConverter": "mjcf",
    "UrdfConverter": "urdf",
    "convert_mesh": "mesh",
    "convert_mjcf": "mjcf",
    "convert_urdf": "urdf",
    "write_urdf": "urdf_writer",
}
"""Modules that are imported when they are first asked for, since they bring the readers of mesh files."""


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'; there are: {', '.join(_MODULES)}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
