# SPDX-License-Identifier: MIT
"""rules_elsewhere.py -- the rules and their tests, compiled for a machine that meson does not build for.

The core and the tests are the very files of the native build. Only the C library is another, and cmocka is a small header,
tests/wasm/rules/cmocka.h. $RULES_SOURCES is what the build generates."""
import concurrent.futures
import glob
import os
import subprocess

from program import ROOT

PARTS = ("tests/wasm/rules", "tests/lib", "src/base", "src/game", "src/rules/ra", "src/rules/amun")
FLAGS = ["-std=c17", "-O1", "-Wall", "-Wextra", "-Werror", f"-I{ROOT}/include", *(f"-I{ROOT}/{part}" for part in PARTS)]
CHAPTERS = [(game, os.path.relpath(path, ROOT)) for game in ("ra", "amun")
            for path in sorted(glob.glob(os.path.join(ROOT, "tests", "rules", game, "rules_*.c")))]


def under(*parts):
    return sorted(glob.glob(os.path.join(ROOT, *parts)))


def run(command, **more):
    """The status, and what was written."""
    done = subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, **more)
    return done.returncode, done.stdout.decode("utf-8", "replace").replace("\r\n", "\n")


def compile_all(compiler, sources, folder):
    """Compiles each file by that command; returns the objects."""
    objects = [os.path.join(folder, os.path.basename(source) + ".o") for source in sources]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for code, said in pool.map(lambda pair: run([*compiler, *FLAGS, "-c", pair[0], "-o", pair[1]]), zip(sources, objects)):
            assert code == 0, said
    return objects


def compile_core(compiler, folder):
    """The objects of the rules, as "rules"; and by game those that each of its tests is linked with."""
    rules = compile_all(compiler, [*under("src/base/*.c"), *under("src/game/*.c"), *under("src/rules/ra/*.c"), *under("src/rules/amun/*.c"),
                                   *os.environ.get("RULES_SOURCES", "").split()], folder)
    tests = compile_all(compiler, [os.path.join(ROOT, "tests", "lib", name) for name in ("t.c", "t_lines.c", "lean.c")], folder)
    return {"rules": rules, **{game: rules + tests + compile_all(compiler, under(f"tests/lib/{game}_scene.c") + under(f"tests/lib/{game}_words.c"), folder)
                               for game in ("ra", "amun")}}


def chapter_holds(compiler, core, game, test, folder, start):
    """Links one test of the rules and runs it; `start` makes the command of a program."""
    program = os.path.join(folder, "chapter")
    code, said = run([*compiler, *compile_all(compiler, [os.path.join(ROOT, test)], folder), *core[game], "-o", program])
    assert code == 0, said
    code, said = run(start(program))
    assert code == 0 and "ok - " in said, said[-2000:]
    print(f"# {said.count('ok - ')} rules hold")
