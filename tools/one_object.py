#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""one_object.py OUT.a IN.a MAP --cc CC... -- a static library of one object that exports the names of MAP only.

The objects of IN.a are linked into one, whose other names are then local: they cannot clash with names of the
program. Its sections stay apart, so that a linker with --gc-sections leaves out what is not used. Groups of sections are dissolved. A
linker keeps one group of a name, that of another library perhaps, and would miss what is local in ours.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile


def exported(text):
    """The names that a version script exports."""
    return re.findall(r"^    (\w+);", text, re.M)


def knows_groups(cc):
    """Whether the linker can dissolve groups; not each linker has an option for it."""
    return "--force-group-allocation" in subprocess.run([*cc, "-Wl,--help"], capture_output=True, text=True, check=False).stdout


def make(out, archive, names, cc, objcopy="objcopy", ar="ar"):
    with tempfile.TemporaryDirectory() as folder:
        one, kept = os.path.join(folder, "khepri.o"), os.path.join(folder, "kept")
        with open(kept, "w", encoding="utf-8") as file:
            file.write("".join(name + "\n" for name in names))
        groups = ["-Wl,--force-group-allocation"] if knows_groups(cc) else []
        subprocess.run([*cc, "-r", "-nostdlib", "-o", one, "-Wl,--unique", *groups, "-Wl,--whole-archive", archive, "-Wl,--no-whole-archive"], check=True)
        subprocess.run([objcopy, f"--keep-global-symbols={kept}", one], check=True)
        if os.path.exists(out):
            os.remove(out)
        subprocess.run([ar, "rcsD", out, one], check=True)


def self_test():
    assert exported("{\nglobal:\n    a_b;\n    c;\nlocal:\n    *;\n};\n") == ["a_b", "c"]
    with tempfile.TemporaryDirectory() as folder:
        at = lambda name: os.path.join(folder, name)
        for name, text in {"a": "int inner(void); int outer(void) { return inner(); }", "b": "int inner(void) { return 3; }"}.items():
            with open(at(name + ".c"), "w", encoding="utf-8") as file:
                file.write(text)
            subprocess.run(["cc", "-c", at(name + ".c"), "-o", at(name + ".o")], check=True)
        subprocess.run(["ar", "rcs", at("in.a"), at("a.o"), at("b.o")], check=True)
        make(at("out.a"), at("in.a"), ["outer"], ["cc"])
        names = subprocess.run(["nm", "-g", "--defined-only", "-P", at("out.a")], check=True, capture_output=True, text=True).stdout
        assert re.findall(r"^(\w+) T", names, re.M) == ["outer"], names
    print("one_object: self-test ok")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", nargs="?")
    parser.add_argument("archive", nargs="?")
    parser.add_argument("map", nargs="?")
    parser.add_argument("--objcopy", default="objcopy")
    parser.add_argument("--ar", default="ar")
    parser.add_argument("--cc", nargs="+", default=["cc"])
    parser.add_argument("--self-test", action="store_true", help="show that names become local")
    args = parser.parse_args()
    if args.self_test:
        return self_test()
    with open(args.map, encoding="utf-8") as file:
        make(args.out, args.archive, exported(file.read()), args.cc, args.objcopy, args.ar)
    return 0


if __name__ == "__main__":
    sys.exit(main())
