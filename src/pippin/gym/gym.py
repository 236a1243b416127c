"""The register of Isaac Gym's calls: the class of its one object, whose methods make and run simulations."""

from __future__ import annotations

from typing import TypeVar

from .calls import (
    actors,
    asset_parts,
    assets,
    attractors,
    bodies,
    body_forces,
    cameras,
    commands,
    contacts,
    dofs,
    environments,
    forces,
    ground,
    looks,
    simulation,
    soft_bodies,
    states,
    tendons,
    tensors,
    usd,
    viewer,
)
from .calls.naming import named
from .refused import refuse_unsupported

Class = TypeVar("Class", bound=type)


def name_the_calls(cls: Class) -> Class:
    """Let the errors of a class's static methods begin with their names."""
    for name, method in list(vars(cls).items()):
        if isinstance(method, staticmethod):
            setattr(cls, name, staticmethod(named(name, method.__func__)))
    return cls


@refuse_unsupported
@name_the_calls
class Gym:
    """Everything that programs for Isaac Gym call. ``gymapi.acquire_gym`` gives the one there is.

    Each call is a function of :mod:`pippin.gym.calls`, under its own name.
    """

    # Simulations.

    create_sim = staticmethod(simulation.create_sim)
    destroy_sim = staticmethod(simulation.destroy_sim)
    prepare_sim = staticmethod(simulation.prepare_sim)
    simulate = staticmethod(simulation.simulate)
    fetch_results = staticmethod(simulation.fetch_results)
    get_sim_params = staticmethod(simulation.get_sim_params)
    set_sim_params = staticmethod(simulation.set_sim_params)
    set_sim_device = staticmethod(simulation.set_sim_device)
    get_sim_time = staticmethod(simulation.get_sim_time)
    get_elapsed_time = staticmethod(simulation.get_elapsed_time)
    get_frame_count = staticmethod(simulation.get_frame_count)
    sync_frame_time = staticmethod(simulation.sync_frame_time)
    get_version = staticmethod(simulation.get_version)
    create_performance_timers = staticmethod(simulation.create_performance_timers)
    get_performance_timers = staticmethod(simulation.get_performance_timers)
    destroy_performance_timers = staticmethod(simulation.destroy_performance_timers)

    # Ground.

    add_ground = staticmethod(ground.add_ground)
    add_heightfield = staticmethod(ground.add_heightfield)
    add_triangle_mesh = staticmethod(ground.add_triangle_mesh)

    # Loading and making assets.

    load_asset = staticmethod(assets.load_asset)
    load_urdf = staticmethod(assets.load_urdf)
    load_mjcf = staticmethod(assets.load_mjcf)
    load_usd = staticmethod(assets.load_usd)
    create_box = staticmethod(assets.create_box)
    create_sphere = staticmethod(assets.create_sphere)
    create_capsule = staticmethod(assets.create_capsule)
    create_asset_force_sensor = staticmethod(assets.create_asset_force_sensor)
    debug_print_asset = staticmethod(assets.debug_print_asset)

    # Parts of assets.

    get_asset_rigid_body_count = staticmethod(asset_parts.get_asset_rigid_body_count)
    get_asset_rigid_body_name = staticmethod(asset_parts.get_asset_rigid_body_name)
    get_asset_rigid_body_names = staticmethod(asset_parts.get_asset_rigid_body_names)
    get_asset_rigid_body_dict = staticmethod(asset_parts.get_asset_rigid_body_dict)
    find_asset_rigid_body_index = staticmethod(asset_parts.find_asset_rigid_body_index)
    get_asset_rigid_body_shape_indices = staticmethod(asset_parts.get_asset_rigid_body_shape_indices)
    get_asset_rigid_shape_count = staticmethod(asset_parts.get_asset_rigid_shape_count)
    get_asset_rigid_shape_properties = staticmethod(asset_parts.get_asset_rigid_shape_properties)
    set_asset_rigid_shape_properties = staticmethod(asset_parts.set_asset_rigid_shape_properties)
    get_asset_joint_count = staticmethod(asset_parts.get_asset_joint_count)
    get_asset_joint_name = staticmethod(asset_parts.get_asset_joint_name)
    get_asset_joint_names = staticmethod(asset_parts.get_asset_joint_names)
    get_asset_joint_dict = staticmethod(asset_parts.get_asset_joint_dict)
    get_asset_joint_type = staticmethod(asset_parts.get_asset_joint_type)
    find_asset_joint_index = staticmethod(asset_parts.find_asset_joint_index)
    get_joint_type_string = staticmethod(asset_parts.get_joint_type_string)
    get_asset_dof_count = staticmethod(asset_parts.get_asset_dof_count)
    get_asset_dof_name = staticmethod(asset_parts.get_asset_dof_name)
    get_asset_dof_names = staticmethod(asset_parts.get_asset_dof_names)
    get_asset_dof_dict = staticmethod(asset_parts.get_asset_dof_dict)
    get_asset_dof_type = staticmethod(asset_parts.get_asset_dof_type)
    get_asset_dof_properties = staticmethod(asset_parts.get_asset_dof_properties)
    find_asset_dof_index = staticmethod(asset_parts.find_asset_dof_index)
    get_dof_type_string = staticmethod(asset_parts.get_dof_type_string)
    get_asset_actuator_count = staticmethod(asset_parts.get_asset_actuator_count)
    get_asset_actuator_name = staticmethod(asset_parts.get_asset_actuator_name)
    get_asset_actuator_joint_name = staticmethod(asset_parts.get_asset_actuator_joint_name)
    get_asset_actuator_properties = staticmethod(asset_parts.get_asset_actuator_properties)
    find_asset_actuator_index = staticmethod(asset_parts.find_asset_actuator_index)
    get_asset_soft_body_count = staticmethod(asset_parts.get_asset_soft_body_count)
    get_asset_soft_materials = staticmethod(asset_parts.get_asset_soft_materials)

    # Environments.

    create_env = staticmethod(environments.create_env)
    get_env = staticmethod(environments.get_env)
    get_env_count = staticmethod(environments.get_env_count)
    get_env_origin = staticmethod(environments.get_env_origin)
    get_env_rigid_body_count = staticmethod(environments.get_env_rigid_body_count)
    get_env_joint_count = staticmethod(environments.get_env_joint_count)
    get_env_dof_count = staticmethod(environments.get_env_dof_count)

    # Actors.

    create_actor = staticmethod(actors.create_actor)
    begin_aggregate = staticmethod(actors.begin_aggregate)
    end_aggregate = staticmethod(actors.end_aggregate)
    create_aggregate = staticmethod(actors.create_aggregate)
    get_actor_count = staticmethod(actors.get_actor_count)
    get_sim_actor_count = staticmethod(actors.get_sim_actor_count)
    get_actor_handle = staticmethod(actors.get_actor_handle)
    find_actor_handle = staticmethod(actors.find_actor_handle)
    get_actor_name = staticmethod(actors.get_actor_name)
    get_actor_asset = staticmethod(actors.get_actor_asset)
    get_actor_index = staticmethod(actors.get_actor_index)
    find_actor_index = staticmethod(actors.find_actor_index)
    get_actor_scale = staticmethod(actors.get_actor_scale)
    set_actor_scale = staticmethod(actors.set_actor_scale)

    # Bodies of actors.

    get_actor_rigid_body_count = staticmethod(bodies.get_actor_rigid_body_count)
    get_sim_rigid_body_count = staticmethod(bodies.get_sim_rigid_body_count)
    get_actor_rigid_body_names = staticmethod(bodies.get_actor_rigid_body_names)
    get_actor_rigid_body_dict = staticmethod(bodies.get_actor_rigid_body_dict)
    get_actor_rigid_body_handle = staticmethod(bodies.get_actor_rigid_body_handle)
    find_actor_rigid_body_handle = staticmethod(bodies.find_actor_rigid_body_handle)
    get_actor_root_rigid_body_handle = staticmethod(bodies.get_actor_root_rigid_body_handle)
    get_rigid_handle = staticmethod(bodies.get_rigid_handle)
    get_rigid_name = staticmethod(bodies.get_rigid_name)
    get_actor_rigid_body_index = staticmethod(bodies.get_actor_rigid_body_index)
    find_actor_rigid_body_index = staticmethod(bodies.find_actor_rigid_body_index)
    get_actor_rigid_body_properties = staticmethod(bodies.get_actor_rigid_body_properties)
    set_actor_rigid_body_properties = staticmethod(bodies.set_actor_rigid_body_properties)
    get_actor_rigid_body_shape_indices = staticmethod(bodies.get_actor_rigid_body_shape_indices)
    get_actor_rigid_shape_count = staticmethod(bodies.get_actor_rigid_shape_count)
    get_actor_rigid_shape_properties = staticmethod(bodies.get_actor_rigid_shape_properties)
    set_actor_rigid_shape_properties = staticmethod(bodies.set_actor_rigid_shape_properties)

    # Joints, DOFs and actuators of actors.

    get_actor_joint_count = staticmethod(dofs.get_actor_joint_count)
    get_sim_joint_count = staticmethod(dofs.get_sim_joint_count)
    get_actor_joint_names = staticmethod(dofs.get_actor_joint_names)
    get_actor_joint_dict = staticmethod(dofs.get_actor_joint_dict)
    get_actor_joint_handle = staticmethod(dofs.get_actor_joint_handle)
    find_actor_joint_handle = staticmethod(dofs.find_actor_joint_handle)
    get_joint_handle = staticmethod(dofs.get_joint_handle)
    get_joint_name = staticmethod(dofs.get_joint_name)
    get_actor_joint_index = staticmethod(dofs.get_actor_joint_index)
    find_actor_joint_index = staticmethod(dofs.find_actor_joint_index)
    get_actor_dof_count = staticmethod(dofs.get_actor_dof_count)
    get_sim_dof_count = staticmethod(dofs.get_sim_dof_count)
    get_actor_dof_names = staticmethod(dofs.get_actor_dof_names)
    get_actor_dof_dict = staticmethod(dofs.get_actor_dof_dict)
    get_actor_dof_handle = staticmethod(dofs.get_actor_dof_handle)
    find_actor_dof_handle = staticmethod(dofs.find_actor_dof_handle)
    get_actor_dof_index = staticmethod(dofs.get_actor_dof_index)
    find_actor_dof_index = staticmethod(dofs.find_actor_dof_index)
    get_actor_dof_properties = staticmethod(dofs.get_actor_dof_properties)
    set_actor_dof_properties = staticmethod(dofs.set_actor_dof_properties)
    get_actor_actuator_count = staticmethod(dofs.get_actor_actuator_count)
    get_actor_actuator_name = staticmethod(dofs.get_actor_actuator_name)
    get_actor_actuator_joint_name = staticmethod(dofs.get_actor_actuator_joint_name)
    get_actor_actuator_properties = staticmethod(dofs.get_actor_actuator_properties)
    find_actor_actuator_index = staticmethod(dofs.find_actor_actuator_index)

    # Tendons.

    get_asset_tendon_count = staticmethod(tendons.get_asset_tendon_count)
    get_asset_tendon_name = staticmethod(tendons.get_asset_tendon_name)
    find_asset_tendon_index = staticmethod(tendons.find_asset_tendon_index)
    get_asset_tendon_properties = staticmethod(tendons.get_asset_tendon_properties)
    set_asset_tendon_properties = staticmethod(tendons.set_asset_tendon_properties)
    get_asset_fixed_tendon_joint_coefficients = staticmethod(tendons.get_asset_fixed_tendon_joint_coefficients)
    set_asset_fixed_tendon_joint_coefficients = staticmethod(tendons.set_asset_fixed_tendon_joint_coefficients)
    get_asset_fixed_tendon_joint_name = staticmethod(tendons.get_asset_fixed_tendon_joint_name)
    get_actor_tendon_count = staticmethod(tendons.get_actor_tendon_count)
    get_actor_tendon_name = staticmethod(tendons.get_actor_tendon_name)
    find_actor_tendon_index = staticmethod(tendons.find_actor_tendon_index)
    get_actor_tendon_properties = staticmethod(tendons.get_actor_tendon_properties)
    set_actor_tendon_properties = staticmethod(tendons.set_actor_tendon_properties)
    get_actor_tendon_offset = staticmethod(tendons.get_actor_tendon_offset)
    set_actor_tendon_offset = staticmethod(tendons.set_actor_tendon_offset)
    get_actor_fixed_tendon_joint_coefficients = staticmethod(tendons.get_actor_fixed_tendon_joint_coefficients)
    set_actor_fixed_tendon_joint_coefficients = staticmethod(tendons.set_actor_fixed_tendon_joint_coefficients)
    get_actor_fixed_tendon_joint_name = staticmethod(tendons.get_actor_fixed_tendon_joint_name)
    find_actor_fixed_tendon_joint_index = staticmethod(tendons.find_actor_fixed_tendon_joint_index)

    # States of single bodies, joints and DOFs.

    get_actor_rigid_body_states = staticmethod(states.get_actor_rigid_body_states)
    set_actor_rigid_body_states = staticmethod(states.set_actor_rigid_body_states)
    get_env_rigid_body_states = staticmethod(states.get_env_rigid_body_states)
    set_env_rigid_body_states = staticmethod(states.set_env_rigid_body_states)
    get_sim_rigid_body_states = staticmethod(states.get_sim_rigid_body_states)
    set_sim_rigid_body_states = staticmethod(states.set_sim_rigid_body_states)
    get_rigid_transform = staticmethod(states.get_rigid_transform)
    set_rigid_transform = staticmethod(states.set_rigid_transform)
    get_rigid_linear_velocity = staticmethod(states.get_rigid_linear_velocity)
    set_rigid_linear_velocity = staticmethod(states.set_rigid_linear_velocity)
    get_rigid_angular_velocity = staticmethod(states.get_rigid_angular_velocity)
    set_rigid_angular_velocity = staticmethod(states.set_rigid_angular_velocity)
    get_vec_rigid_transform = staticmethod(states.get_vec_rigid_transform)
    get_vec_rigid_linear_velocity = staticmethod(states.get_vec_rigid_linear_velocity)
    get_vec_rigid_angular_velocity = staticmethod(states.get_vec_rigid_angular_velocity)
    get_actor_dof_states = staticmethod(states.get_actor_dof_states)
    set_actor_dof_states = staticmethod(states.set_actor_dof_states)
    get_vec_actor_dof_states = staticmethod(states.get_vec_actor_dof_states)
    get_dof_position = staticmethod(states.get_dof_position)
    get_dof_velocity = staticmethod(states.get_dof_velocity)
    get_actor_dof_frames = staticmethod(states.get_actor_dof_frames)
    get_dof_frame = staticmethod(states.get_dof_frame)
    get_joint_position = staticmethod(states.get_joint_position)
    get_joint_velocity = staticmethod(states.get_joint_velocity)
    get_joint_transform = staticmethod(states.get_joint_transform)
    get_actor_joint_transforms = staticmethod(states.get_actor_joint_transforms)

    # Commands to single actors.

    apply_actor_dof_efforts = staticmethod(commands.apply_actor_dof_efforts)
    apply_dof_effort = staticmethod(commands.apply_dof_effort)
    get_actor_dof_position_targets = staticmethod(commands.get_actor_dof_position_targets)
    set_actor_dof_position_targets = staticmethod(commands.set_actor_dof_position_targets)
    get_actor_dof_velocity_targets = staticmethod(commands.get_actor_dof_velocity_targets)
    set_actor_dof_velocity_targets = staticmethod(commands.set_actor_dof_velocity_targets)
    get_dof_target_position = staticmethod(commands.get_dof_target_position)
    set_dof_target_position = staticmethod(commands.set_dof_target_position)
    get_dof_target_velocity = staticmethod(commands.get_dof_target_velocity)
    set_dof_target_velocity = staticmethod(commands.set_dof_target_velocity)
    get_joint_target_position = staticmethod(commands.get_joint_target_position)
    set_joint_target_position = staticmethod(commands.set_joint_target_position)
    get_joint_target_velocity = staticmethod(commands.get_joint_target_velocity)
    set_joint_target_velocity = staticmethod(commands.set_joint_target_velocity)

    # Tensors of states and commands.

    acquire_actor_root_state_tensor = staticmethod(tensors.acquire_actor_root_state_tensor)
    refresh_actor_root_state_tensor = staticmethod(tensors.refresh_actor_root_state_tensor)
    set_actor_root_state_tensor = staticmethod(tensors.set_actor_root_state_tensor)
    set_actor_root_state_tensor_indexed = staticmethod(tensors.set_actor_root_state_tensor_indexed)
    acquire_rigid_body_state_tensor = staticmethod(tensors.acquire_rigid_body_state_tensor)
    refresh_rigid_body_state_tensor = staticmethod(tensors.refresh_rigid_body_state_tensor)
    acquire_dof_state_tensor = staticmethod(tensors.acquire_dof_state_tensor)
    refresh_dof_state_tensor = staticmethod(tensors.refresh_dof_state_tensor)
    set_dof_state_tensor = staticmethod(tensors.set_dof_state_tensor)
    set_dof_state_tensor_indexed = staticmethod(tensors.set_dof_state_tensor_indexed)
    acquire_jacobian_tensor = staticmethod(tensors.acquire_jacobian_tensor)
    refresh_jacobian_tensors = staticmethod(tensors.refresh_jacobian_tensors)
    acquire_mass_matrix_tensor = staticmethod(tensors.acquire_mass_matrix_tensor)
    refresh_mass_matrix_tensors = staticmethod(tensors.refresh_mass_matrix_tensors)
    set_dof_actuation_force_tensor = staticmethod(tensors.set_dof_actuation_force_tensor)
    set_dof_actuation_force_tensor_indexed = staticmethod(tensors.set_dof_actuation_force_tensor_indexed)
    set_dof_position_target_tensor = staticmethod(tensors.set_dof_position_target_tensor)
    set_dof_position_target_tensor_indexed = staticmethod(tensors.set_dof_position_target_tensor_indexed)
    set_dof_velocity_target_tensor = staticmethod(tensors.set_dof_velocity_target_tensor)
    set_dof_velocity_target_tensor_indexed = staticmethod(tensors.set_dof_velocity_target_tensor_indexed)

    # Forces on bodies.

    apply_rigid_body_force_tensors = staticmethod(body_forces.apply_rigid_body_force_tensors)
    apply_rigid_body_force_at_pos_tensors = staticmethod(body_forces.apply_rigid_body_force_at_pos_tensors)
    apply_body_forces = staticmethod(body_forces.apply_body_forces)
    apply_body_force_at_pos = staticmethod(body_forces.apply_body_force_at_pos)
    apply_body_force = staticmethod(body_forces.apply_body_force)

    # Attractors.

    create_rigid_body_attractor = staticmethod(attractors.create_rigid_body_attractor)
    get_attractor_properties = staticmethod(attractors.get_attractor_properties)
    set_attractor_properties = staticmethod(attractors.set_attractor_properties)
    set_attractor_target = staticmethod(attractors.set_attractor_target)

    # Measured forces.

    acquire_net_contact_force_tensor = staticmethod(forces.acquire_net_contact_force_tensor)
    refresh_net_contact_force_tensor = staticmethod(forces.refresh_net_contact_force_tensor)
    enable_actor_dof_force_sensors = staticmethod(forces.enable_actor_dof_force_sensors)
    acquire_dof_force_tensor = staticmethod(forces.acquire_dof_force_tensor)
    refresh_dof_force_tensor = staticmethod(forces.refresh_dof_force_tensor)
    get_actor_dof_forces = staticmethod(forces.get_actor_dof_forces)
    create_force_sensor = staticmethod(forces.create_force_sensor)
    acquire_force_sensor_tensor = staticmethod(forces.acquire_force_sensor_tensor)
    refresh_force_sensor_tensor = staticmethod(forces.refresh_force_sensor_tensor)
    get_sim_force_sensor_count = staticmethod(forces.get_sim_force_sensor_count)
    get_actor_force_sensor_count = staticmethod(forces.get_actor_force_sensor_count)
    get_actor_force_sensor = staticmethod(forces.get_actor_force_sensor)

    # Contacts as records.

    get_rigid_contacts = staticmethod(contacts.get_rigid_contacts)
    get_env_rigid_contacts = staticmethod(contacts.get_env_rigid_contacts)
    draw_env_rigid_contacts = staticmethod(contacts.draw_env_rigid_contacts)
    get_rigid_contact_forces = staticmethod(contacts.get_rigid_contact_forces)
    get_env_rigid_contact_forces = staticmethod(contacts.get_env_rigid_contact_forces)
    get_vec_env_rigid_contact_forces = staticmethod(contacts.get_vec_env_rigid_contact_forces)

    # Soft bodies.

    get_actor_soft_body_count = staticmethod(soft_bodies.get_actor_soft_body_count)
    get_actor_soft_materials = staticmethod(soft_bodies.get_actor_soft_materials)
    get_sim_tetrahedra_count = staticmethod(soft_bodies.get_sim_tetrahedra_count)
    get_sim_triangle_count = staticmethod(soft_bodies.get_sim_triangle_count)

    # Looks.

    get_rigid_body_color = staticmethod(looks.get_rigid_body_color)
    set_rigid_body_color = staticmethod(looks.set_rigid_body_color)
    get_rigid_body_segmentation_id = staticmethod(looks.get_rigid_body_segmentation_id)
    set_rigid_body_segmentation_id = staticmethod(looks.set_rigid_body_segmentation_id)
    get_rigid_body_texture = staticmethod(looks.get_rigid_body_texture)
    set_rigid_body_texture = staticmethod(looks.set_rigid_body_texture)
    reset_actor_materials = staticmethod(looks.reset_actor_materials)
    create_texture_from_file = staticmethod(looks.create_texture_from_file)
    create_texture_from_buffer = staticmethod(looks.create_texture_from_buffer)
    free_texture = staticmethod(looks.free_texture)
    set_light_parameters = staticmethod(looks.set_light_parameters)

    # Cameras.

    create_camera_sensor = staticmethod(cameras.create_camera_sensor)
    destroy_camera_sensor = staticmethod(cameras.destroy_camera_sensor)
    set_camera_location = staticmethod(cameras.set_camera_location)
    set_camera_transform = staticmethod(cameras.set_camera_transform)
    attach_camera_to_body = staticmethod(cameras.attach_camera_to_body)
    get_camera_transform = staticmethod(cameras.get_camera_transform)
    get_camera_view_matrix = staticmethod(cameras.get_camera_view_matrix)
    get_camera_proj_matrix = staticmethod(cameras.get_camera_proj_matrix)
    step_graphics = staticmethod(cameras.step_graphics)
    render_all_camera_sensors = staticmethod(cameras.render_all_camera_sensors)
    get_camera_image = staticmethod(cameras.get_camera_image)
    get_camera_image_gpu_tensor = staticmethod(cameras.get_camera_image_gpu_tensor)
    start_access_image_tensors = staticmethod(cameras.start_access_image_tensors)
    end_access_image_tensors = staticmethod(cameras.end_access_image_tensors)
    write_camera_image_to_file = staticmethod(cameras.write_camera_image_to_file)

    # Viewers.

    create_viewer = staticmethod(viewer.create_viewer)
    destroy_viewer = staticmethod(viewer.destroy_viewer)
    draw_viewer = staticmethod(viewer.draw_viewer)
    write_viewer_image_to_file = staticmethod(viewer.write_viewer_image_to_file)
    poll_viewer_events = staticmethod(viewer.poll_viewer_events)
    query_viewer_has_closed = staticmethod(viewer.query_viewer_has_closed)
    query_viewer_action_events = staticmethod(viewer.query_viewer_action_events)
    subscribe_viewer_keyboard_event = staticmethod(viewer.subscribe_viewer_keyboard_event)
    subscribe_viewer_mouse_event = staticmethod(viewer.subscribe_viewer_mouse_event)
    viewer_camera_look_at = staticmethod(viewer.viewer_camera_look_at)
    get_viewer_camera_handle = staticmethod(viewer.get_viewer_camera_handle)
    get_viewer_camera_transform = staticmethod(viewer.get_viewer_camera_transform)
    get_viewer_mouse_position = staticmethod(viewer.get_viewer_mouse_position)
    get_viewer_size = staticmethod(viewer.get_viewer_size)
    add_lines = staticmethod(viewer.add_lines)
    clear_lines = staticmethod(viewer.clear_lines)

    # USD files.

    create_usd_exporter = staticmethod(usd.create_usd_exporter)
    destroy_usd_exporter = staticmethod(usd.destroy_usd_exporter)
    get_usd_export_root = staticmethod(usd.get_usd_export_root)
    set_usd_export_root = staticmethod(usd.set_usd_export_root)
    export_usd_asset = staticmethod(usd.export_usd_asset)
    export_usd_sim = staticmethod(usd.export_usd_sim)

    def __repr__(self) -> str:
        return "<Gym>"
