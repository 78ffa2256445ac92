# SPDX-License-Identifier: MIT
"""test_wasm_rules.py -- the tests of the rules, compiled to WebAssembly and run under node. Skipped where Debian's wasi-libc is missing.
$WASM_CC is the compiler, $NODE node."""
import os

import pytest

from rules_elsewhere import CHAPTERS, chapter_holds, compile_core, run

CC = [os.environ.get("WASM_CC", "clang"), "--target=wasm32-wasi", "-mbulk-memory", "-Wl,-z,stack-size=1048576", "-Wno-unused-command-line-argument"]
RUN = """
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";
const wasi = new WASI({ version: "preview1", args: ["rules"], returnOnExit: true });
const { instance } = await WebAssembly.instantiate(await readFile(process.argv[1]), { wasi_snapshot_preview1: wasi.wasiImport });
process.exitCode = wasi.start(instance);
"""


@pytest.fixture(scope="module")
def core(tmp_path_factory):
    folder = tmp_path_factory.mktemp("core")
    probe = folder / "probe.c"
    probe.write_text("#include <stdio.h>\nint main(void) { return puts(\"\") < 0; }\n")
    if run([*CC, probe, "-o", folder / "probe.wasm"])[0]:
        pytest.skip("no C library for WebAssembly (Debian: wasi-libc, libclang-rt-dev-wasm32)")
    return compile_core(CC, folder)


@pytest.mark.parametrize("game,test", CHAPTERS)
def test_chapter(core, game, test, tmp_path):
    chapter_holds(CC, core, game, test, tmp_path, lambda program: [os.environ.get("NODE", "node"), "--no-warnings", "--input-type=module", "-e", RUN, program])
