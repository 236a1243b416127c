"""``python -m isaaclab``: the command ``isaaclab``."""

from pippin_isaac.lab_commands import main

if __name__ == "__main__":
    main()
