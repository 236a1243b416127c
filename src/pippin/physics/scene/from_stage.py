"""The physics of a stage: what :class:`pippin.sim.SimulationContext` plays with."""

from __future__ import annotations

from pathlib import Path

from pxr import Tf, Usd

from pippin.sim.environments import EnvironmentPlan
from pippin.sim.layers import reason_of
from pippin.sim.run.cfg import SimulationCfg, bounce_threshold
from pippin.sim.spawners.from_files import files_named_in, spawned_files
from pippin.utils.files import one_line

from ..backend import SolverSettings
from ..description import SceneDescription
from ..guard import LONGEST_SUBSTEP, choose_substeps
from ..importer import PhysicsMaterial, describe_stage
from ..importer.attribute_types import blocked_attribute, mistyped_attribute
from ..importer.materials import checked_mode
from .scene import PhysicsScene


def play_stage(stage: Usd.Stage, environments: EnvironmentPlan | None, cfg: SimulationCfg) -> PhysicsScene:
    """Build the scene that a stage describes, in the engine that the config asks for.

    Args:
        stage: Stage with the prims of one environment of each variant.
        environments: Where the environments are; None makes the whole stage one environment.
        cfg: Config of the simulation, resolved.

    Raises:
        ValueError: A prim makes no sense, or there is no backend of the name that the config asks for.
        NotImplementedError: A prim asks for what the engine cannot do.
    """
    given = cfg.physics_material
    material = PhysicsMaterial(
        static_friction=given.static_friction,
        dynamic_friction=given.dynamic_friction,
        restitution=given.restitution,
        friction_combine_mode=checked_mode("friction", given.friction_combine_mode, "SimulationCfg.physics_material"),
        restitution_combine_mode=checked_mode(
            "restitution", given.restitution_combine_mode, "SimulationCfg.physics_material"
        ),
    )
    try:
        description = describe_stage(stage, environments, material)
        return PhysicsScene(description, solver_settings(cfg, description), cfg.backend)
    except Tf.ErrorException as error:  # what USD finds only when an attribute is read
        raise ValueError(f"The stage cannot be read: {reason_of(error)}{_files(error, stage)}") from error
    except UnicodeDecodeError as error:
        files = ", ".join(f"'{file}'" for file in list(dict.fromkeys(spawned_files(stage).values()))[:3]) or "the stage"
        raise ValueError(
            f"Among names and words of {files} are the bytes {error.object!r:.80}; expected text (UTF-8)."
        ) from error
    except ValueError as error:
        text = str(error) if _files(error, stage) else mistyped_attribute(stage)
        if not text:
            raise
        raise ValueError(f"{one_line(text)}{_files(text, stage)}") from error
    except NotImplementedError as error:
        raise NotImplementedError(f"{one_line(str(error))}{_files(error, stage)}") from error
    except (TypeError, AttributeError, OverflowError) as error:  # of values that are no numbers, say
        reason = mistyped_attribute(stage) or blocked_attribute(stage)
        if not reason:
            raise
        raise ValueError(f"{one_line(reason)}{_files(reason, stage)}") from error


def _files(told: Exception | str, stage: Usd.Stage) -> str:
    """Say which files the prims that an error names come from, unless it names the files itself."""
    text = str(told)
    files = [file for file in files_named_in(text, stage)[:3] if Path(file).name not in text]
    return f" (From {', '.join(repr(file) for file in files)}.)" if files else ""


def solver_settings(cfg: SimulationCfg, description: SceneDescription | None = None) -> SolverSettings:
    """Settings of the engine that a simulation's config asks for.

    Args:
        cfg: Config of the simulation, resolved.
        description: The scene; its soft bodies may need shorter steps.
    """
    variants = [] if description is None else description.variants
    longest = min([LONGEST_SUBSTEP, *(body.longest_step for variant in variants for body in variant.soft_bodies)])
    return SolverSettings(
        dt=cfg.dt,
        substeps=cfg.substeps or choose_substeps(cfg.dt, longest),
        moves_targets=cfg.moves_targets,
        gravity=cfg.gravity,
        device=cfg.device,
        integrator=cfg.solver.integrator,
        cone=cfg.solver.cone,
        friction_law=cfg.solver.friction_law,
        combines_materials=cfg.solver.combines_materials,
        bounce_threshold=bounce_threshold(cfg),
        iterations=cfg.solver.iterations,
        ls_iterations=cfg.solver.ls_iterations,
        tolerance=cfg.solver.tolerance,
        impratio=cfg.solver.impratio,
        contacts_per_env=cfg.solver.contacts_per_env,
        constraints_per_env=cfg.solver.constraints_per_env,
        threads=cfg.solver.threads,
        soft_iterations=cfg.solver.soft_iterations,
        soft_collision_distance=cfg.solver.soft_collision_distance,
        soft_friction=cfg.solver.soft_friction,
    )
