# SPDX-License-Identifier: MIT
"""The Debian packages: built from the source package of the last commit with its bundled page.
They are installed into a new system of the same release, and used there. The test needs
root, a network, dpkg-buildpackage with what debian/control names, and mmdebstrap or debootstrap; without them it is skipped."""
import glob
import os
import shutil
import sys
import tempfile

import pytest

import environment
import source_package
from program import ROOT
from source_package import BUILD, must

sys.path.insert(0, os.path.join(ROOT, "tools"))
import fresh_roots  # noqa: E402

BUNDLED = source_package.possible()
PROFILE = "pkg.khepri.bundled" if BUNDLED else "pkg.khepri.noweb"
PACKAGES = ("khepri", "libkhepri0.1", "libkhepri-dev")
PROGRAM = """#include <khepri/bots.h>
#include <khepri/version.h>
#include <stdio.h>
int main(void) { const struct game *game; union games_state state; struct khepri_why why;
    puts(khepri_begin("ra", 3, NULL, &game, &state, &why) ? khepri_version() : why.text); return 0; }
"""


@pytest.fixture(scope="module")
def packages(tmp_path_factory):
    """The folder of the packages that were built."""
    for tool in ("dpkg-buildpackage", "dh", "git"):
        if not shutil.which(tool):
            pytest.skip(f"{tool} is not installed")
    folder = tmp_path_factory.mktemp("deb")
    copy = folder / "khepri"
    if BUNDLED:
        source_package.unpack(str(folder), "khepri")
    else:
        copy.mkdir()
        must(["git", "-C", ROOT, "archive", "-o", str(folder / "source.tar"), "HEAD"])
        must(["tar", "-xf", str(folder / "source.tar"), "-C", str(copy)])
    lacks = environment.run(["dpkg-checkbuilddeps", "-P" + PROFILE], cwd=copy)
    if lacks.returncode:
        pytest.skip(environment.end_of(lacks.stdout))
    must(["dpkg-buildpackage", "-us", "-uc", "-b", "-P" + PROFILE], cwd=copy)
    shutil.rmtree(copy)
    return folder


@pytest.fixture(scope="module")
def root(packages):
    """A new system with the packages in it."""
    with open("/etc/os-release", encoding="utf-8") as file:
        release = next((line.split("=")[1].strip().strip('"') for line in file if line.startswith("VERSION_CODENAME=")), "")
    folder = os.path.join(tempfile.gettempdir(), f"khepri-deb-{os.getpid()}")
    try:
        fresh_roots.check_possible()
        os.makedirs(fresh_roots.FOLDER, exist_ok=True)
        base = fresh_roots.base_of(release, None)
    except fresh_roots.Skipped as reason:
        pytest.skip(str(reason))
    must(["cp", "-a", "--reflink=auto", base, folder])
    try:
        fresh_roots.prepare(folder)
        for name in PACKAGES:
            file, = glob.glob(str(packages / f"{name}_*.deb"))
            shutil.copy(file, os.path.join(folder, "root", f"{name}.deb"))
        inside(folder, "apt-get update -q && apt-get install -qy --no-install-recommends /root/*.deb")
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def inside(root, words):
    """Runs a line of shell in the system; returns what it wrote."""
    archives = os.path.join(root, "var", "cache", "apt", "archives")
    environ = {name: value for name, value in os.environ.items() if name.lower() in fresh_roots.PROXIES}
    return must(["unshare", "--mount", "--pid", "--fork", "--kill-child", "bash", "-c", fresh_roots.ENTER, "enter", root, archives,
                 "bash", "-c", f"set -e; {words}"],
                env={**environ, "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive", "LANG": "C.UTF-8", "HOME": "/root"})


def test_the_program_runs(root):
    assert inside(root, "khepri --version").startswith("khepri ")
    assert "games" in inside(root, "khepri simulate ra --players 3 --games 2 --seed 7")
    assert "Final scores" in inside(root, "khepri simulate amun_re --players 3 --games 1 --seed 7 --records /root/g && khepri show /root/g")


def test_the_page_is_served(root):
    if not BUNDLED:
        pytest.skip("this build has no page to bundle")
    inside(root, "apt-get install -qy --no-install-recommends curl")
    inside(root, r"""cd /root
        khepri serve --listen unix:/root/s --data /root/data.sqlite &
        server=$!
        until [ -S s ]; do kill -0 $server; sleep 0.1; done
        get() { curl -sS --fail --unix-socket s "http://localhost/$1"; }
        get "" >page.html
        for name in $(grep -oE '(app|khepri)-[A-Za-z0-9]+[.](js|css|wasm)' page.html | sort -u); do get "$name" >"got-$name"; done
        kill $server; wait $server""")
    got = {os.path.basename(path)[len("got-"):]: path for path in glob.glob(os.path.join(root, "root", "got-*"))}
    assert {os.path.splitext(name)[1] for name in got} == {".js", ".css", ".wasm"}, got
    for name, path in {**got, "index.html": os.path.join(root, "root", "page.html")}.items():
        with open(path, "rb") as one, open(os.path.join(BUILD, "web", "dist", name), "rb") as other:
            assert one.read() == other.read(), name


def test_everything_is_in_its_place(root):
    for path in ("usr/share/man/man6/khepri.6.gz", "usr/share/bash-completion/completions", "usr/share/metainfo", "usr/share/applications",
                 "usr/lib/systemd/system/khepri.service", "usr/share/doc/khepri/copyright"):
        assert os.path.exists(os.path.join(root, path)), path
    assert not glob.glob(os.path.join(root, "etc/systemd/system/*.wants/khepri*")), "nobody is served who did not say so"


def test_programs_can_use_the_library(root):
    with open(os.path.join(root, "root", "example.c"), "w", encoding="utf-8") as file:
        file.write(PROGRAM)
    inside(root, "apt-get install -qy --no-install-recommends gcc libc6-dev pkg-config")
    said = inside(root, "cd /root && cc example.c $(pkg-config --cflags --libs khepri) -o example && ./example")
    assert said.strip() == inside(root, "khepri --version").split()[1]


def test_they_can_be_removed(root):
    inside(root, "apt-get purge -qy khepri libkhepri-dev libkhepri0.1")
    assert not glob.glob(os.path.join(root, "usr/bin/khepri"))
