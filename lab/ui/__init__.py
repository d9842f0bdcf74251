"""The window: the only place that imports Qt and pyqtgraph.

PySide reads the source of each module that is imported after it: it looks for a request for other
names of Qt's functions. Nothing here makes one, and the reading took a sixth of the start. So what
PySide has put around Python's import for that purpose is taken off again.
"""

import builtins

import PySide6.QtCore  # noqa: F401 - puts it there

builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
