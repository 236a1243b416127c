"""Names of USD over Fabric that are those of USD itself, its paths and vectors, served by Pippin."""

from pippin_isaac.served import serve

serve(__name__)
