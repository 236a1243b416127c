"""``python -m pippin`` is the command ``pippin``, as ``torchrun -m`` needs it."""

from __future__ import annotations

from pippin.cli import main

if __name__ == "__main__":
    main()
