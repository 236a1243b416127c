"""Turn a URDF into USD."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pxr import Sdf, Usd, UsdPhysics

from pippin.utils.urdf import UrdfModel, read_urdf

from .authoring import RESERVED_NAMES, ChildNames, Looks, apply_articulation_root, define_xform, set_mass, start_stage
from .base import AssetConverterBase
from .cfg import UrdfConverterCfg
from .urdf_joints import define_joints
from .urdf_shapes import define_collisions, define_visuals, files_of
from .urdf_tree import Link, empty_root, links_of


def convert_urdf(path: str | Path, **options: object) -> str:
    """Convert a URDF to USD.

    Args:
        path: URDF file.
        options: Fields of :class:`UrdfConverterCfg`.

    Returns:
        Path of the USD file.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: The file or one of its meshes is missing, malformed or too large, or an option names a link or
            joints that are not there.
    """
    return UrdfConverter(UrdfConverterCfg(asset_path=str(path), **options)).usd_path  # type: ignore[arg-type]


class UrdfConverter(AssetConverterBase):
    """Converter of URDF files; see :mod:`pippin.sim.converters` for what it writes.

    Links without mass get what ``link_density`` says, or :data:`~pippin.sim.converters.inertia.MASSLESS_MASS`. Colours
    of mesh files go before those of the URDF, as in RViz. The up axis that a COLLADA file names is not applied, as in
    RViz, unless ``collada_up`` says so; its unit is.
    """

    cfg: UrdfConverterCfg
    cfg_type = UrdfConverterCfg

    def _convert(self, asset: Path, stage: Usd.Stage, folder: Path) -> Iterable[Path]:
        cfg = self.cfg
        model = read_urdf(asset, collada_up=cfg.collada_up)
        root = model.root if cfg.root_link_name is None else empty_root(model, cfg.root_link_name)
        links = links_of(model, root, cfg.merge_fixed_joints, cfg.link_density, cfg.keep_links)
        robot = start_stage(stage, model.name)
        apply_articulation_root(robot, cfg.self_collision)
        looks = Looks(stage, robot.GetPath().AppendChild("Looks"), folder)
        link_paths = self._define_links(stage, robot.GetPath(), model, links, looks)
        define_joints(stage, robot.GetPath(), links, link_paths, cfg)
        visuals = [visual.geometry for link in model.links for visual in link.visuals]
        return files_of(visuals + [collision.geometry for link in model.links for collision in link.collisions])

    def _define_links(
        self, stage: Usd.Stage, robot: Sdf.Path, model: UrdfModel, links: list[Link], looks: Looks
    ) -> dict[str, Sdf.Path]:
        """Define all links with their shapes, masses and frames; their prims by name."""
        names = ChildNames(RESERVED_NAMES)
        paths = {}
        for link in links:
            path = robot.AppendChild(names.claim(link.name))
            paths[link.name] = path
            prim = define_xform(stage, path, link.pose, link.name)
            UsdPhysics.RigidBodyAPI.Apply(prim)
            set_mass(prim, link.inertial)
            self._define_shapes(stage, path, link, looks, f"link '{link.name}' of '{model.path}'")
            if link.frames:
                frame_names = ChildNames(("visuals", "collisions"))
                for name, pose in link.frames:
                    define_xform(stage, path.AppendChild(frame_names.claim(name)), pose, name)
        return paths

    def _define_shapes(self, stage: Usd.Stage, path: Sdf.Path, link: Link, looks: Looks, owner: str) -> None:
        define_visuals(stage, path, link.visuals, looks, self.cfg.turn_visual_meshes, owner)
        from_visuals = self.cfg.collision_from_visuals and not link.collisions
        collisions = link.visuals if from_visuals else link.collisions
        define_collisions(
            stage,
            path,
            collisions,
            self.cfg.collider_type,
            self.cfg.replace_cylinders_with_capsules,
            visible=not link.visuals,
            owner=owner,
        )
