"""`smitsilab shots`: every view of the window as PNG, in light and dark."""

from __future__ import annotations

import argparse
import importlib
import os
from pathlib import Path


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument(
        "folder", type=Path, help="where the pictures are written; it is made if it does not exist"
    )


def run(args: argparse.Namespace) -> int:
    """Renders the pictures, without a screen."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    args.folder.mkdir(parents=True, exist_ok=True)
    return int(importlib.import_module("lab.ui.shots").main(args.folder))
