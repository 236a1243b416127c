"""Tasks under the names of Isaac Lab's first version, which importing this package registers."""

from pippin_isaac.modules import register_tasks, serve_older

serve_older(__name__)
register_tasks(1)
