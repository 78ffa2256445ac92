# SPDX-License-Identifier: MIT
"""source_package.py -- the source package of `meson dist`, which has the bundled page inside, for tests that build from it."""
import fcntl
import glob
import os

import environment
from program import PROGRAM, ROOT

BUILD = os.path.dirname(os.path.dirname(PROGRAM))


def must(command, **more):
    done = environment.run(command, **more)
    assert done.returncode == 0, f"$ {' '.join(command)}\n{done.stdout[-6000:]}"
    return done.stdout


def possible():
    """Whether this is a build with the page, of a clone of git."""
    return os.path.isdir(os.path.join(BUILD, "web", "dist")) and not environment.run(["git", "-C", ROOT, "rev-parse", "HEAD"]).returncode


def unpack(place, name):
    """Makes the package of the last commit and unpacks it into a folder of that name; returns its path."""
    with open(os.path.join(BUILD, "source-package.lock"), "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)    # meson has one folder for it, which it empties, and two tests run at once
        must(["meson", "dist", "-C", BUILD, "--no-tests", "--formats", "gztar", "--allow-dirty"])
        package, = glob.glob(os.path.join(BUILD, "meson-dist", "khepri-*.tar.gz"))
        must(["tar", "-xf", package, "-C", place])
    unpacked, = glob.glob(os.path.join(place, "khepri-*"))
    os.rename(unpacked, os.path.join(place, name))
    return os.path.join(place, name)
