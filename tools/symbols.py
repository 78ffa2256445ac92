#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""symbols.py BUILD -- the shared and the static library export exactly what the public headers declare.
The shared one has the soname of the version's series.

Compares three lists: what include/khepri/*.h declare, src/khepri.map (the list that the linker is
given, checked in), and what each built library exports. --accept rewrites the map from the headers.
"""
import argparse
import glob
import os
import re
import subprocess
import sys

from games import game_names

PREFIXES = (*(name + "_" for name in game_names()), "game_", "games_", "khepri_")
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FUNCTION = re.compile(r"^(?!\s|static|typedef|#|return)[\w \t*]*?[ *](\w+)\s*\([^;{]*\)\s*(?:GAME_CHECKED)?\s*;", re.M)
VARIABLE = re.compile(r"^extern\s[^;(]*?(\w+)\s*(?:\[\])?;", re.M)


def declared(text):
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    text = text.replace('extern "C" {', "")
    text = re.sub(r"^#.*(?:\\\n.*)*", "", text, flags=re.M)
    return set(FUNCTION.findall(text)) | set(VARIABLE.findall(text))


def exported(library):
    """The names that others can use; of an archive its members are on lines of their own."""
    which = "-g" if library.endswith(".a") else "-D"
    out = subprocess.run(["nm", which, "--defined-only", "-P", library], check=True, capture_output=True, text=True)
    return {line.split()[0] for line in out.stdout.splitlines() if len(line.split()) > 1}


def in_map(text):
    return set(re.findall(r"^    (\w+);", text, re.M))


def write_map(names):
    listed = "".join(f"    {name};\n" for name in sorted(names))
    return ("# What libkhepri exports: the functions of include/khepri, by tools/symbols.py --accept.\n"
            "{\nglobal:\n" + listed + "local:\n    *;\n};\n")


def judge(headers, listed, built):
    faults = [f"{name}: declared in include/khepri, not in src/khepri.map" for name in sorted(headers - listed)]
    faults += [f"{name}: in src/khepri.map, declared nowhere in include/khepri" for name in sorted(listed - headers)]
    faults += [f"{name}: declared, but the library does not have it" for name in sorted(listed - built)]
    faults += [f"{name}: exported, but not on the list" for name in sorted(built - listed)]
    faults += [f"{name}: must begin with one of {' '.join(PREFIXES)}" for name in sorted(built)
               if not name.startswith(PREFIXES)]
    return faults


def soname(text):
    """The soname that readelf -d tells, or ""."""
    found = re.search(r"\(SONAME\).*\[(.+)\]", text)
    return found[1] if found else ""


def soname_due(version):
    """While the major version is 0, a new minor version is another library (docs/library.md, "Versions")."""
    major, minor, _ = version.split(".")
    return f"libkhepri.so.{major}" + (f".{minor}" if major == "0" else "")


def self_test():
    header = ('extern "C" {\nunion u { int ra; };\n' "int ra_one(int a);\n/* ra_never(void); */\nextern const struct game ra_game;\n"
              "extern const struct game *const games_list[];\nint ra_two(const struct s *s,\n    int b) GAME_CHECKED;\n"
              "static inline int ra_none(int a) { return ra_one(a); }\n#define ra_macro(x) \\\n    ra_one(x);\n"
              "typedef int (*ra_type)(int);\nconst char *ra_text(void);\nstruct g {\n    int (*call)(void);\n};\n")
    names = {"ra_one", "ra_two", "ra_game", "games_list", "ra_text"}
    assert declared(header) == names, declared(header)
    assert in_map(write_map(names)) == names
    assert judge(names, names, names) == []
    assert len(judge(names | {"ra_new"}, names, names)) == 1
    assert len(judge(names, names, names - {"ra_one"})) == 1
    assert len(judge(names, names, names | {"text_put"})) == 2
    assert soname(" 0x000e (SONAME)  Library soname: [libkhepri.so.0.1]\n") == soname_due("0.1.7") == "libkhepri.so.0.1"
    assert soname("") == "" and soname_due("1.4.2") == "libkhepri.so.1"
    print("symbols: self-test ok")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", nargs="?", help="the build folder")
    parser.add_argument("--accept", action="store_true", help="rewrite src/khepri.map from the headers")
    parser.add_argument("--self-test", action="store_true", help="show that the checker can fail")
    args = parser.parse_args()
    if args.self_test:
        return self_test()
    headers = set()
    for path in sorted(glob.glob(os.path.join(ROOT, "include", "khepri", "*.h"))):
        headers |= declared(open(path, encoding="utf-8").read())
    path = os.path.join(ROOT, "src", "khepri.map")
    if args.accept:
        with open(path, "w", encoding="utf-8") as out:
            out.write(write_map(headers))
        return 0
    if not args.build:
        parser.error("which build folder?")
    faults = []
    for library in ("libkhepri.so", "libkhepri.a"):
        built = exported(os.path.join(args.build, "src", library))
        faults += [f"{library}: {fault}" for fault in judge(headers, in_map(open(path, encoding="utf-8").read()), built)]
    version = re.search(r"version: '([^']+)'", open(os.path.join(ROOT, "meson.build"), encoding="utf-8").read())[1]
    shared = os.path.join(args.build, "src", "libkhepri.so")
    is_named = soname(subprocess.run(["readelf", "-d", shared], capture_output=True, text=True, check=True).stdout)
    if is_named != soname_due(version):
        faults.append(f"libkhepri.so: its soname is {is_named}, and should be {soname_due(version)}")
    print("\n".join(faults + [f"symbols: {len(built)} exported, {len(faults)} faults"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
