"""Isaac Lab's Newton backend: configs that programs import from it."""

from pippin_isaac.served import serve

serve(__name__)
