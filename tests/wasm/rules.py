#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""rules.py --cc CLANG --node NODE CORE_SOURCE... -- the tests of the rules, compiled to WebAssembly and run under node.

The core and the tests are the very files of the native build; only the C library is another (WASI's), and
cmocka a small header, tests/wasm/rules/cmocka.h. Skipped (77) where Debian's wasi-libc is missing.
"""
import argparse
import concurrent.futures
import glob
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RUN = """
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";
const wasi = new WASI({ version: "preview1", args: ["rules"], returnOnExit: true });
const { instance } = await WebAssembly.instantiate(await readFile(process.argv[1]), wasi.getImportObject());
process.exitCode = wasi.start(instance);
"""


def under(*parts):
    return sorted(glob.glob(os.path.join(ROOT, *parts)))


def run(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.returncode, done.stdout.decode("utf-8", "replace")


def compile_all(cc, sources, folder):
    """Compiles each file; returns the objects, or ends with what the compiler said."""
    flags = ["--target=wasm32-wasi", "-std=c17", "-O1", "-mbulk-memory", "-Wall", "-Wextra", "-Werror", f"-I{ROOT}/include"]
    flags += [f"-I{ROOT}/{part}" for part in ("tests/wasm/rules", "tests/lib", "src/base", "src/game", "src/rules/ra", "src/rules/amun")]
    objects = [os.path.join(folder, os.path.basename(source) + ".o") for source in sources]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for source, (code, said) in zip(sources, pool.map(lambda pair: run([cc, *flags, "-c", pair[0], "-o", pair[1]]),
                                                          zip(sources, objects))):
            if code:
                sys.exit(f"{source}:\n{said}\n0 passed, 1 failed")
    return objects


def chapter(args, test, common, folder):
    """One program of the rules' tests: (how many passed, what it said if it failed)."""
    wasm = os.path.join(folder, os.path.basename(test) + ".wasm")
    code, said = run([args.cc, "--target=wasm32-wasi", "-Wl,-z,stack-size=1048576", *compile_all(args.cc, [test], folder), *common, "-o", wasm])
    if code:
        return 0, said
    code, said = run([args.node, "--no-warnings", "--input-type=module", "-e", RUN, wasm])
    return said.count("ok - "), said if code or "ok - " not in said else None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--cc", required=True)
    parser.add_argument("--node", required=True)
    parser.add_argument("sources", nargs="*")
    args = parser.parse_args()
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        probe = os.path.join(folder, "probe.c")
        with open(probe, "w", encoding="ascii") as file:
            file.write("#include <stdio.h>\nint main(void) { return puts(\"\") < 0; }\n")
        if run([args.cc, "--target=wasm32-wasi", probe, "-o", probe + ".wasm"])[0]:
            print("skipped: no C library for WebAssembly (Debian: wasi-libc, libclang-rt-14-dev-wasm32)")
            sys.exit(77)
        core = compile_all(args.cc, under("src/base/*.c") + under("src/game/*.c") + under("src/rules/ra/*.c") + under("src/rules/amun/*.c") +
                           args.sources + [f"{ROOT}/tests/lib/{name}.c" for name in ("t", "t_lines", "lean")], folder)
        for game in ("ra", "amun"):
            words = compile_all(args.cc, [f"{ROOT}/tests/lib/{game}_{part}.c" for part in ("scene", "words")], folder)
            for test in under("tests/rules", game, "rules_*.c"):
                good, said = chapter(args, test, core + words, folder)
                passed += good
                if said is not None:
                    failed += 1
                    print(f"not ok - {os.path.basename(test)}\n{said[-2000:]}")
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)


main()
