# SPDX-License-Identifier: MIT
"""The source package of `meson dist`: built, tested shortly, installed and run without a network, node or npm.
It has a network namespace of its own. Its page is the one that was bundled into it."""
import os
import re
import shutil
import subprocess
import tempfile

import pytest

import source_package
from source_package import BUILD, must

WITHOUT = ("node", "npm", "npx")
FEW = ("json", "playthroughs", "match", "ra_faults")
# What runs in the namespace: only its own loopback is up. A folder of links has all programs but those.
BUILDING = """set -eu
export PATH=$2
! command -v node && ! command -v npm
! curl -sS --max-time 5 https://registry.npmjs.org/ >/dev/null 2>&1
cd "$1"
meson setup build source --prefix=/usr -Dwasm=disabled -Doptimization=0
ninja -C build -j2
meson test -C build --no-rebuild {few}
DESTDIR=$1/root meson install -C build --no-rebuild
"""
SERVING = """set -eu
ip link set lo up 2>/dev/null || true
./root/usr/bin/khepri serve --listen unix:$PWD/s --data $PWD/data.sqlite &
server=$!
trap 'kill $server' EXIT
until [ -S s ]; do kill -0 $server; sleep 0.1; done
get() {{ curl -sS --fail --unix-socket s "http://localhost/$1"; }}
get "" >page.html
for name in $(grep -oE '[a-z-]+-[A-Za-z0-9]+[.](js|css|wasm)' page.html | sort -u); do get "$name" >"got-$name"; done
"""


def alone(words, *arguments, cwd):
    """Runs lines of shell without a network."""
    return must(["unshare", "--user", "--map-root-user", "--net", "bash", "-c", words.format(few=" ".join(FEW)), "alone", *arguments], cwd=cwd)


def programs_but(names, folder):
    """A folder of links to all programs of $PATH but those; the first of a name counts."""
    os.makedirs(folder)
    for place in os.environ["PATH"].split(os.pathsep):
        for program in os.listdir(place) if os.path.isdir(place) else ():
            link = os.path.join(folder, program)
            if program not in names and not os.path.lexists(link):
                os.symlink(os.path.join(place, program), link)
    return folder


@pytest.fixture(scope="module")
def folder():
    """Where the package was unpacked, as "source"."""
    if not source_package.possible():
        pytest.skip("this needs a build with the page, of a clone of git")
    if not shutil.which("unshare") or subprocess.run(["unshare", "--user", "--map-root-user", "--net", "true"], capture_output=True, check=False).returncode:
        pytest.skip("no namespace without a network can be made (unshare --user --net)")
    if not shutil.which("curl"):
        pytest.skip("curl is not installed")
    with tempfile.TemporaryDirectory() as place:
        source_package.unpack(place, "source")
        yield place


def test_it_is_built_and_serves_its_page_without_a_network(folder):
    source = os.path.join(folder, "source")
    assert not any("node_modules" in names for _, names, _ in os.walk(source))
    alone(BUILDING, folder, programs_but(WITHOUT, os.path.join(folder, "programs")), cwd=folder)
    alone(SERVING, cwd=folder)
    with open(os.path.join(folder, "page.html"), encoding="utf-8") as file:
        page = file.read()
    with open(os.path.join(BUILD, "web", "dist", "index.html"), encoding="utf-8") as file:
        assert page == file.read(), "the page that was bundled"
    scripts = re.findall(r'<script[^>]* src="/?(?:\./)?([^"]+)"', page)
    assert scripts, page
    for name in scripts:
        with open(os.path.join(folder, f"got-{name}"), "rb") as got, open(os.path.join(source, "web", "bundled", name), "rb") as wanted:
            assert got.read() == wanted.read(), name
