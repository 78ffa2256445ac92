# SPDX-License-Identifier: MIT
"""The rules on other machines: their tests, and the same fingerprints, on 32 bits, with the highest byte first, and under Windows. The
compilers are Debian's; qemu-user and wine run the programs. What is not installed is skipped."""
import os
import shutil

import pytest

from program import ROOT
from rules_elsewhere import CHAPTERS, chapter_holds, compile_all, compile_core, run


class Machine:
    def __init__(self, name, gcc, runner, packages, cross, flags=()):
        self.name, self.gcc, self.runner, self.packages, self.cross = name, gcc, runner, packages, cross
        self.compiler = [gcc, *flags]

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
