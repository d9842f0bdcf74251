"""CodinGame's recorded matches, both kinds of JSON: what the site gives out, and what its game
runner writes.
"""

from lab.files.codingame.loading import Imported, open_replay

__all__ = ["Imported", "open_replay"]
