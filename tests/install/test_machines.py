# SPDX-License-Identifier: MIT
"""The library on other machines: on 32 bits, with the highest byte first, and under Windows. The tests of the rules, the fingerprints, and
to the byte the same games of bots. The compilers are Debian's; qemu-user and wine run the programs. What is not installed is skipped."""
import os
import re
import shutil

import pytest

from program import ROOT
from rules_elsewhere import CHAPTERS, chapter_holds, compile_all, compile_core, run


class Machine:
    def __init__(self, name, gcc, runner, packages, cross, flags=()):
        self.name, self.gcc, self.runner, self.packages, self.cross = name, gcc, runner, packages, cross
        self.compiler = [gcc, *flags]

    def tool(self, name):
        return self.gcc.removesuffix("gcc") + name

    def start(self, program):
        """The command of a program; one for Windows has an ending."""
        return [*self.runner, program if os.path.exists(program) else program + ".exe"]


MACHINES = [
    Machine("32 bits", "i686-linux-gnu-gcc", [], "gcc-i686-linux-gnu libc6-dev-i386-cross", ("linux", "x86", "i686", "little"), ["-static"]),
    Machine("highest byte first", "s390x-linux-gnu-gcc", ["qemu-s390x"], "gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user",
            ("linux", "s390x", "s390x", "big"), ["-static"]),
    Machine("Windows", "x86_64-w64-mingw32-gcc", ["wine"], "gcc-mingw-w64-x86-64 wine64", ("windows", "x86_64", "x86_64", "little"),
            ["-static", "-D__USE_MINGW_ANSI_STDIO=1"]),
]


@pytest.fixture(scope="module", params=MACHINES, ids=lambda machine: machine.name)
def machine(request, tmp_path_factory):
    """A machine for which programs can be built and run here."""
    found = request.param
    if not shutil.which(found.gcc) or not all(shutil.which(word) for word in found.runner):
        pytest.skip(f"no compiler for it, or nothing that runs its programs (Debian: {found.packages})")
    folder = tmp_path_factory.mktemp("machine")
    os.environ.update(WINEPREFIX=str(folder / "wine"), WINEDEBUG="-all")
    probe = folder / "probe.c"
    probe.write_text("#include <stdio.h>\nint main(void) { return puts(\"it runs\") < 0; }\n")
    code, said = run([*found.compiler, probe, "-o", folder / "probe"])
    assert code == 0, said
    code, said = run(found.start(str(folder / "probe")))
    if code or "it runs" not in said:
        pytest.skip(f"its programs do not run here: {' '.join(said.split())[-200:]}")
    return found


# A game, its players, a bot and the number of games.
GAMES = [("ra", 2, "easy", 3), ("ra", 3, "medium", 2), ("ra", 4, "hard", 1), ("ra", 5, "expert", 1), ("ra", 3, "master:500", 1),
         ("amun_re", 3, "hard", 1), ("amun_re", 4, "medium", 1), ("amun_re", 5, "rule", 1), ("amun_re", 3, "master:200", 1)]
MOVES = ["-std=c17", "-O1", f"-I{ROOT}/include", os.path.join(ROOT, "tests", "install", "bot_moves.c")]
CROSS = """[binaries]
c = '{gcc}'
ar = '{ar}'
objcopy = '{objcopy}'
strip = '{strip}'
[host_machine]
system = '{system}'
cpu_family = '{family}'
cpu = '{cpu}'
endian = '{endian}'
"""


@pytest.fixture(scope="module")
def library(machine, tmp_path_factory):
    """The static library as meson builds it for that machine, without a warning."""
    if not shutil.which("meson") or not shutil.which("ninja"):
        pytest.skip("meson or ninja is not installed")
    folder = tmp_path_factory.mktemp("library")
    system, family, cpu, endian = machine.cross
    cross = folder / "cross.ini"
    cross.write_text(CROSS.format(gcc=machine.gcc, ar=machine.tool("ar"), objcopy=machine.tool("objcopy"), strip=machine.tool("strip"),
                                  system=system, family=family, cpu=cpu, endian=endian))
    for command in (["meson", "setup", "--cross-file", cross, "--werror", "-Dprogram=disabled", "-Dtests=false", folder / "build", ROOT],
                    ["ninja", "-C", folder / "build"]):
        code, said = run(command)
        assert code == 0, said[-3000:]
    return folder / "build" / "src" / "libkhepri.a"


@pytest.fixture(scope="module")
def moves(machine, library):
    """The command of bot_moves.c there."""
    program = str(library.parent / "moves")
    code, said = run([*machine.compiler, *MOVES, library, "-lm", "-o", program])
    assert code == 0, said[-3000:]
    return machine.start(program)


@pytest.fixture(scope="module")
def moves_here(tmp_path_factory):
    """The same on this machine, with the library of this build, which uses the fastest instructions of its processor."""
    program = str(tmp_path_factory.mktemp("here") / "moves")
    code, said = run(["cc", *MOVES, os.environ["KHEPRI_LIBRARY"], "-lm", "-o", program])
    assert code == 0, said
    return program


@pytest.fixture(scope="module")
def core(machine, tmp_path_factory):
    return compile_core(machine.compiler, tmp_path_factory.mktemp("core"))


@pytest.mark.parametrize("game,test", CHAPTERS)
def test_the_rules_hold(machine, core, game, test, tmp_path):
    chapter_holds(machine.compiler, core, game, test, tmp_path, machine.start)


def test_the_fingerprints_are_the_same(machine, core, tmp_path):
    program = str(tmp_path / "fingerprints")
    objects = compile_all(machine.compiler, [os.path.join(ROOT, "tests", "install", "fingerprints.c")], tmp_path)
    code, said = run([*machine.compiler, *objects, *core["rules"], "-o", program])
    assert code == 0, said
    code, said = run([*machine.start(program), os.path.join(ROOT, "tests", "golden", "signature_quick.txt")])
    assert code == 0 and " 0 others" in said, said[-2000:]
    print(f"# {said.strip()}")
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("ra 3 players edition=1999 god_disaster=after_all empty_invoke=true 0123456789abcdef\n")
    code, said = run([*machine.start(program), wrong])
    assert code == 1 and " 1 others" in said, said


def test_the_static_library_exports_public_names_only(machine, library):
    with open(os.path.join(ROOT, "src", "khepri.map"), encoding="utf-8") as file:
        public = set(re.findall(r"^    (\w+);", file.read(), re.M))
    code, said = run([machine.tool("nm"), "-g", "--defined-only", "-P", library])
    assert code == 0 and {line.split()[0] for line in said.splitlines() if " " in line} == public


@pytest.mark.parametrize("game", GAMES, ids=lambda game: "-".join(map(str, game)))
def test_bots_make_the_same_moves(moves, moves_here, game):
    here, there = run([moves_here, *game]), run([*moves, *game])
    assert here[0] == 0 and len(here[1]) > 2000, here[1][-500:]
    assert there == here
