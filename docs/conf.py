"""How Sphinx builds the documentation: make docs."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from enum import Enum
from importlib import metadata
from pathlib import Path

from docutils.nodes import Element
from sphinx.addnodes import toctree
from sphinx.domains.python import PythonDomain

import pippin

sys.path.insert(0, str(Path(__file__).parent))

from reference_pages.gym_methods import methods_as_markdown
from reference_pages.robots import write_robot_pages
from reference_pages.tasks import write_task_pages

project = "Pippin"
author = "the Pippin developers"
copyright = f"2026, {author}"
release = metadata.version("pippin")

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
    "sphinx_copybutton",
    "sphinx_design",
]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = "Pippin"
html_static_path = ["_static"]
html_css_files = ["tables.css"]

myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3
copybutton_prompt_text = "$ "

autodoc_default_options = {"members": True, "show-inheritance": True}
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
napoleon_numpy_docstring = False
napoleon_use_ivar = True
# Several configs have a nested class of one name (InitialStateCfg), to which annotations refer by that name alone.
suppress_warnings = ["ref.python"]


def write_api_pages(folder: Path) -> None:
    """Write one page for each package that exports names; a name stands on the page of the shortest path to it."""
    folder.mkdir(exist_ok=True)
    for page in folder.glob("*.rst"):
        page.unlink()
    infos = pkgutil.walk_packages(pippin.__path__, "pippin.")
    packages = sorted((info.name for info in infos if info.ispkg), key=lambda name: (name.count("."), name))
    documented: dict[int, object] = {}
    for package in packages:
        module = importlib.import_module(package)
        # What a module makes only when it is asked for, such as the configs of robots, has no docstring to show.
        exported = {name: vars(module)[name] for name in getattr(module, "__all__", []) if name in vars(module)}
        names = [name for name, value in exported.items() if id(value) not in documented]
        documented |= {id(exported[name]): exported[name] for name in names}
        if names:
            elsewhere = [name for name in exported if name not in names]
            (folder / f"{package}.rst").write_text(api_page(package, names, elsewhere), encoding="utf-8")


def api_page(package: str, names: list[str], elsewhere: list[str]) -> str:
    """Page with the documentation of a package and of the names that it exports, but for those that stand elsewhere."""
    options = f"   :members: {', '.join(names)}\n   :imported-members:\n"
    if elsewhere:
        options += f"   :exclude-members: {', '.join(elsewhere)}\n"
    return f"{package}\n{'=' * len(package)}\n\n.. automodule:: {package}\n{options}"


write_api_pages(Path(__file__).parent / "api")
write_task_pages(Path(__file__).parent / "api/tasks", Path(__file__).parent / "_static/curves")
write_robot_pages(Path(__file__).parent / "api/robots", Path(__file__).parent / "_static/robots")
(Path(__file__).parent / "api/isaac_gym_methods.md").write_text(methods_as_markdown(), encoding="utf-8")


def skip_enum_aliases(app: object, what: str, name: str, obj: object, skip: bool, options: object) -> bool | None:
    """Leave out enumerations that a class only offers under another path: they stand on the page already."""
    is_alias = what == "class" and isinstance(obj, type) and issubclass(obj, Enum) and "." not in obj.__qualname__
    return True if is_alias else None


class QuickPythonDomain(PythonDomain):
    """Sphinx's domain, which tells at once that an annotation such as ``int`` or ``wp.array`` has no page here.

    Sphinx looks through all names for one that ends alike, three times for each annotation. Searches that find nothing
    took 43 of the first 150 s of processor time of a build without this class (31,000 of them, by then).
    """

    def find_obj(self, env: object, modname: object, classname: object, name: str, *arguments: object) -> list:
        """Find what a name means: see Sphinx."""
        if name.removesuffix("()").rpartition(".")[2] not in self._last_names():
            return []
        return super().find_obj(env, modname, classname, name, *arguments)

    def _last_names(self) -> set[str]:
        """Last parts of all names that have a place, which are complete once pages are being written."""
        objects = self.objects
        if getattr(self, "_known", (0,))[0] != len(objects):
            self._known = (len(objects), {name.rpartition(".")[2] for name in objects})
        return self._known[1]


def shorten_navigation(app: object, page: str, template: str, context: dict, doctree: object) -> None:
    """Give the tree of all pages, beside each page, pages alone, and leave it out of those with source code.

    The theme copies the tree with each page's headings and names, ten thousand of them, and then shows pages alone:
    that took half of the build.
    """
    resolve = context.get("toctree")
    if page.startswith("_modules/"):
        context["toctree"] = lambda **_: ""
    elif resolve is not None:
        environment = app.builder.env

        def pages_alone(**options: object) -> str:
            whole = environment.tocs
            environment.tocs = {name: titles(toc) for name, toc in whole.items()}
            try:
                return resolve(**options)
            finally:
                environment.tocs = whole

        context["toctree"] = pages_alone


def titles(contents: Element) -> Element:
    """Table of a page's contents without what stands below its title, unless that lists further pages."""
    if next(contents.findall(toctree), None) is not None:
        return contents
    short = contents.copy()
    for entry in contents.children:
        short += entry.copy()
        short[-1] += entry.children[0].deepcopy()
    return short


def setup(app: object) -> None:
    """Tell Sphinx what to leave out, and how to find names."""
    app.connect("html-page-context", shorten_navigation, priority=400)  # before the theme's own
    app.add_domain(QuickPythonDomain, override=True)
    app.connect("autodoc-skip-member", skip_enum_aliases)
