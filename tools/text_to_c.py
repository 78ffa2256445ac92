#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Turns a text file into a C file with one constant of its bytes, ended by 0.

Usage: text_to_c.py OUT.c NAME IN

Bytes and not a string literal, because compilers need not take literals of more than 4095 characters."""
import sys


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    out, name, source = sys.argv[1:]
    with open(source, "rb") as file:
        data = file.read() + b"\0"
    lines = [", ".join(str(byte) if byte < 128 else str(byte - 256) for byte in data[at:at + 20])
             for at in range(0, len(data), 20)]
    with open(out, "w", encoding="ascii") as file:
        file.write("extern const char %s[];\nconst char %s[] = {\n    %s};\n" % (name, name, ",\n    ".join(lines)))


main()
