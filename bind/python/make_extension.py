# SPDX-License-Identifier: MIT
"""make_extension.py OUT.c CALLS.h DECLARATIONS.h -- writes the extension with cffi: what DECLARATIONS.h declares, as CALLS.h defines
it."""
import sys

from cffi import FFI

out, calls, declarations = sys.argv[1:]
ffi = FFI()
with open(declarations, encoding="utf-8") as file:
    ffi.cdef(file.read())
ffi.set_source("khepri._khepri", f'#include "{calls.replace(chr(92), "/").rsplit("/", 1)[-1]}"\n')
ffi.emit_c_code(out)
