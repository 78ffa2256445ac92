# SPDX-License-Identifier: MIT
"""check_step.py [--self-test] -- one step of ./check: runs commands, builds and tests, and counts their results."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILDS = os.path.join(ROOT, "build-check")
JOBS = str(min(os.cpu_count() or 2, 8))
TESTS_AT_ONCE = str(int(JOBS) * 3 // 2)            # many a test waits for a browser or a server.
# The page and the modules of WebAssembly do not depend on these compilers and options: the build of gcc has and tests them.
PLAIN = ["-Dweb=disabled", "-Dwasm=disabled"]
# Sanitizers slow a program down less where the compiler optimizes a little. Line numbers and the stack stay readable.
FOR_SANITIZERS = ["-Doptimization=1", *PLAIN]
READABLE = "-fno-omit-frame-pointer -fno-optimize-sibling-calls"
OPTIONS = {
    "gcc": {"CC": "gcc", "args": ["-Dwerror=true"]},
    "clang": {"CC": "clang", "args": ["-Dwerror=true", *PLAIN]},
    "asan": {"CC": "clang", "args": ["-Dwerror=true", "-Db_sanitize=address,undefined", "-Db_lundef=false", *FOR_SANITIZERS, "-Dhostile=true",
                                     f"-Dc_args=-fno-sanitize-recover=all {READABLE}"]},
    "tsan": {"CC": "clang", "args": ["-Db_sanitize=thread", "-Db_lundef=false", *FOR_SANITIZERS, f"-Dc_args={READABLE}"]},
    "release": {"CC": "gcc", "args": ["-Dwerror=true", "-Dbuildtype=release", *PLAIN]},
    "fuzz": {"CC": "clang", "args": ["-Dfuzz=true", "-Db_sanitize=address,undefined", "-Db_lundef=false",
                                     *PLAIN, "-Dc_args=-fno-sanitize-recover=all"]},
}
BUILDING = {kind: threading.Lock() for kind in OPTIONS}    # two steps may want one build; ninja works once at a time
LAYOUT_VERSIONS = range(14, 22)     # these lay out the sources alike
ENVIRON = dict(os.environ, LC_ALL="C.UTF-8", UBSAN_OPTIONS="print_stacktrace=1", NO_COLOR="1",
               TSAN_OPTIONS="exitcode=66",
               LSAN_OPTIONS=f"suppressions={ROOT}/tools/lsan.supp:print_suppressions=0",
               PYTHONDONTWRITEBYTECODE="1")


class Failed(Exception):
    """A step that broke off; its text is what the log ends with."""


class Step:
    """What one step of ./check gathers: single results and a log."""

    def __init__(self, name, title):
        self.name = name
        self.title = title
        self.passed = self.failed = self.skipped = 0
        self.log = []
        self.faults = []                            # a line for each failure
        self.lock = threading.Lock()
        self.worked = 0.0                           # seconds of a processor, of all commands that ran to the end

    def say(self, text):
        self.log.append(text.rstrip("\n"))

    def one(self, ok, text=""):
        if ok:
            self.passed += 1
        else:
            self.failed += 1
            self.faults += text.splitlines()[:1]
            self.say(text)

    def run(self, command, **more):
        """Runs a command and returns (ok, what it printed)."""
        return self.watch(command, None, **more)

    def watch(self, command, progress=r"\[? *(\d+/\d+)\b", **more):
        """Runs a command that says how far it is, "12/80" or "[12/80]", and shows that on a terminal."""
        said = []
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              **{"cwd": ROOT, "env": ENVIRON, **more}) as process:
            for line in process.stdout:
                said.append(line.decode("utf-8", "replace"))
                if progress:
                    self.show(re.match(progress, said[-1]))
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        with self.lock:
            self.worked += used.ru_utime + used.ru_stime
        return process.returncode == 0, "".join(said)

    def show(self, progress):
        if progress and sys.stdout.isatty():
            print(f"\r{self.title} ... {progress[1]}\033[K", end="", flush=True)

    def must(self, command, **more):
        """One result: does the command succeed?"""
        ok, out = self.run(command, **more)
        self.one(ok, f"$ {' '.join(command)}\n{out}")
        return ok, out

    def set_up(self, kind):
        """Sets up build-check/KIND; returns its folder."""
        folder = os.path.join(BUILDS, kind)
        with BUILDING[kind]:
            if not os.path.exists(os.path.join(folder, "build.ninja")):
                shutil.rmtree(folder, ignore_errors=True)
                ok, out = self.run(["meson", "setup", *OPTIONS[kind]["args"], folder], env=dict(ENVIRON, CC=OPTIONS[kind]["CC"]))
                if not ok:
                    shutil.rmtree(folder, ignore_errors=True)
                    raise Failed(f"meson setup of {kind} failed:\n{out}")
        return folder

    def build(self, kind, targets=("all", "meson-test-prereq")):
        """Builds build-check/KIND, with what tests need (since meson 1.7 not part of all), or these targets of it; returns its folder."""
        folder = self.set_up(kind)
        with BUILDING[kind]:
            ok, out = self.watch(["ninja", "-C", folder, "-k", "0", "-j", JOBS, *targets])
        if not ok:
            raise Failed(f"the {kind} build failed:\n{failing_part(out)}")
        self.passed += 1
        return folder

    def tests(self, kind, choice=(), wrap=None, targets=("all", "meson-test-prereq")):
        """Builds, all or these targets, and runs meson tests; each single test result counts."""
        folder = self.build(kind, targets)
        command = ["meson", "test", "-C", folder, "--no-rebuild", "--num-processes", TESTS_AT_ONCE, "--logbase", f"testlog-{self.name}", *choice]
        if wrap:
            command += ["--wrap", "valgrind --quiet --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite"
                        " --child-silent-after-fork=yes"]
        ok, out = self.watch(command)
        self.count_testlog(os.path.join(folder, "meson-logs", f"testlog-{self.name}{'-' * bool(wrap)}{wrap or ''}.json"), ok, out)

    def count_testlog(self, path, ok, out):
        failed = self.failed
        tests = 0
        for line in open(path, encoding="utf-8") if os.path.exists(path) else []:
            test = json.loads(line)
            tests += 1
            text = (test.get("stdout") or "") + "\n" + (test.get("stderr") or "")
            good, bad, skipped = cases(test.get("stdout") or "")
            fine = test["result"] in ("OK", "EXPECTEDFAIL", "SKIP")
            one = good + bad + skipped == 0         # no TAP: the test is one case
            self.passed += good + (one and fine and test["result"] != "SKIP")
            self.skipped += skipped + (one and test["result"] == "SKIP")
            self.failed += bad + (bad == 0 and not fine)
            if test["result"] == "SKIP" or skipped:
                self.say(f"skipped: {test['name']}" + "".join(f"\n  {row}" for row in text.splitlines() if row.startswith("ok") and "# SKIP" in row))
            if not fine:
                names = re.findall(r"^not ok \d+ *-? *(.*)", test.get("stdout") or "", re.M)
                self.faults += [f"{test['name']}: {name}" for name in names] or [f"{test['name']}: {test['result']}"]
                self.say(f"--- {test['name']}: {test['result']} after {test['duration']:.1f} s\n{tail(text, 80)}")
        if not ok and failed == self.failed:
            self.one(False, f"meson test failed:\n{tail(out, 40)}")
        elif tests == 0:
            self.one(False, f"no test ran:\n{tail(out, 20)}")


def cases(text):
    """The passed, failed and skipped cases of a test that speaks TAP; meson has seen that they are as many as planned."""
    good = bad = skipped = 0
    for failed, rest in re.findall(r"^(not )?ok\b(.*)", text, re.M):
        if re.search(r"# *SKIP", rest, re.I):
            skipped += 1
        elif failed:
            bad += 1
        else:
            good += 1
    return good, bad, skipped


def tail(text, lines):
    rows = text.rstrip().split("\n")
    cut = [f"  ... ({len(rows) - lines} lines before)"] if len(rows) > lines else []
    return "\n".join(cut + rows[-lines:])


def failing_part(out):
    """Of ninja's output, what belongs to failed commands."""
    kept, keep = [], False
    for line in out.splitlines():
        if re.match(r"\[\d+/\d+\] ", line):
            keep = False
        if line.startswith("FAILED:"):
            keep = True
        if keep or line.startswith("ninja:"):
            kept.append(line)
    return tail("\n".join(kept or out.splitlines()), 80)


def introspect(step, folder):
    """What meson knows of the tests of a build, programs by their full path."""
    ok, out = step.run(["meson", "introspect", "--tests", folder])
    if not ok:
        raise Failed(f"meson introspect failed:\n{out}")
    tests = json.loads(out)
    for test in tests:
        test["cmd"][0] = os.path.normpath(os.path.join(folder, test["cmd"][0]))
    return tests


def suites(test):
    """The suites of a test that introspect() tells of."""
    return {suite.split(":")[-1] for suite in test["suite"]}


def self_test():
    """A test that fails is counted and named, by its cases where it names them; and its log is kept."""
    def test(name, stdout, result):
        return json.dumps({"name": name, "stdout": stdout, "stderr": "", "result": result, "duration": 1.0}) + "\n"
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        file.write(test("good", "ok 1 - a\nok 2 - b # SKIP no c\n1..2\n", "OK") + test("bad", "ok 1 - a\nnot ok 2 - b\n1..2\n", "FAIL"))
        file.write(test("late", "", "TIMEOUT"))
        file.flush()
        step = Step("it", "It")
        step.count_testlog(file.name, False, "")
    assert (step.passed, step.failed, step.skipped) == (2, 2, 1), vars(step)
    assert step.faults == ["bad: b", "late: TIMEOUT"], step.faults
    assert any(text.startswith("--- bad: FAIL") for text in step.log), step.log
    step.one(False, "$ a command\nwhat it said")
    step.one(True, "nothing")
    assert step.failed == 3 and step.faults[2:] == ["$ a command"], step.faults


if __name__ == "__main__":
    if sys.argv[1:] == ["--help"]:
        print(__doc__)
    elif sys.argv[1:] == ["--self-test"]:
        self_test()
    else:
        sys.exit(__doc__)
