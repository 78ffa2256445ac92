#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""purity.py BUILD -- shows that the core calls nothing and remembers nothing.

Over the static libraries base, json, game, ra, amun, games and kernel of a build without sanitizers. What
they need from outside must be among memcpy, memset, memcmp, memmove. clang also makes bcmp of a
memcmp that only asks for equality. Compilers that harden by default, as Ubuntu's, make the forms with _chk and the
hook of the stack protector. With assertions the hook of assert is there. .data and .bss must be empty, so that no
writable variable exists.
"""
import os
import re
import subprocess
import sys
import tempfile

import checker
from games import game_names

LIBRARIES = [f"{part}/lib{part}.a" for part in ("base", "json", "game", "games", "kernel")]
LIBRARIES += [f"rules/librules_{name}.a" for name in game_names()]
ALLOWED = {"memcpy", "memset", "memcmp", "memmove", "bcmp", "__assert_fail",
           "__memcpy_chk", "__memset_chk", "__memmove_chk", "__stack_chk_fail"}
WRITABLE = re.compile(r"^(\.data(?!\.rel\.ro)|\.bss|\.tdata|\.tbss|COMMON)")


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def judge(libraries, release):
    """The faults found in these archives or objects, taken together."""
    defined, needed, faults = set(), {}, []
    for library in libraries:
        for line in run("nm", "-P", "-A", library).splitlines():
            where, _, rest = line.partition(": ")
            words = rest.split()
            if len(words) < 2:
                continue
            if words[1] in "Uw":
                needed.setdefault(words[0], where)
            else:
                defined.add(words[0])
        for line in run("size", "-A", library).splitlines():
            words = line.split()
            if len(words) == 3 and WRITABLE.match(words[0]) and int(words[1]) > 0:
                faults.append(f"{library}: {words[0]} holds {words[1]} bytes: a writable variable")
    allowed = ALLOWED - {"__assert_fail"} if release else ALLOWED
    for symbol, where in sorted(needed.items()):
        if symbol not in defined | allowed and symbol != "_GLOBAL_OFFSET_TABLE_":
            faults.append(f"{where}: needs {symbol}")
    return faults


def self_test():
    """Objects with one sin each must be refused, a clean one accepted."""
    cases = {"int f(int a) { return a + 1; }": 0,
             "#include <string.h>\nsize_t f(const char *a) { return strlen(a); }": 1,
             "int counter; int f(void) { return ++counter; }": 1,
             "int f(void) { static int n = 3; return ++n; }": 1,
             "static const char *const t[] = {\"a\", \"b\"}; const char *f(int i) { return t[i]; }": 0,
             "#include <assert.h>\nvoid f(int a) { assert(a); }": 0}
    with tempfile.TemporaryDirectory() as folder:
        source, made = os.path.join(folder, "a.c"), os.path.join(folder, "a.o")
        for text, count in cases.items():
            with open(source, "w", encoding="utf-8") as out:
                out.write(text)
            run("cc", "-fPIC", "-O1", "-fno-builtin", "-c", source, "-o", made)
            faults = judge([made], release=False)
            assert len(faults) == count, (text, faults)
        assert len(judge([made], release=True)) == 1, "assert in a release build must be refused"
    print("purity: self-test ok")


def main():
    release = (["--release"], {"action": "store_true", "help": "assertions are off: allow no hook of theirs"})
    args = checker.options(__doc__, self_test, True, release)
    if not args:
        return 0
    libraries = [os.path.join(args.build, "src", library) for library in LIBRARIES]
    missing = [library for library in libraries if not os.path.exists(library)]
    faults = [f"{library}: not built" for library in missing] or judge(libraries, args.release)
    return checker.verdict("purity", faults, f"{len(libraries)} libraries")


if __name__ == "__main__":
    sys.exit(main())
