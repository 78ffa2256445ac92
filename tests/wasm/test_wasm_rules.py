# SPDX-License-Identifier: MIT
"""test_wasm_rules.py -- the tests of the rules, compiled to WebAssembly and run under node.

The core and the tests are the very files of the native build. Only the C library is another (WASI's), and cmocka is a small
header, tests/wasm/rules/cmocka.h. Skipped where Debian's wasi-libc is missing. $WASM_CC is the compiler, $NODE node, and
$WASM_SOURCES what the build generates.
"""
import concurrent.futures
import glob
import os
import subprocess

import pytest

from program import ROOT

CC, NODE = os.environ.get("WASM_CC", "clang"), os.environ.get("NODE", "node")
RUN = """
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";
const wasi = new WASI({ version: "preview1", args: ["rules"], returnOnExit: true });
const { instance } = await WebAssembly.instantiate(await readFile(process.argv[1]), { wasi_snapshot_preview1: wasi.wasiImport });
process.exitCode = wasi.start(instance);
"""
PARTS = ("tests/wasm/rules", "tests/lib", "src/base", "src/game", "src/rules/ra", "src/rules/amun")
FLAGS = ["--target=wasm32-wasi", "-std=c17", "-O1", "-mbulk-memory", "-Wall", "-Wextra", "-Werror", f"-I{ROOT}/include",
         *(f"-I{ROOT}/{part}" for part in PARTS)]


def under(*parts):
    return sorted(glob.glob(os.path.join(ROOT, *parts)))


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.returncode, done.stdout.decode("utf-8", "replace")


def compile_all(sources, folder):
    """Compiles each file; returns the objects."""
    objects = [os.path.join(folder, os.path.basename(source) + ".o") for source in sources]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for code, said in pool.map(lambda pair: run(CC, *FLAGS, "-c", pair[0], "-o", pair[1]), zip(sources, objects)):
            assert code == 0, said
    return objects


@pytest.fixture(scope="module")
def core(tmp_path_factory):
    """By game: the objects that each of its tests is linked with."""
    folder = tmp_path_factory.mktemp("core")
    probe = folder / "probe.c"
    probe.write_text("#include <stdio.h>\nint main(void) { return puts(\"\") < 0; }\n")
    if run(CC, "--target=wasm32-wasi", probe, "-o", folder / "probe.wasm")[0]:
        pytest.skip("no C library for WebAssembly (Debian: wasi-libc, libclang-rt-dev-wasm32)")
    shared = compile_all([*under("src/base/*.c"), *under("src/game/*.c"), *under("src/rules/ra/*.c"), *under("src/rules/amun/*.c"),
                          *os.environ.get("WASM_SOURCES", "").split(), *under("tests/lib/t.c"), *under("tests/lib/t_lines.c"),
                          *under("tests/lib/lean.c")], folder)
    return {game: shared + compile_all(under(f"tests/lib/{game}_scene.c") + under(f"tests/lib/{game}_words.c"), folder)
            for game in ("ra", "amun")}


@pytest.mark.parametrize("game,test", [(game, os.path.relpath(path, ROOT)) for game in ("ra", "amun")
                                       for path in under("tests/rules", game, "rules_*.c")])
def test_chapter(core, game, test, tmp_path):
    wasm = tmp_path / "chapter.wasm"
    code, said = run(CC, "--target=wasm32-wasi", "-Wl,-z,stack-size=1048576", *compile_all([os.path.join(ROOT, test)], tmp_path), *core[game],
                     "-o", wasm)
    assert code == 0, said
    code, said = run(NODE, "--no-warnings", "--input-type=module", "-e", RUN, wasm)
    assert code == 0 and "ok - " in said, said[-2000:]
    print(f"# {said.count('ok - ')} rules hold")
