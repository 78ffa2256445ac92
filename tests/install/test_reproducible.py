# SPDX-License-Identifier: MIT
"""Two builds of the same source, in different folders at different paths, give the same bytes."""
import hashlib
import os
import shutil
import tempfile

import pytest

import environment
from program import ROOT

MADE = ("app/khepri", "src/libkhepri.so.0.1.0", "src/libkhepri.a")


def must(command, **more):
    done = environment.run(command, **more)
    assert done.returncode == 0, f"$ {' '.join(command)}\n{done.stdout}"


def built(folder, source, build):
    """The hashes of what a copy of the source becomes."""
    copy, made = os.path.join(folder, source), os.path.join(folder, build)
    os.makedirs(copy)
    archive = os.path.join(folder, "source.tar")
    if not os.path.exists(archive):
        must(["git", "-C", ROOT, "archive", "-o", archive, "HEAD"])
    must(["tar", "-xf", archive, "-C", copy])
    # Paths, dates and the order of files may differ, and the optimizer sees none of them; it takes most of the time.
    must(["meson", "setup", made, copy, "--buildtype=release", "-Doptimization=0", "-Dtests=false", "-Dweb=disabled", "-Dwasm=disabled",
          f"-Dc_args=-ffile-prefix-map={copy}=."])
    must(["ninja", "-C", made, *MADE])
    out = {}
    for name in MADE:
        with open(os.path.join(made, name), "rb") as file:
            out[name] = hashlib.sha256(file.read()).hexdigest()
    shutil.rmtree(copy)
    shutil.rmtree(made)
    return out


def test_two_builds_are_the_same_bytes():
    if environment.run(["git", "-C", ROOT, "rev-parse", "HEAD"]).returncode:
        pytest.skip("this is no clone of git")
    with tempfile.TemporaryDirectory() as folder:
        first = built(folder, "a", "build-a")
        assert built(folder, os.path.join("another", "folder", "of-khepri"), "elsewhere") == first
