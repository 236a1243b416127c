"""Names of carb that programs log with, its settings and its vectors, served by Pippin."""

from pippin_isaac.served import serve

serve(__name__)
