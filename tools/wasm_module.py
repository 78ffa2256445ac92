#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""wasm_module.py --cc CLANG --ld WASM_LD --out FILE [--depfile FILE] [--small] SOURCE... -- the core as a WebAssembly module.

Compiles every C file named, and every one in a folder named, for wasm32 without a C library, and
links them with link-time optimisation. What random play and search run through is compiled
for speed, everything else for size. Compared with a module all for speed, that halves the download
and keeps nine tenths of the speed. With --small all of it is for size. Prints the sizes. A module that would import anything is refused.
"""
import argparse
import concurrent.futures
import glob
import gzip
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FAST = {"ra.c", "ra_state.c", "ra_actions.c", "ra_score.c", "ra_thumb.c", "ra_worth.c", "amun.c", "amun_state.c", "amun_moves.c", "amun_actions.c", "amun_score.c", "amun_view.c",
        "amun_worth.c", "rng.c", "random_play.c", "wasm_proof.c", "ra_net.c", "ra_hash.c", "net_simd128.c", "value_net.c", "ra_features.c", "ra_search.c", "ra_step.c"}
# What asks nets, what teaches, and what only shows that the module is the same core.
NOT_SMALL = {"wasm_net.c", "wasm_position.c", "wasm_proof.c", "wasm_teacher.c"}
# A page plays in the small one; the whole one thinks for it.
ONLY_SMALL = {"wasm_effects.c", "wasm_hall.c", "wasm_store.c"}
# Features of 2020 and 2021, in every browser the client is built for.
FEATURES = ["-mbulk-memory", "-msign-ext"]
STACK = 1 << 20
# Comments and characters are read past, so that what stands in them is no string.
LITERAL = re.compile(r'/\*.*?\*/|//[^\n]*|\'(?:[^\'\\]|\\.)+\'|"((?:[^"\\]|\\.)*)"', re.S)
CONVERSION = re.compile(r"%[-+ #0-9.*hljztL]*[a-zA-Z%]?")
KNOWN_FORM = re.compile(r"%(s|\.[0-9]+s|d|u|lld|llu|zu|c|%)")
# Three modules are made of nearly the same objects, again and again.
CACHED = ["ccache"] if shutil.which("ccache") else []


def c_files(paths):
    found = []
    for path in paths:
        found += sorted(glob.glob(os.path.join(path, "*.c"))) if os.path.isdir(path) else [path]
    return found


def compile_one(cc, path, out, include, features, small):
    # What the optimiser may call out of nothing must be there when it links, and must not become a call of itself.
    # Elsewhere copying is known for what it is (a sixth of the speed): so no -ffreestanding, but no headers of the system.
    name = os.path.basename(path)
    fast = name in FAST and not small
    command = [*CACHED, cc, "--target=wasm32", "-std=c17", "-DNDEBUG", *(["-DKHEPRI_NO_NETS", "-DKHEPRI_NO_ACCOUNTS"] if small else []), "-nostdlib", "-nostdlibinc", *features,
               *(["-ffreestanding", "-fno-builtin"] if name == "wasm_libc.c" else ["-flto"]), "-O2" if fast else "-Oz",
               "-fvisibility=hidden", "-Wall", "-Wextra", "-Werror",
               "-isystem", os.path.join(ROOT, "src", "wasm", "libc"), *(f"-I{folder}" for folder in include),
               "-MD", "-MF", out + ".d", "-c", path, "-o", out]
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)


def needs(depfile):
    text = open(depfile, encoding="utf-8").read().replace("\\\n", " ")
    return text.split(": ", 1)[1].split()


def number(data, at):
    """An unsigned LEB128 number and where it ends."""
    value, shift = 0, 0
    while True:
        value |= (data[at] & 127) << shift
        shift, at = shift + 7, at + 1
        if data[at - 1] < 128:
            return value, at


def imports(module):
    """How many things a module imports: what section 2 says."""
    at = 8
    while at < len(module):
        section = module[at]
        size, at = number(module, at + 1)
        if section == 2:
            return number(module, at)[0]
        at += size
    return 0


def build(args, work):
    """Compiles and links; returns the files that went in."""
    sources = [path for path in c_files(args.sources) if os.path.basename(path) not in (NOT_SMALL if args.small else ONLY_SMALL)]
    include = [os.path.join(ROOT, "include"), os.path.join(ROOT, "src", "wire"), *args.include]
    include += [path for path in args.sources if os.path.isdir(path)]
    objects = [os.path.join(work, f"{i}.o") for i in range(len(sources))]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        done = list(pool.map(lambda pair: compile_one(args.cc, pair[0], pair[1], include, FEATURES + args.feature, args.small),
                             zip(sources, objects)))
    for each in done:
        if each.returncode:
            sys.exit(each.stdout.decode("utf-8", "replace"))
    # --stack-first: a stack that overflows traps, instead of writing over the data below it. --compress-relocations: numbers
    # that the linker fills in take no more bytes than they need, a tenth of the module.
    subprocess.run([args.ld, "--no-entry", "--stack-first", "-z", f"stack-size={STACK}", "--gc-sections", "--strip-all",
                    "--compress-relocations", "--lto-O2", *(["-mllvm", "-inline-threshold=-100"] if args.small else []), "-o", args.out, *objects], check=True)
    return sorted({file for each in objects for file in needs(each + ".d")})


def unknown_forms(text):
    """The conversions in the string literals of C source that wasm_libc.c does not know."""
    literals = [found[1] for found in LITERAL.finditer(text) if found[1] is not None]
    return [form[0] for literal in literals for form in CONVERSION.finditer(literal) if not KNOWN_FORM.fullmatch(form[0])]


def self_test():
    head = b"\0asm\1\0\0\0"
    assert imports(head) == 0
    assert imports(head + b"\1\2xx" + b"\2\3\2xx") == 2
    assert number(b"\x85\x01", 0) == (133, 2)
    assert unknown_forms('/* "%x" */ f("%d of %.60s, %lld, %zu, 5 %%"); // "%f"') == []
    assert unknown_forms('f("%5d"); f("%" PRIu64); f("\\"%x\\""); f(\'"\', "%.*s");') == ["%5d", "%", "%x", "%.*s"]
    print("wasm_module: self-test ok")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cc")
    parser.add_argument("--ld")
    parser.add_argument("--out")
    parser.add_argument("--depfile")
    parser.add_argument("-I", dest="include", action="append", default=[], help="a further folder of headers")
    parser.add_argument("--feature", action="append", default=[], help="a further flag of the compiler, -msimd128 for one")
    parser.add_argument("--small", action="store_true", help="what a page needs first: without the bots that ask nets, without bot accounts and proofs")
    parser.add_argument("--self-test", action="store_true", help="show that the tool can refuse")
    parser.add_argument("sources", nargs="*", metavar="SOURCE")
    args = parser.parse_args()
    if args.self_test:
        return self_test()
    with tempfile.TemporaryDirectory() as work:
        inputs = build(args, work)
    for path in inputs:
        forms = unknown_forms(open(path, encoding="utf-8").read())
        if forms:
            os.remove(args.out)
            sys.exit(f"wasm_module: {path}: {forms[0]} in a string: snprintf() of src/wasm/wasm_libc.c knows %s %.Ns %d %u %lld %llu %zu %c %% only")
    module = open(args.out, "rb").read()
    if imports(module):
        os.remove(args.out)
        sys.exit("wasm_module: the module imports something; it must need nothing but itself")
    if args.depfile:
        with open(args.depfile, "w", encoding="utf-8") as out:
            out.write(f"{args.out}: " + " \\\n  ".join(inputs) + "\n")
    print(f"{os.path.basename(args.out)}: {len(module)} bytes, {len(gzip.compress(module, 9, mtime=0))} gzip, no imports")
    return 0


if __name__ == "__main__":
    sys.exit(main())
