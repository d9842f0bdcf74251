"""The process that runs the searches of maps: every job is a `MapQuestion`."""

from __future__ import annotations

from functools import partial

from lab.batch.serve import serve
from lab.maps.question import MapsPlan, answered

if __name__ == "__main__":
    serve(lambda line: partial(answered, MapsPlan.read(line)))
