"""Files of Isaac Lab 3's packages that programs import from, whose names Pippin has in the packages themselves."""

from __future__ import annotations

_FILES: dict[str, dict[str, str]] = {
    "isaaclab.assets": {"asset": "Asset"},
    "isaaclab.assets.articulation": {
        "base_articulation": "BaseArticulation",
        "base_articulation_data": "BaseArticulationData",
    },
    "isaaclab.assets.cable_object": {
        "cable_object": "CableObject",
        "cable_object_cfg": "CableObjectCfg",
        "cable_object_data": "CableObjectData",
    },
    "isaaclab.assets.deformable_object": {
        "base_deformable_object": "BaseDeformableObject",
        "base_deformable_object_data": "BaseDeformableObjectData",
    },
    "isaaclab.assets.rigid_object": {
        "base_rigid_object": "BaseRigidObject",
        "base_rigid_object_data": "BaseRigidObjectData",
    },
    "isaaclab.assets.rigid_object_collection": {
        "base_rigid_object_collection": "BaseRigidObjectCollection",
        "base_rigid_object_collection_data": "BaseRigidObjectCollectionData",
    },
    "isaaclab.assets.visual_material": {"visual_material": "VisualMaterial"},
    "isaaclab.envs.mdp": {"visual_events": "randomize_visual_material, randomize_visual_shape"},
    "isaaclab.envs.mdp.actions": {"tendon_actions": "FixedTendonPositionAction"},
    "isaaclab.renderers": {
        "base_renderer": "BaseRenderer",
        "camera_render_spec": "CameraRenderSpec",
        "render_context": "RenderContext",
    },
    "isaaclab_newton.assets": {"cable_object": "CableObject, CableObjectData"},
    "isaaclab_newton.assets.mpm_object": {
        "mpm_object": "MPMObject",
        "mpm_object_cfg": "MPMObjectCfg",
        "mpm_object_data": "MPMObjectData",
    },
    "isaaclab_newton.controllers": {
        "differential_ik": "NewtonDifferentialIKController",
        "differential_ik_cfg": "NewtonDifferentialIKControllerCfg",
        "joint_impedance": "NewtonJointImpedanceController",
        "joint_impedance_cfg": "NewtonJointImpedanceControllerCfg",
        "operational_space": "NewtonOperationalSpaceController",
        "operational_space_cfg": "NewtonOperationalSpaceControllerCfg",
    },
    "isaaclab_newton.controllers.ik": {
        "newton_ik_objectives": "NewtonIKJointLimitObjective, NewtonIKObjective, NewtonIKPoseObjective",
        "newton_ik_solver": "NewtonIKSolver",
    },
    "isaaclab_newton.physics": {
        "featherstone_manager_cfg": "FeatherstoneSolverCfg",
        "kamino_manager_cfg": "KaminoDVICfg, KaminoDVISolverCfg, KaminoPADMMCfg, KaminoPADMMSolverCfg",
        "mpm_manager_cfg": "MPMSolverCfg",
        "newton_collision_cfg": "HydroelasticSDFCfg, NewtonCollisionPipelineCfg",
        "vbd_manager_cfg": "VBDSolverCfg",
        "xpbd_manager_cfg": "XPBDSolverCfg",
    },
    "isaaclab_newton.sim.spawners.mpm": {
        "mpm_cfg": "MPMGridCfg, MPMParticleMaterialCfg, MPMParticleSpawnerCfg, MPMPointsCfg",
    },
    "isaaclab_newton.sim.views": {"newton_site_frame_view": "NewtonSiteFrameView"},
    "isaaclab_physx.assets": {"surface_gripper": "SurfaceGripper, SurfaceGripperCfg"},
    "isaaclab_physx.renderers": {
        "isaac_rtx_renderer": "IsaacRtxRenderer",
        "isaac_rtx_renderer_cfg": "IsaacRtxRendererCfg",
    },
    "isaaclab_contrib.coupling": {
        "coupler_cfg": "CouplerAdmmCfg, CouplerCfg, CouplerEntryCfg, CouplerProxyCfg, CouplerProxyMappingCfg",
    },
    "isaaclab_rl.torchrl": {"ppo_cfg": "TorchRlPpoCfg"},
}
"""Names by file, by package. What is not served (cables, particles, couplers) says so where it is used."""

MODULES: dict[str, str | tuple[str, ...]] = {
    f"{package}.{file}": f"{package}: {names}" for package, files in _FILES.items() for file, names in files.items()
} | {"isaaclab_physx.assets.articulation.kernels": "pippin_isaac.joint_kernels: update_default_joint_values"}
