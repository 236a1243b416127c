"""Modules of ``isaaclab.sensors`` and ``isaaclab.renderers``."""

from __future__ import annotations

_BASES_OF_SENSORS = {
    f"{folder}.base_{module}": f"pippin.sensors: {name} as Base{name}"
    for folder, names in {
        "contact_sensor": {"contact_sensor": "ContactSensor", "contact_sensor_data": "ContactSensorData"},
        "frame_transformer": {
            "frame_transformer": "FrameTransformer",
            "frame_transformer_data": "FrameTransformerData",
        },
        "imu": {"imu": "Imu", "imu_data": "ImuData"},
        "joint_wrench": {
            "joint_wrench_sensor": "JointWrenchSensor",
            "joint_wrench_sensor_data": "JointWrenchSensorData",
        },
        "pva": {"pva": "Pva", "pva_data": "PvaData"},
        "ray_caster": {
            "ray_caster": "RayCaster",
            "ray_caster_camera": "RayCasterCamera",
            "multi_mesh_ray_caster": "MultiMeshRayCaster",
            "multi_mesh_ray_caster_camera": "MultiMeshRayCasterCamera",
        },
    }.items()
    for module, name in names.items()
}
"""Modules of classes from which version 3 derives one for each engine; here one class is for all."""

TACTILE_SENSORS: dict[str, str | tuple[str, ...]] = {
    "tacsl_sensor": (
        "pippin_isaac.lab_images: VisuoTactileSensor, VisuoTactileSensorCfg",
        "pippin.sensors.gelsight: GelSightRenderCfg, GelsightRender",
    ),
    "tacsl_sensor.visuotactile_render": "pippin.sensors.gelsight: GelsightRender",
    "tacsl_sensor.visuotactile_sensor": "pippin_isaac.lab_images: VisuoTactileSensor",
    "tacsl_sensor.visuotactile_sensor_cfg": (
        "pippin_isaac.lab_images: VisuoTactileSensorCfg",
        "pippin.sensors.gelsight: GelSightRenderCfg",
    ),
}
"""Modules of sensors of touch, which version 3 has in ``isaaclab_contrib`` and the versions before in ``isaaclab``."""

MODULES: dict[str, str | tuple[str, ...]] = {
    "isaaclab.renderers": (
        "pippin.sensors.camera: RenderBufferKind, RenderBufferSpec, RendererCfg",
        "pippin_isaac.lab_simulation: make_unserved as *",
    ),
    "isaaclab.sensors": (
        "pippin.sensors: *",
        "pippin_isaac.lab_simulation: TiledCamera, TiledCameraCfg",
        "pippin.sensors.camera: RenderBufferKind, RenderBufferSpec",
        "pippin.sensors.ray_caster: MultiMeshRayCasterCameraData",
        *_BASES_OF_SENSORS.values(),
        (
            "isaaclab.sensors.camera.utils: create_pointcloud_from_depth, create_pointcloud_from_rgbd, "
            "save_images_to_file, transform_points"
        ),
    ),
    "isaaclab.sensors.camera": (
        "pippin.sensors.camera: Camera, CameraCfg, CameraData, RenderBufferKind, RenderBufferSpec",
        "pippin_isaac.lab_simulation: TiledCamera, TiledCameraCfg",
        ".utils: create_pointcloud_from_depth, create_pointcloud_from_rgbd, save_images_to_file, transform_points",
    ),
    "isaaclab.sensors.camera.utils": (
        (
            "pippin.sensors.camera.point_clouds: create_pointcloud_from_depth, create_pointcloud_from_rgbd, "
            "save_images_to_file, transform_points"
        ),
        "pippin.utils.math: convert_camera_frame_orientation_convention",
        "pippin.utils.math: convert_camera_frame_orientation_convention as convert_orientation_convention",
    ),
    "isaaclab.sensors.contact_sensor": (
        "pippin.sensors: ContactSensor, ContactSensorCfg, ContactSensorData, ContactSensor as BaseContactSensor"
    ),
    "isaaclab.sensors.contact_sensor.contact_sensor": "pippin.sensors: ContactSensor",
    "isaaclab.sensors.contact_sensor.contact_sensor_cfg": "pippin.sensors: ContactSensorCfg",
    "isaaclab.sensors.contact_sensor.contact_sensor_data": "pippin.sensors: ContactSensorData",
    "isaaclab.sensors.frame_transformer": (
        "pippin.sensors: FrameTransformer, FrameTransformerCfg, FrameTransformerData, OffsetCfg, FrameTransformer as "
        "BaseFrameTransformer"
    ),
    "isaaclab.sensors.frame_transformer.frame_transformer": "pippin.sensors: FrameTransformer",
    "isaaclab.sensors.frame_transformer.frame_transformer_cfg": "pippin.sensors: FrameTransformerCfg, OffsetCfg",
    "isaaclab.sensors.frame_transformer.frame_transformer_data": "pippin.sensors: FrameTransformerData",
    "isaaclab.sensors.imu": "pippin.sensors: Imu, ImuCfg, ImuData, Imu as BaseImu",
    "isaaclab.sensors.imu.imu": "pippin.sensors: Imu",
    "isaaclab.sensors.imu.imu_cfg": "pippin.sensors: ImuCfg",
    "isaaclab.sensors.imu.imu_data": "pippin.sensors: ImuData",
    **{f"isaaclab.sensors.{module}": source for module, source in _BASES_OF_SENSORS.items()},
    "isaaclab.sensors.patterns": "pippin.sensors.ray_caster.patterns: *",
    "isaaclab.sensors.ray_caster": ("pippin.sensors.ray_caster: *", "pippin.sensors: RayCaster as BaseRayCaster"),
    "isaaclab.sensors.ray_caster.patterns": "pippin.sensors.ray_caster.patterns: *",
    "isaaclab.renderers.output_contract": "pippin.sensors.camera: RenderBufferKind, RenderBufferSpec",
    "isaaclab.renderers.renderer_cfg": "pippin.sensors.camera: RendererCfg",
    "isaaclab.sensors.camera.camera": "pippin.sensors: Camera",
    "isaaclab.sensors.camera.camera_cfg": "pippin.sensors: CameraCfg",
    "isaaclab.sensors.camera.camera_data": (
        "pippin.sensors: CameraData",
        "pippin.sensors.camera: RenderBufferKind, RenderBufferSpec",
    ),
    "isaaclab.sensors.camera.tiled_camera": "pippin_isaac.lab_simulation: TiledCamera",
    "isaaclab.sensors.camera.tiled_camera_cfg": "pippin_isaac.lab_simulation: TiledCameraCfg",
    "isaaclab.sensors.joint_wrench": (
        "pippin.sensors: JointWrenchSensor, JointWrenchSensorCfg, JointWrenchSensorData, JointWrenchSensor as "
        "BaseJointWrenchSensor"
    ),
    "isaaclab.sensors.joint_wrench.joint_wrench_sensor": "pippin.sensors: JointWrenchSensor",
    "isaaclab.sensors.joint_wrench.joint_wrench_sensor_cfg": "pippin.sensors: JointWrenchSensorCfg",
    "isaaclab.sensors.joint_wrench.joint_wrench_sensor_data": "pippin.sensors: JointWrenchSensorData",
    "isaaclab.sensors.pva": "pippin.sensors: Pva, PvaCfg, PvaData, Pva as BasePva",
    "isaaclab.sensors.pva.pva": "pippin.sensors: Pva",
    "isaaclab.sensors.pva.pva_cfg": "pippin.sensors: PvaCfg",
    "isaaclab.sensors.pva.pva_data": "pippin.sensors: PvaData",
    "isaaclab.sensors.ray_caster.multi_mesh_ray_caster": "pippin.sensors: MultiMeshRayCaster",
    "isaaclab.sensors.ray_caster.multi_mesh_ray_caster_camera": "pippin.sensors: MultiMeshRayCasterCamera",
    "isaaclab.sensors.ray_caster.multi_mesh_ray_caster_camera_cfg": "pippin.sensors: MultiMeshRayCasterCameraCfg",
    "isaaclab.sensors.ray_caster.multi_mesh_ray_caster_camera_data": (
        "pippin.sensors.ray_caster: MultiMeshRayCasterCameraData"
    ),
    "isaaclab.sensors.ray_caster.multi_mesh_ray_caster_cfg": "pippin.sensors: MultiMeshRayCasterCfg",
    "isaaclab.sensors.ray_caster.multi_mesh_ray_caster_data": "pippin.sensors: MultiMeshRayCasterData",
    "isaaclab.sensors.ray_caster.patterns.patterns": (
        "pippin.sensors.ray_caster.patterns: bpearl_pattern, grid_pattern, lidar_pattern, pinhole_camera_pattern"
    ),
    "isaaclab.sensors.ray_caster.patterns.patterns_cfg": (
        "pippin.sensors.ray_caster.patterns: BpearlPatternCfg, GridPatternCfg, LidarPatternCfg, PatternBaseCfg, "
        "PinholeCameraPatternCfg"
    ),
    "isaaclab.sensors.ray_caster.ray_cast_utils": "pippin_isaac.lab_prim_views: obtain_world_pose_from_view",
    "isaaclab.sensors.ray_caster.ray_caster": "pippin.sensors: RayCaster",
    "isaaclab.sensors.ray_caster.ray_caster_camera": "pippin.sensors: RayCasterCamera",
    "isaaclab.sensors.ray_caster.ray_caster_camera_cfg": "pippin.sensors: RayCasterCameraCfg",
    "isaaclab.sensors.ray_caster.ray_caster_cfg": "pippin.sensors: RayCasterCfg",
    "isaaclab.sensors.ray_caster.ray_caster_data": "pippin.sensors: RayCasterData",
    **{f"isaaclab.sensors.{module}": names for module, names in TACTILE_SENSORS.items()},
    "isaaclab.sensors.sensor_base": "pippin.sensors: SensorBase",
    "isaaclab.sensors.sensor_base_cfg": "pippin.sensors: SensorBaseCfg",
}
