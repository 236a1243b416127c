"""How PyTorch's threads wait for each other: asleep. Imported before PyTorch, which reads it when it is loaded.

By default they spin, which takes the cores from the threads that simulate, and from other programs: learning an ant for
two iterations on two cores that others used took 23.9 s of processor time, asleep 5.8 s (update 16.1 and 3.8 s).
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
