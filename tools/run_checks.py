#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""./check [--quick | --full] [--list] [STEP | TEST...] -- runs the checks.

Without a flag: everything that shows that the program works, in about eight minutes from nothing on two cores. --quick is a part
of that, in about a minute. --full adds other compilers, sanitizers, valgrind, fuzzing, the long tests and, where roots can be made,
fresh systems. A STEP is one of --list,
a TEST one of meson's: it is built and run. Two steps run at once. Each prints one line when it is done; a step that fails also
prints its log, and the others still run. At the end each failure is named again. The last line is "N passed, N failed": the sum of
single results. Builds are kept in build-check/.
"""
import argparse
import concurrent.futures
import glob
import json
import os
import re
import sys
import tempfile
import time

from check_queue import Queue
from check_step import BUILDS, ENVIRON, JOBS, LAYOUT_VERSIONS, ROOT, Failed, Step, introspect, suites


def c_files(*tops):
    found = []
    for top in tops:
        for folder, folders, names in os.walk(os.path.join(ROOT, top)):
            folders[:] = sorted(f for f in folders if f != "node_modules")
            found += [os.path.join(folder, name) for name in sorted(names) if name.endswith(".c")]
    return found


def side_by_side(work, things):
    """What work(thing) returns for each, in order; as many at once as there are processors."""
    with concurrent.futures.ThreadPoolExecutor(int(JOBS)) as pool:
        return list(pool.map(work, things))


# The steps. Each is a function of a Step; its first line of text says what it shows.

def tools(step):
    """the checking tools can fail"""
    found = [tool for tool in sorted(glob.glob(os.path.join(ROOT, "tools", "*.py")))
             if "--self-test" in open(tool, encoding="utf-8").read() and tool != os.path.abspath(__file__)]
    for tool, (ok, out) in zip(found, side_by_side(lambda tool: step.run([sys.executable, tool, "--self-test"]), found)):
        step.one(ok, f"$ {tool} --self-test\n{out}")
    programs = [tool for tool in sorted(glob.glob(os.path.join(ROOT, "tools", "*.py"))) if open(tool, encoding="utf-8").read(2) == "#!"]
    silent = [tool for tool, (ok, out) in zip(programs, side_by_side(lambda tool: step.run([sys.executable, tool, "--help"]), programs)) if not ok or not out]
    step.one(programs and not silent, f"they have no --help: {' '.join(silent)}")


def source(step):
    """layers, function length, rule coverage, shell scripts; each file of tests is run"""
    step.must([sys.executable, "tools/layers.py"])
    step.must([sys.executable, "tools/fnlen.py"])
    if os.path.exists(os.path.join(ROOT, "tools", "rulecover.py")):
        step.must([sys.executable, "tools/rulecover.py"])
    for script in ("play", "check", ".ci/run", "tools/install.sh", "tools/many.sh"):
        step.must(["bash", "-n", script])
    for path in sorted(glob.glob(os.path.join(ROOT, "tests", "*", "test_*.py")) + glob.glob(os.path.join(ROOT, "tests", "*", "*.test.mjs"))):
        name = re.sub(r"^test_|\.(py|test\.mjs)$", "", os.path.basename(path))
        listed = open(os.path.join(os.path.dirname(path), "meson.build"), encoding="utf-8").read()
        step.one(f"'{name}'" in listed or os.path.basename(path) in listed, f"{os.path.relpath(path, ROOT)}: its meson.build does not run it")


def layout(step):
    """clang-format on .c files"""
    said = step.run(["clang-format", "--version"])[1]
    version = re.search(r"version (\d+)", said)
    if not version or int(version[1]) not in LAYOUT_VERSIONS:
        step.say(f"skipped: the sources are laid out as clang-format {LAYOUT_VERSIONS[0]} to {LAYOUT_VERSIONS[-1]} do; this is {said.strip()}")
        return
    paths = c_files("src", "app", "tests", "bench")
    if step.run(["clang-format", "--dry-run", "-Werror", *paths])[0]: # all at once: a process for each takes ten seconds
        step.passed += len(paths)
        return
    for path in paths:
        step.must(["clang-format", "--dry-run", "-Werror", path])


def headers(step):
    """public headers compile alone, as C and as C++"""
    for path in sorted(glob.glob(os.path.join(ROOT, "include", "khepri", "*.h"))):
        name = os.path.relpath(path, os.path.join(ROOT, "include"))
        for compiler in (["gcc", "-std=c17", "-xc"], ["clang", "-std=c17", "-xc"], ["gcc", "-std=c11", "-xc"],
                         ["g++", "-std=c++17", "-xc++"], ["clang++", "-std=c++17", "-xc++"]):
            with tempfile.NamedTemporaryFile("w", suffix=".c") as file:
                file.write(f'#include "{name}"\n')
                file.flush()
                step.must([*compiler, "-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only", "-Iinclude", file.name])


def quick(step):
    """gcc, warnings as errors: the quick tests"""
    step.tests("gcc", ["--suite", "quick"])


def gcc(step):
    """gcc, warnings as errors: all tests but the long ones"""
    step.tests("gcc", ["--no-suite", "long"])


def long(step):
    """the long tests, by the build of gcc"""
    step.tests("gcc", ["--suite", "long"])


def clang(step):
    """clang, warnings as errors: what each build does alike; asan, by clang too, has the other tests and their warnings"""
    step.tests("clang", ["--suite", "builds"], targets=["app/khepri", "tests/ai/strength"])     # asan compiles the other programs


def asan(step):
    """address and undefined-behaviour sanitizers, garbage in forgotten variables, warnings: all tests but the long ones and mere figures"""
    spared = {"figures", "long", "sources"}
    step.tests("asan", [test["name"] for test in introspect(step, step.build("asan")) if not spared & suites(test)])


def tsan(step):
    """thread sanitizer: tests where threads meet, of the server, its stores, and series of games on several threads"""
    folder = step.set_up("tsan")
    chosen = [test for test in introspect(step, folder) if "threads" in suites(test)]
    if not chosen:
        raise Failed("no test with threads")
    programs = {test["cmd"][0] for test in chosen}
    built = {os.path.relpath(program, folder) for program in programs if program.startswith(folder + os.sep)}
    step.tests("tsan", [test["name"] for test in chosen], targets=sorted(built | {"app/khepri", "bench/load"}))


def release(step):
    """release build: the C programs of the quick tests, and what each build does alike; purity"""
    folder = step.build("release")
    step.tests("release", [test["name"] for test in introspect(step, folder)
                           if "builds" in suites(test) or ("quick" in suites(test) and of_c(test, folder))])
    step.must([sys.executable, "tools/purity.py", "--release", os.path.join(BUILDS, "release")])


def valgrind(step):
    """valgrind: the C programs of the quick tests but the heavy ones"""
    folder = step.build("gcc")
    programs = [test["name"] for test in introspect(step, folder)
                if "quick" in suites(test) and "heavy" not in suites(test) and of_c(test, folder)]
    if not programs:
        raise Failed("no C program among the quick tests")
    step.tests("gcc", programs, wrap="valgrind")


def of_c(test, folder):
    """Is this test a program of C, of its own?"""
    return test["cmd"][0].startswith(os.path.join(folder, "tests") + os.sep)


def core(step):
    """purity of the core, exported symbols, no circles of files"""
    folder = step.build("gcc")
    step.must([sys.executable, "tools/purity.py", folder])
    step.must([sys.executable, "tools/symbols.py", folder])
    step.must([sys.executable, "tools/circles.py", folder])


def english(step):
    """plain English: spelling, phrases, length of sentences"""
    step.must([sys.executable, "tools/plain_english.py"])


def install(step):
    """meson install, then a program through pkg-config"""
    folder = step.build("gcc")
    with tempfile.TemporaryDirectory() as top:
        step.must(["meson", "install", "-C", folder, "--no-rebuild", "--destdir", top])
        embed_through_pkg_config(step, top)
        for pattern in ("bin/khepri", "include/khepri/game.h", "share/man/man6/khepri.6*", "lib*/**/libkhepri.so"):
            step.one(glob.glob(f"{top}/**/{pattern}", recursive=True), f"meson install brought no {pattern}")


def alone(step):
    """the library without the program, installed, and a program through CMake"""
    with tempfile.TemporaryDirectory() as top:
        build, prefix = os.path.join(top, "build"), os.path.join(top, "here")
        step.must(["meson", "setup", "-Dprogram=disabled", f"--prefix={prefix}", build])
        step.must(["ninja", "-C", build, "install"])
        step.one(not os.path.exists(os.path.join(prefix, "bin")), "the library alone brings no program")
        embed_through_cmake(step, top, prefix)


def embed_through_pkg_config(step, top):
    found = glob.glob(top + "/**/khepri.pc", recursive=True)
    step.one(len(found) == 1, "meson install brought no khepri.pc")
    if not found:
        return
    shared = dict(ENVIRON, PKG_CONFIG_PATH=os.path.dirname(found[0]), PKG_CONFIG_SYSROOT_DIR=top,
                  LD_LIBRARY_PATH=os.path.dirname(os.path.dirname(found[0])))
    program = os.path.join(top, "embed")
    for extra in ([], ["--static"]):
        _, flags = step.must(["pkg-config", "--cflags", "--libs", *extra, "khepri"], env=shared)
        flags = flags.split()
        if extra:
            flags = [f for f in flags if f != "-lkhepri"] + glob.glob(top + "/**/libkhepri.a", recursive=True) + ["-lm"]
        step.must(["gcc", "-std=c17", "-Wall", "-Werror", "tests/install/embed.c", "-o", program, *flags])
        step.must([program], env=shared)


def embed_through_cmake(step, top, prefix):
    """The same program by find_package(), with the shared and the static library; and versions that do not fit are refused."""
    source, made = os.path.join(top, "source"), os.path.join(top, "made")
    os.mkdir(source)

    def project(version):
        with open(os.path.join(source, "CMakeLists.txt"), "w", encoding="utf-8") as file:
            file.write(f"cmake_minimum_required(VERSION 3.16)\nproject(embed C)\nfind_package(khepri {version} REQUIRED)\n")
            for kind in ("khepri", "static"):
                file.write(f"add_executable({kind} {ROOT}/tests/install/embed.c)\ntarget_link_libraries({kind} khepri::{kind})\n")
        return step.run(["cmake", f"-DCMAKE_PREFIX_PATH={prefix}", "-S", source, "-B", made])

    step.one(not project("99.0")[0], "CMake takes a version that is not there")
    ok, out = project("0.1")
    step.one(ok, out)
    step.must(["cmake", "--build", made])
    for kind in ("khepri", "static"):
        step.must([os.path.join(made, kind)])


def tidy(step):
    """clang-tidy"""
    folder = step.build("clang", ["app/khepri"])        # for what is generated
    listed = {os.path.normpath(os.path.join(e["directory"], e["file"]))
              for e in json.load(open(os.path.join(folder, "compile_commands.json"), encoding="utf-8"))}
    files = [path for path in c_files("src", "app") if path in listed]
    # The analyser looks at a tenth of the states that it would by itself, which takes a quarter of the time.
    less = [word for part in ("-analyzer-config", "max-nodes=20000") for word in ("--extra-arg=-Xclang", f"--extra-arg={part}")]
    done = side_by_side(lambda path: step.run(["clang-tidy", "--quiet", "-p", folder, *less, path]), files)
    for path, (ok, out) in zip(files, done):
        step.one(ok, f"{os.path.relpath(path, ROOT)}:\n{out}")


FUZZ_RUNS = {"engine": 4000, "game": 1500, "hall": 6000}    # their inputs take longest


def fuzz(step):
    """each fuzz target for some seconds, from its corpus; the same inputs each time"""
    folder = step.set_up("fuzz")
    ok, out = step.run(["meson", "introspect", "--targets", folder])
    if not ok:
        raise Failed(f"meson introspect failed:\n{out}")
    targets = [target["filename"][0] for target in json.loads(out) if target["name"].startswith("fuzz_")]
    if not targets:
        raise Failed("there is no fuzz target")
    step.build("fuzz", [os.path.relpath(target, folder) for target in targets])

    # The inputs depend on the addresses of the program, too. Where a system forbids fixed ones they may differ each time.
    fixed = ["setarch", "-R"] if step.run(["setarch", "-R", "true"])[0] else []

    def hunt(target):
        name = os.path.basename(target)[len("fuzz_"):]
        corpus = os.path.join(ROOT, "tests", "fuzz", "corpus", name)
        with tempfile.TemporaryDirectory() as found:
            return step.run([*fixed, target, "-seed=1", "-reload=0", f"-runs={FUZZ_RUNS.get(name, 40000)}", "-timeout=60",
                             f"-artifact_prefix={found}/", found, *([corpus] if os.path.isdir(corpus) else [])], cwd=found)

    for target, (ok, out) in zip(targets, side_by_side(hunt, targets)):
        step.one(ok, f"{os.path.basename(target)}:\n{out}")


def fresh(step):
    """the README's commands on fresh Debian systems, as an ordinary user (as root, with mmdebstrap or debootstrap)"""
    ok, out = step.run([sys.executable, "tools/fresh_roots.py"])
    bad = re.findall(r"^not ok .*", out, re.M)
    step.passed += len(re.findall(r"^ok ", out, re.M))
    step.failed += max(len(bad), not ok)
    step.faults += bad or ["it ended with a failure"] * (not ok)
    reasons = [line for line in out.splitlines() if line.startswith("skipped: ")]
    step.skipped += len(reasons)
    step.log += sorted(set(reasons))
    if bad or not ok:
        step.say(out)


# In this order they begin, two at once. Beside gcc, whose tests wait for browsers, comes what uses one processor or its build.
QUICK = [quick, tools, source, layout, headers, english, core]
DEFAULT = [gcc, tools, source, layout, headers, english, core, install]
FULL = [gcc, tools, source, layout, headers, english, core, install, alone, asan, long, tsan, tidy, clang, release, valgrind, fuzz, fresh]
# What a step waits for: long for the other tests of its build, and fresh systems, machines of their own, for all.
AFTER = {"long": {"gcc"}, "fresh": {step.__name__ for step in FULL[:-1]}}
STEPS = {step.__name__: step for step in FULL + QUICK}


def perform(step, what):
    """Runs one step and prints its line, and its log where it failed."""
    start = time.monotonic()
    if sys.stdout.isatty():
        print(f"\r{step.title}\033[K", end="", flush=True)
    try:
        what(step)
    except Failed as fault:
        step.one(False, str(fault))
    except (OSError, ValueError) as fault:
        step.one(False, f"{type(fault).__name__}: {fault}")
    verdict = ", ".join([f"{step.passed} passed"] + [f"{step.failed} FAILED"] * bool(step.failed) + [f"{step.skipped} skipped"] * bool(step.skipped))
    lines = [f"{step.title} -- {verdict}, {time.monotonic() - start:.1f} s, of a processor {step.worked:.0f} s"]
    lines += ["    " + line for text in step.log for line in text.splitlines()]
    print(("\r\033[K" if sys.stdout.isatty() else "") + "\n".join(lines), flush=True)


def tests_by_name(names):
    """A step that builds and runs these tests of meson."""
    def run_them(step):
        known = {test["name"] for test in introspect(step, step.set_up("gcc"))}
        unknown = [name for name in names if name not in known]
        if unknown:
            raise Failed(f"there is neither a step nor a test {unknown[0]}; ./check --list names the steps, "
                         "meson test --list -C build-check/gcc the tests")
        step.tests("gcc", names)
    return run_them


def main():
    parser = argparse.ArgumentParser(prog="check", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="STEP | TEST")
    parser.add_argument("--quick", action="store_true", help="only what together takes about a minute")
    parser.add_argument("--full", action="store_true", help="everything, in about 30 minutes; fresh systems take longer")
    parser.add_argument("--list", action="store_true", help="list the steps")
    args = parser.parse_args()
    if args.list:
        for name, step in STEPS.items():
            tier = "quick" if step in QUICK else "" if step in DEFAULT else "full"
            print(f"{name:10} {tier:6} {step.__doc__}")
        return 0
    names = [name for name in args.names if name in STEPS]
    if not args.names:
        names = [step.__name__ for step in (FULL if args.full else QUICK if args.quick else DEFAULT)]
    steps = [(f"{name}: {STEPS[name].__doc__}", STEPS[name]) for name in names]
    tests = [name for name in args.names if name not in STEPS]
    if tests:
        steps.append((" ".join(tests), tests_by_name(tests)))
    start = time.monotonic()
    queue = [(Step(what.__name__, f"[{number}/{len(steps)}] {title}"), what) for number, (title, what) in enumerate(steps, 1)]
    Queue([(step.name, lambda step=step, what=what: perform(step, what)) for step, what in queue], AFTER).run()
    done = [step for step, _ in queue]
    passed, failed, skipped = (sum(getattr(step, word) for step in done) for word in ("passed", "failed", "skipped"))
    took, worked = time.monotonic() - start, sum(step.worked for step in done)
    print(f"all in {took:.0f} s, processors {100 * worked / max(took, 0.001) / (os.cpu_count() or 1):.0f} % busy with it")
    for step in done:
        for fault in step.faults:
            print(f"failed: {step.name}: {fault}")
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""), flush=True)
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
