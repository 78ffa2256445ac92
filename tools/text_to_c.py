#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Turns text files into a C file with a constant of their bytes, ended by 0.

Usage: text_to_c.py OUT.c NAME IN
       text_to_c.py OUT.c NAME IN IN...

Of one file NAME is the text; of several it is the array of their texts, with NULL for each IN that is "-".

Bytes and not a string literal, because compilers need not take literals of more than 4095 characters."""
import sys


def bytes_of(source):
    with open(source, "rb") as file:
        data = file.read() + b"\0"
    return ",\n    ".join(", ".join(str(byte) if byte < 128 else str(byte - 256) for byte in data[at:at + 20])
                          for at in range(0, len(data), 20))


def main():
    if sys.argv[1:] == ["--help"]:
        print(__doc__)
        return
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    out, name, *sources = sys.argv[1:]
    with open(out, "w", encoding="ascii") as file:
        if len(sources) == 1:
            file.write("extern const char %s[];\nconst char %s[] = {\n    %s};\n" % (name, name, bytes_of(sources[0])))
            return
        texts = ["0" if source == "-" else "text_%d" % at for at, source in enumerate(sources)]
        for text, source in zip(texts, sources):
            if source != "-":
                file.write("static const char %s[] = {\n    %s};\n" % (text, bytes_of(source)))
        file.write("extern const char *const %s[];\nconst char *const %s[] = {%s};\n" % (name, name, ", ".join(texts)))


main()
