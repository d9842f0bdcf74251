"""This package in another process."""

import os


def environment() -> dict[str, str]:
    """This process's, with which Python finds the same packages wherever it is started."""
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    paths = filter(None, (root, os.environ.get("PYTHONPATH")))
    return os.environ | {"PYTHONPATH": os.pathsep.join(paths)}
