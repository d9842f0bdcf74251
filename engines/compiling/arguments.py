"""How compiled code that Python calls gets at generators and records.

numba asks Python for each of their parts at every call, which takes longer than most rules. For a
generator there is more to it: where the handler of a signal raises there (Ctrl-C), the exception is
lost or the process crashes. What is read here instead is what numpy offers to C.
"""

from __future__ import annotations

import struct
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.pythonapi import NativeValue, _unboxers

# of the address of a record's fields: numpy/arrayscalars.h has it behind the header of an object
# whose size varies
_PLACE = object.__basicsize__ + struct.calcsize("n")


def take_arguments_quickly() -> None:
    """Has what is compiled from now on read them where they are."""
    import numba.core.boxing  # noqa: F401  # numba's own way, loaded only where something is compiled

    _unboxers.functions[types.NumPyRandomBitGeneratorType] = _bit_generator
    _unboxers.functions[types.Record] = _record


def _bit_generator(kind: Any, bit_generator: Any, c: Any) -> Any:
    """Code that copies the table of numpy/random/bitgen.h into numba's record."""
    word, byte = ir.IntType(64), ir.IntType(8).as_pointer()
    look = c.pyapi._get_function(ir.FunctionType(byte, [byte, byte]), "PyCapsule_GetPointer")
    capsule = c.pyapi.object_getattr_string(bit_generator, "capsule")
    name = c.context.insert_const_string(c.builder.module, "BitGenerator")
    table = c.builder.bitcast(c.builder.call(look, [capsule, name]), word.as_pointer())
    c.pyapi.decref(capsule)
    made = cgutils.create_struct_proxy(kind)(c.context, c.builder)
    made.parent = bit_generator
    entries = [c.builder.load(c.builder.gep(table, [word(k)])) for k in range(4)]
    made.state, made.fnptr_next_uint64, made.fnptr_next_uint32, made.fnptr_next_double = entries
    made.state_address = made.state
    return NativeValue(made._getvalue())


def _record(kind: Any, record: Any, c: Any) -> Any:
    """Code that reads the address of the fields. Who calls holds the record, and so the fields."""
    place = c.builder.gep(record, [ir.IntType(64)(_PLACE)])
    fields = c.context.get_value_type(kind)
    return NativeValue(c.builder.load(c.builder.bitcast(place, fields.as_pointer())))
