"""A worker process: `python -m lab.batch MODULE` serves with the module's `begin`, and with its
`frame` where it has one (see `lab.batch.serve`).
"""

from __future__ import annotations

import importlib
import sys

from lab.batch.serve import serve

if __name__ == "__main__":
    module = importlib.import_module(sys.argv[1])
    serve(module.begin, getattr(module, "frame", lambda: None))
