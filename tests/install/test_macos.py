# SPDX-License-Identifier: MIT
"""The library's sources for macOS: compiled for both its processors without a warning, and linked into one library with nothing missing.
Nothing runs. The compiler is zig (PyPI's ziglang), which brings the headers and the symbols of macOS; without it this is skipped."""
import concurrent.futures
import json
import os
import re
import shutil
import sys

import pytest

from program import ROOT
from rules_elsewhere import run

PARTS = ("base", "json", "game", "rules", "games", "kernel", "ai", "analysis", "match", "wire", "thinking", "embed")
TARGETS = ("x86_64-macos", "aarch64-macos")


def zig():
    for command in ([os.environ["ZIG"]] if "ZIG" in os.environ else [], ["zig"], [sys.executable, "-m", "ziglang"]):
        if command and shutil.which(command[0]) and run([*command, "version"])[0] == 0:
            return [*command, "cc"]
    return pytest.skip("zig is not installed (pip install ziglang, or $ZIG)")


def sources(build):
    """The files of the library, each with where it looks for headers, as meson compiles them here."""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        rows = [row for row in json.load(file) if re.match(rf"src/({'|'.join(PARTS)})/(?:\w+/)*lib\w+\.a\.p/", row["output"])]
    return [(row["file"], re.findall(r"-I\S+", row["command"])) for row in rows]


@pytest.mark.parametrize("target", TARGETS)
def test_the_library_is_compiled_and_linked(target, tmp_path):
    build = os.path.dirname(os.path.dirname(os.environ["KHEPRI_LIBRARY"]))
    compiler = [*zig(), "-target", target]
    found = sources(build)
    assert len(found) > 100, "the build has the library's sources"

    def compiled(at):
        path, where = found[at]
        made = tmp_path / f"{at}.o"
        code, said = run([*compiler, "-std=c17", "-O1", "-Wall", "-Wextra", "-Werror", "-D_GNU_SOURCE", *where, "-c", path, "-o", made],
                         cwd=build)
        assert code == 0, said
        return made

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        objects = list(pool.map(compiled, range(len(found))))
    library = tmp_path / "libkhepri.dylib"
    code, said = run([*compiler, "-dynamiclib", "-o", library, *objects])
    assert code == 0 and library.stat().st_size > 100000, said
    program = tmp_path / "program.c"
    program.write_text('#include "khepri/bots.h"\n#include "khepri/ra.h"\nint main(void) { return !khepri_bot_at(&ra_game, 0); }\n')
    linked = [*compiler, f"-I{ROOT}/include", program, "-o", tmp_path / "program"]
    code, said = run([*linked, library])
    assert code == 0, said
    assert run(linked)[0] != 0, "what is missing is found"
