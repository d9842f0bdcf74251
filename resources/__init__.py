"""Data of the lab: fonts, icons, maps and sample positions, found by `path` wherever the package is
installed.
"""

from __future__ import annotations

from pathlib import Path


def path(*parts: str) -> Path:
    """A file or folder of the lab's data: `path("fonts", "Inter-Regular.ttf")`."""
    return Path(__file__).parent.joinpath(*parts)
