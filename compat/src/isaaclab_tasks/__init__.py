"""Tasks under Isaac Lab's names, which importing this package registers: of version 3, or 2 (see pippin_isaac).

Programs that are made to be copied into this package stand in a folder ``isaaclab_tasks`` of their own on the path,
such as ``isaaclab_tasks/direct/my_task``: they are imported too. In a copy of Isaac Lab's own repository the tasks are
those of the copy, which people change and add to.
"""

from pkgutil import extend_path

from pippin_isaac import chosen_isaaclab
from pippin_isaac.served import serve

__path__ = extend_path(__path__, __name__)  # programs add folders of tasks
__version__ = "0.11.0"
serve(__name__)

if __name__ == "isaaclab_tasks":
    from pippin_isaac.modules import import_added_tasks, register_tasks, run_copied, serve_older

    if not run_copied(__name__):
        if chosen_isaaclab() == 2:
            serve_older(__name__)
        register_tasks(chosen_isaaclab())
        import_added_tasks(__name__)
