"""`python -m tests.pictures FOLDER`: every view of the window as PNG, without a screen."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="made if it does not exist")
    parser.add_argument(
        "--also",
        nargs="+",
        default=(),
        choices=("1024x680", "text-150", "grey"),
        help="take each view of the usual size also like this",
    )
    parser.add_argument("--only", nargs="+", default=(), metavar="GROUP", help="only these views")
    chosen = parser.parse_args()
    folder = chosen.folder
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"

    from tests.pictures.window import main  # Qt reads the platform when it is loaded

    sys.exit(main(folder, chosen.also, chosen.only))
