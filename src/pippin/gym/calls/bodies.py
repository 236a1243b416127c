"""Methods of Gym for the bodies of actors and their shapes."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine.actor import GymEnv
from ..engine.actor_changes import set_body_properties, set_shape_properties
from ..engine.checks import require_index
from ..engine.properties import body_structs, shape_structs
from ..engine.sim import GymSim
from ..types import IndexDomain, IndexRange, RigidBodyProperties, RigidShapeProperties
from ..types.constants import INVALID_HANDLE
from .handles import as_actor, as_env, as_sim, body_at, in_domain


class BodyCalls:
    """Bodies of actors. The handle of a body is its index in the environment."""

    def get_actor_rigid_body_count(self, env: GymEnv, actor_handle: int) -> int:
        """Give the number of bodies of an actor."""
        return as_actor(env, actor_handle, "get_actor_rigid_body_count").num_bodies

    def get_sim_rigid_body_count(self, sim: GymSim) -> int:
        """Give the number of bodies in a simulation."""
        return as_sim(sim, "get_sim_rigid_body_count").num_bodies

    def get_actor_rigid_body_names(self, env: GymEnv, actor_handle: int) -> list[str]:
        """Give the names of the bodies of an actor."""
        return list(as_actor(env, actor_handle, "get_actor_rigid_body_names").asset.body_names)

    def get_actor_rigid_body_dict(self, env: GymEnv, actor_handle: int) -> dict[str, int]:
        """Give the index of each body of an actor by its name."""
        names = as_actor(env, actor_handle, "get_actor_rigid_body_dict").asset.body_names
        return {name: index for index, name in enumerate(names)}

    def get_actor_rigid_body_handle(self, env: GymEnv, actor_handle: int, body_index: int) -> int:
        """Give the handle of a body by its index in the actor."""
        call = "get_actor_rigid_body_handle"
        return self._body_index(env, actor_handle, body_index, IndexDomain.DOMAIN_ENV, call)

    def find_actor_rigid_body_handle(self, env: GymEnv, actor_handle: int, name: str) -> int:
        """Give the handle of a body by its name; -1 where there is none."""
        call = "find_actor_rigid_body_handle"
        return self._body_index_of_name(env, actor_handle, name, IndexDomain.DOMAIN_ENV, call)

    def get_actor_root_rigid_body_handle(self, env: GymEnv, actor_handle: int) -> int:
        """Give the handle of the root body of an actor."""
        return as_actor(env, actor_handle, "get_actor_root_rigid_body_handle").first_body_in_env

    def get_rigid_handle(self, env: GymEnv, actor_name: str, body_name: str) -> int:
        """Give the handle of a body by the names of its actor and its own; -1 where there is none."""
        actors = as_env(env, "get_rigid_handle").actors
        actor = next((actor for actor in actors if actor.name == actor_name), None)
        if actor is None:
            return INVALID_HANDLE
        return self.find_actor_rigid_body_handle(env, actor.handle, body_name)

    def get_rigid_name(self, env: GymEnv, body_handle: int) -> str:
        """Give the name of a body."""
        actor, index = body_at(env, body_handle, "get_rigid_name")
        return actor.asset.body_names[index]

    def get_actor_rigid_body_index(self, env: GymEnv, actor_handle: int, body_index: int, domain: IndexDomain) -> int:
        """Give the index of a body by its index in the actor, counted in actor, environment or simulation."""
        return self._body_index(env, actor_handle, body_index, domain, "get_actor_rigid_body_index")

    def find_actor_rigid_body_index(self, env: GymEnv, actor_handle: int, name: str, domain: IndexDomain) -> int:
        """Give the index of a body by its name, counted in actor, environment or simulation; -1 for none."""
        return self._body_index_of_name(env, actor_handle, name, domain, "find_actor_rigid_body_index")

    def get_actor_rigid_body_properties(self, env: GymEnv, actor_handle: int) -> list[RigidBodyProperties]:
        """Give the properties of the bodies of an actor."""
        actor = as_actor(env, actor_handle, "get_actor_rigid_body_properties")
        return body_structs(actor.body_properties)

    def set_actor_rigid_body_properties(
        self,
        env: GymEnv,
        actorHandle: int,
        props: Sequence[RigidBodyProperties],
        recomputeInertia: bool = False,
    ) -> bool:
        """Set the properties of the bodies of an actor, also of a simulation that is prepared.

        Args:
            env: Environment.
            actorHandle: Handle of the actor.
            props: Properties of all its bodies.
            recomputeInertia: Whether inertias are those before, times the ratio of the masses.
        """
        call = "set_actor_rigid_body_properties"
        set_body_properties(as_actor(env, actorHandle, call), props, recomputeInertia, call)
        return True

    def get_actor_rigid_body_shape_indices(self, env: GymEnv, actor_handle: int) -> list[IndexRange]:
        """Give for each body of an actor which shapes are its."""
        actor = as_actor(env, actor_handle, "get_actor_rigid_body_shape_indices")
        return [IndexRange(start=start, count=count) for start, count in actor.asset.description.shape_ranges]

    def get_actor_rigid_shape_count(self, env: GymEnv, actor_handle: int) -> int:
        """Give the number of shapes of an actor."""
        return len(as_actor(env, actor_handle, "get_actor_rigid_shape_count").shape_properties)

    def get_actor_rigid_shape_properties(self, env: GymEnv, actor_handle: int) -> list[RigidShapeProperties]:
        """Give the properties of the shapes of an actor."""
        actor = as_actor(env, actor_handle, "get_actor_rigid_shape_properties")
        return shape_structs(actor.shape_properties)

    def set_actor_rigid_shape_properties(
        self, env: GymEnv, actor_handle: int, properties: Sequence[RigidShapeProperties]
    ) -> bool:
        """Set the properties of the shapes of an actor, also of a simulation that is prepared.

        Raises:
            NotImplementedError: A filter is to change, and the simulation is prepared.
        """
        call = "set_actor_rigid_shape_properties"
        set_shape_properties(as_actor(env, actor_handle, call), properties, call)
        return True

    def _body_index(self, env: GymEnv, actor_handle: int, index: int, domain: IndexDomain, call: str) -> int:
        actor = as_actor(env, actor_handle, call)
        index = require_index(index, actor.num_bodies, call, "body of the actor")
        return in_domain(index, actor.first_body_in_env, actor.first_body, domain, call)

    def _body_index_of_name(self, env: GymEnv, actor_handle: int, name: str, domain: IndexDomain, call: str) -> int:
        names = as_actor(env, actor_handle, call).asset.body_names
        return self._body_index(env, actor_handle, names.index(name), domain, call) if name in names else INVALID_HANDLE
