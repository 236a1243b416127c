"""The base class that reinforcement-learning suites for Isaac Gym derive their tasks from, as they write it."""
# ruff: noqa: F405 - names come by star

from __future__ import annotations

import random
from copy import deepcopy

import numpy as np

from isaacgym import gymapi, gymtorch
from isaacgym.gymutil import (
    apply_random_samples,
    check_buckets,
    generate_random_samples,
    get_default_setter_args,
    get_property_getter_map,
    get_property_setter_map,
)
from isaacgym.torch_utils import *  # noqa: F403 - as they do, and torch comes with it

CONFIG = {
    "physics_engine": "physx",
    "sim": {
        "dt": 0.0166,
        "substeps": 2,
        "up_axis": "z",
        "use_gpu_pipeline": False,
        "gravity": [0.0, 0.0, -9.81],
        "physx": {
            "num_threads": 4,
            "solver_type": 1,
            "use_gpu": False,
            "num_position_iterations": 4,
            "num_velocity_iterations": 0,
            "contact_offset": 0.02,
            "rest_offset": 0.0,
            "bounce_threshold_velocity": 0.2,
            "max_depenetration_velocity": 10.0,
            "default_buffer_size_multiplier": 5.0,
            "max_gpu_contact_pairs": 8388608,
            "num_subscenes": 4,
            "contact_collection": 0,
        },
    },
}

gym = gymapi.acquire_gym()  # when the module is imported, like many do


class VecTask:
    """Environments that are reset and stepped together."""

    dt = 0.0166
    spacing = 2.0
    control_freq_inv = 1
    max_episode_length = 60
    randomization: dict = {}
    contact_collection = 0

    def __init__(self, num_envs: int) -> None:
        cfg = deepcopy(CONFIG)
        cfg["sim"]["dt"] = self.dt
        cfg["sim"]["physx"]["contact_collection"] = self.contact_collection
        self.num_envs, self.device, self.cfg = num_envs, "cpu", cfg
        self.gym = gymapi.acquire_gym()
        assert self.gym is gym or type(self.gym) is type(gym)
        self.sim_params = self._parse_sim_params(cfg["physics_engine"], cfg["sim"])
        self.sim = self.gym.create_sim(0, -1, gymapi.SIM_PHYSX, self.sim_params)
        assert self.sim is not None
        self.first_randomization, self.original_props, self.last_step = True, {}, -1
        self.sim_initialized = False
        self.envs: list = []
        self.create_ground()
        self.create_envs(num_envs, self.spacing, int(np.sqrt(num_envs)))
        if self.randomization:
            self.apply_randomizations(self.randomization)
        self.gym.prepare_sim(self.sim)
        self.sim_initialized = True
        self.reset_buf = torch.ones(num_envs, device=self.device, dtype=torch.long)
        self.progress_buf = torch.zeros(num_envs, device=self.device, dtype=torch.long)
        self.acquire()
        self.set_viewer()

    @staticmethod
    def _parse_sim_params(physics_engine: str, config: dict) -> gymapi.SimParams:
        params = gymapi.SimParams()
        params.dt = config["dt"]
        params.num_client_threads = config.get("num_client_threads", 0)
        params.use_gpu_pipeline = config["use_gpu_pipeline"]
        params.substeps = config.get("substeps", 2)
        params.up_axis = gymapi.UP_AXIS_Z if config["up_axis"] == "z" else gymapi.UP_AXIS_Y
        params.gravity = gymapi.Vec3(*config["gravity"])
        if physics_engine == "physx" and "physx" in config:
            for opt in config["physx"]:
                if opt == "contact_collection":
                    setattr(params.physx, opt, gymapi.ContactCollection(config["physx"][opt]))
                else:
                    setattr(params.physx, opt, config["physx"][opt])
        return params

    def create_ground(self) -> None:
        plane_params = gymapi.PlaneParams()
        plane_params.normal = gymapi.Vec3(0.0, 0.0, 1.0)
        plane_params.static_friction = 1.0
        plane_params.dynamic_friction = 1.0
        self.gym.add_ground(self.sim, plane_params)

    def bounds(self) -> tuple[gymapi.Vec3, gymapi.Vec3]:
        return gymapi.Vec3(-self.spacing, -self.spacing, 0.0), gymapi.Vec3(self.spacing, self.spacing, self.spacing)

    def set_viewer(self) -> None:
        """A viewer without a window, with the keys that they subscribe to."""
        self.viewer = self.gym.create_viewer(self.sim, gymapi.CameraProperties())
        self.gym.subscribe_viewer_keyboard_event(self.viewer, gymapi.KEY_ESCAPE, "QUIT")
        self.gym.subscribe_viewer_keyboard_event(self.viewer, gymapi.KEY_V, "toggle_viewer_sync")
        sim_params = self.gym.get_sim_params(self.sim)
        if sim_params.up_axis == gymapi.UP_AXIS_Z:
            self.gym.viewer_camera_look_at(
                self.viewer, None, gymapi.Vec3(20.0, 25.0, 3.0), gymapi.Vec3(10.0, 15.0, 0.0)
            )

    def render(self) -> None:
        if self.viewer:
            assert not self.gym.query_viewer_has_closed(self.viewer)
            for evt in self.gym.query_viewer_action_events(self.viewer):
                assert not (evt.action == "QUIT" and evt.value > 0)
            if self.device != "cpu":
                self.gym.fetch_results(self.sim, True)
            self.gym.step_graphics(self.sim)
            self.gym.draw_viewer(self.viewer, self.sim, True)
            self.gym.poll_viewer_events(self.viewer)

    def step(self, actions: torch.Tensor) -> None:
        self.pre_physics_step(torch.clamp(actions, -1.0, 1.0))
        for step in range(self.control_freq_inv):
            if step == 0:
                self.render()
            self.gym.simulate(self.sim)
        if self.device == "cpu":
            self.gym.fetch_results(self.sim, True)
        self.progress_buf += 1
        env_ids = self.reset_buf.nonzero(as_tuple=False).squeeze(-1)
        if len(env_ids) > 0:
            self.reset_idx(env_ids)
            self.progress_buf[env_ids] = 0
        self.refresh()
        self.reset_buf = torch.where(
            self.progress_buf >= self.max_episode_length - 1,
            torch.ones_like(self.reset_buf),
            self.reset_buf * 0,
        )

    def run(self, num_steps: int, num_actions: int) -> None:
        """Random actions."""
        torch.manual_seed(0)
        for _ in range(num_steps):
            self.step(2.0 * torch.rand(self.num_envs, num_actions, device=self.device) - 1.0)
        for tensor in self.states():
            assert torch.isfinite(tensor).all()
        self.gym.destroy_viewer(self.viewer)
        self.gym.destroy_sim(self.sim)

    def states(self) -> list:
        return [self.root_states, self.dof_states]

    def acquire(self) -> None:
        """Tensors that nearly all tasks have."""
        self.root_states = gymtorch.wrap_tensor(self.gym.acquire_actor_root_state_tensor(self.sim))
        self.dof_states = gymtorch.wrap_tensor(self.gym.acquire_dof_state_tensor(self.sim))
        self.refresh()
        self.initial_root_states = self.root_states.clone()
        self.initial_root_states[:, 7:13] = 0

    def refresh(self) -> None:
        self.gym.refresh_dof_state_tensor(self.sim)
        self.gym.refresh_actor_root_state_tensor(self.sim)

    def apply_randomizations(self, dr_params: dict) -> None:
        """Domain randomisation by property, the way that configs of task suites describe it."""
        self.last_step = self.gym.get_frame_count(self.sim)
        if self.first_randomization:
            check_buckets(self.gym, self.envs, dr_params)
        getters, setters = get_property_getter_map(self.gym), get_property_setter_map(self.gym)
        defaults = get_default_setter_args(self.gym)
        if "sim_params" in dr_params:
            prop = self.gym.get_sim_params(self.sim)
            if self.first_randomization:
                self.original_props["sim_params"] = {attr: getattr(prop, attr) for attr in dir(prop)}
            for attr, attr_params in dr_params["sim_params"].items():
                apply_random_samples(prop, self.original_props["sim_params"], attr, attr_params, self.last_step)
            self.gym.set_sim_params(self.sim, prop)
        for actor, actor_properties in dr_params["actor_params"].items():
            for env in self.envs:
                handle = self.gym.find_actor_handle(env, actor)
                for prop_name, prop_attrs in actor_properties.items():
                    if prop_name == "color":
                        for n in range(self.gym.get_actor_rigid_body_count(env, handle)):
                            color = gymapi.Vec3(random.uniform(0, 1), random.uniform(0, 1), random.uniform(0, 1))
                            self.gym.set_rigid_body_color(env, handle, n, gymapi.MESH_VISUAL, color)
                        continue
                    if prop_name == "scale":
                        if not self.sim_initialized:
                            sample = generate_random_samples(prop_attrs, 1, self.last_step, None)
                            self.gym.set_actor_scale(env, handle, 1 * sample)
                        continue
                    prop = getters[prop_name](env, handle)
                    if isinstance(prop, list):
                        if self.first_randomization:
                            self.original_props[prop_name] = [{a: getattr(p, a) for a in dir(p)} for p in prop]
                        for p, og_p in zip(prop, self.original_props[prop_name], strict=True):
                            for attr, attr_params in prop_attrs.items():
                                apply_random_samples(p, og_p, attr, attr_params, self.last_step, None)
                    else:
                        if self.first_randomization:
                            self.original_props[prop_name] = deepcopy(prop)
                        for attr, attr_params in prop_attrs.items():
                            apply_random_samples(
                                prop, self.original_props[prop_name], attr, attr_params, self.last_step, None
                            )
                    setters[prop_name](env, handle, prop, *defaults[prop_name])
        self.first_randomization = False
