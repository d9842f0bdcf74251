"""Compiled functions from disk, whose bitcode is parsed only when another function inlines them.

numba parses it while it loads a function. Parsed, it takes ten times the memory of the code, and
most of the time of loading; few of the functions that a match loads are ever inlined again. What
was compiled here is used as it is stored, so that machine code is made once.
"""

from __future__ import annotations

from typing import Any

import llvmlite.binding as llvm
from llvmlite.binding import newpassmanagers
from numba.core import codegen

from engines.compiling.callees import LinkedLibrary

KIND = "code"  # of what is stored, beside numba's "object" and "bitcode"


class Library(LinkedLibrary):
    """numba's, which reads our kind too: (code, names that it exports, bitcode)."""

    name: str
    _bitcode = b""
    _shared_module: Any
    _final_module: Any
    _linking_libraries: Any

    @classmethod
    def _unserialize(cls, owner: Any, state: tuple[str, str, Any]) -> Any:
        name, kind, data = state
        if kind != KIND:
            return super()._unserialize(owner, state)
        library = cls(owner, name)
        code, exported, library._bitcode = data
        library.is_stored = True
        library.enable_object_caching()
        library._set_compiled_object(code)
        library._finalize_final_module()
        owner._engine._defined_symbols |= exported
        return library

    def serialize_using_object_code(self) -> tuple[str, str, None]:
        """What it is known by; `kernel_cache.private` makes the rest."""
        return self.name, KIND, None

    def _optimize_functions(self, module: Any) -> None:
        """numba's, with the same passes for all functions, which it makes anew for each."""
        module.data_layout = self._codegen._data_layout
        passes, builder = self._codegen._function_pass_manager()
        for function in module.functions:
            passes.run(function, builder)

    def forget(self) -> None:
        """Frees what compiling has left of a function that is used as it is stored from now on."""
        self._shared_module, self._linking_libraries = None, []
        self._final_module.close()
        self._final_module = llvm.parse_assembly("")

    def _get_module_for_linking(self) -> Any:
        if self._bitcode and self._shared_module is None:
            self._shared_module = llvm.parse_bitcode(self._bitcode)
        return super()._get_module_for_linking()


def load_functions_quickly() -> None:
    """Makes numba's libraries ours from now on. llvmlite never frees its lists of passes, as
    the empty `_dispose` of their first base hides that of the second.
    """
    codegen.JITCPUCodegen._library_class = Library
    for passes in (newpassmanagers.ModulePassManager, newpassmanagers.FunctionPassManager):
        passes._dispose = newpassmanagers.NewPassManager._dispose
