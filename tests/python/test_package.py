# SPDX-License-Identifier: MIT
"""The Python package of bind/python: its wheel and source distribution are built and installed. Then its own tests, its types and
the examples in its texts are run there. The tools come from PyPI by bind/python/tests/requirements.txt; without PyPI all is skipped."""
import glob
import os
import platform
import re
import shutil
import sysconfig
import tarfile
import tempfile
import zipfile

import pytest

import environment
from environment import run
from program import ROOT

SOURCE = os.path.join(ROOT, "bind", "python")
REQUIREMENTS = os.path.join(SOURCE, "tests", "requirements.txt")


def must(command, **more):
    done = run(command, **more)
    assert done.returncode == 0, f"$ {' '.join(command)}\n{done.stdout}"
    return done.stdout


@pytest.fixture(scope="module")
def place():
    """A folder that stays: the environment in it is made again only when the requirements change."""
    folder = os.environ.get("KHEPRI_PYTHON_PLACE")
    if folder:
        yield folder
        return
    with tempfile.TemporaryDirectory() as folder:
        yield folder


@pytest.fixture(scope="module")
def python(place):
    """The Python of a virtual environment with everything that the tests need."""
    if not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")):
        pytest.skip("the headers of Python are not installed (Debian: python3-dev)")
    return environment.make(os.path.join(place, "environment"), REQUIREMENTS)


def build(python, kind, source, out):
    """Builds with the tools of the environment only; returns the file."""
    shutil.rmtree(out, ignore_errors=True)
    environ = dict(os.environ, PATH=os.path.dirname(python) + os.pathsep + os.environ["PATH"])
    must([python, "-m", "build", "--no-isolation", "--skip-dependency-check", f"--{kind}", "--outdir", out, source], env=environ)
    made, = glob.glob(os.path.join(out, "*.whl" if kind == "wheel" else "*.tar.gz"))
    return made


@pytest.fixture(scope="module")
def wheel(python, place):
    return build(python, "wheel", SOURCE, os.path.join(place, "wheel"))


@pytest.fixture(scope="module")
def installed(python, wheel):
    """The Python, with the package in its environment."""
    must([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-index", "--no-deps", "--force-reinstall", wheel])
    return python


def contents(wheel):
    with zipfile.ZipFile(wheel) as file:
        return sorted(file.namelist())


def test_the_wheel_has_the_package_and_nothing_else(wheel):
    assert "-abi3-" in os.path.basename(wheel)
    names = contents(wheel)
    assert all(name.startswith("khepri/") or re.match(r"khepri-[0-9.]+\.dist-info/", name) for name in names), names
    written = {f"khepri/{name}" for name in os.listdir(os.path.join(SOURCE, "khepri")) if name.endswith((".py", ".pyi", ".typed"))}
    assert written <= set(names), "a file of the package is not installed: see bind/python/meson.build"


def test_a_source_distribution_gives_the_same_wheel(python, wheel, place):
    if run(["git", "rev-parse", "--show-toplevel"], cwd=ROOT).stdout.strip() != ROOT:
        pytest.skip("a source distribution is made from a git repository")
    if run(["git", "status", "--porcelain", "--", "bind", "src", "include"], cwd=ROOT).stdout:
        pytest.skip("a source distribution is made of what is committed, and here are changes that are not")
    sdist = build(python, "sdist", SOURCE, os.path.join(place, "sdist"))
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(sdist) as file:
            file.extractall(folder) # made by ourselves
        unpacked, = glob.glob(os.path.join(folder, "khepri-*"))
        again = build(python, "wheel", unpacked, os.path.join(folder, "wheel"))
        assert contents(again) == contents(wheel)


def test_the_types_are_right(installed, place):
    cache = ["--cache-dir", os.path.join(place, "mypy")]
    must([installed, "-m", "mypy", *cache], cwd=SOURCE)
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "program.py")
        with open(program, "w", encoding="utf-8") as file:
            file.write('import khepri\nstate: khepri.State = khepri.game("ra").new(3)\nmoves: list[str] = state.legal()\nwrong: int = state.to_json()\n')
        said = run([installed, "-m", "mypy", "--strict", *cache, program], cwd=folder).stdout
        assert "program.py:4" in said and "Found 1 error in 1 file" in said, said


def test_the_examples_run(installed):
    with tempfile.TemporaryDirectory() as folder:
        must([installed, "-m", "doctest", os.path.join(SOURCE, "README.md")], cwd=folder)
        said = must([installed, "-c", "import doctest, khepri; print(doctest.testmod(khepri))"], cwd=folder)
        assert re.search(r"failed=0, attempted=[1-9]", said), said


@pytest.mark.parametrize("name", ["play", "vector", "adaptors", "training", "fuzz"])
def test_the_package_passes(installed, name):
    with tempfile.TemporaryDirectory() as folder: # not beside the sources, or they would be imported
        said = must([installed, "-m", "pytest", "-q", "-p", "no:cacheprovider", os.path.join(SOURCE, "tests", f"test_{name}.py")], cwd=folder)
        assert re.search(r"^[1-9]\d* passed in", said, re.M), said


def test_bad_input_under_the_address_sanitizer(installed, place):
    """The extension built once more by clang, with its checks of memory and of undefined behaviour; a short form of the fuzzing.
    Slightly optimized: less takes the fuzzing longer, more the compiler."""
    if not shutil.which("clang"):
        pytest.skip("clang is not installed")
    environ = dict(os.environ, CC="clang", PATH=os.path.dirname(installed) + os.pathsep + os.environ["PATH"])
    runtime = must(["clang", f"-print-file-name=libclang_rt.asan-{platform.machine()}.so"]).strip()
    if not os.path.isabs(runtime):                  # it is found nowhere
        pytest.skip("the runtime of clang's sanitizers is not installed (Debian: apt-get install libclang-rt-dev)")
    folder, site = os.path.join(place, "asan"), os.path.join(place, "asan-site")
    if not os.path.exists(os.path.join(folder, "build.ninja")):
        must(["meson", "setup", folder, SOURCE, "-Dbuildtype=custom", "-Doptimization=1", "-Ddebug=false", "-Db_sanitize=address,undefined",
              "-Db_lundef=false", f"-Dpython.purelibdir={site}", f"-Dpython.platlibdir={site}"], env=environ)
    must(["meson", "compile", "-C", folder], env=environ)
    must(["meson", "install", "-C", folder, "--skip-subprojects", "--no-rebuild"], env=environ)
    extension, = glob.glob(os.path.join(site, "khepri", "_khepri*.so"))
    with open(extension, "rb") as file:
        assert b"__asan_report_load" in file.read(), "it is checked"
    environ.update(LD_PRELOAD=runtime, ASAN_OPTIONS="detect_leaks=0:allocator_may_return_null=1", UBSAN_OPTIONS="halt_on_error=1", PYTHONPATH=site,
                   KHEPRI_FUZZ_ROUNDS="2000")
    with tempfile.TemporaryDirectory() as empty:
        said = must([installed, "-m", "pytest", "-q", "-p", "no:cacheprovider", os.path.join(SOURCE, "tests", "test_fuzz.py")], cwd=empty, env=environ)
    assert re.search(r"^[1-9]\d* passed in", said, re.M), said
