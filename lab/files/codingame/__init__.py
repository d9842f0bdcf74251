"""CodinGame's recorded matches, both kinds of JSON: the site's and its game runner's."""

from lab.files.codingame.loading import Imported, open_replay

__all__ = ["Imported", "open_replay"]
