# SPDX-License-Identifier: MIT
"""What packagers and their tools read: the desktop entry, AppStream, licences (REUSE), the list of parts (SPDX), the workflow of GitHub,
and the man pages. A tool that is not here makes its test skipped."""
import json
import os
import re
import shutil
import sys
import tempfile

import pytest

import environment
from program import PROGRAM, ROOT, khepri

PACKAGING = os.path.join(ROOT, "packaging")
ID = "org.khepri.khepri"
sys.path.insert(0, os.path.join(ROOT, "tools"))


def ask(tool, *words):
    """Runs a checker that may not be installed."""
    if not shutil.which(tool):
        pytest.skip(f"{tool} is not installed")
    done = environment.run([tool, *words], cwd=ROOT)
    assert done.returncode == 0, done.stdout


def read(*names):
    with open(os.path.join(ROOT, *names), encoding="utf-8") as file:
        return file.read()


def test_the_desktop_entry_is_valid():
    ask("desktop-file-validate", os.path.join(PACKAGING, f"{ID}.desktop"))


def test_the_metainfo_is_valid():
    """Since 1.0 AppStream wants the address of a home page, and there is none."""
    ask("appstreamcli", "--version")
    wants_page = not re.search(r"version: 0\.", environment.run(["appstreamcli", "--version"]).stdout)
    more = ["--override=url-homepage-missing=info"] if wants_page else []
    ask("appstreamcli", "validate", "--no-net", *more, os.path.join(PACKAGING, f"{ID}.metainfo.xml"))


def test_the_man_pages_are_clean(tmp_path):
    if not shutil.which("groff"):
        pytest.skip("groff is not installed")

    def faults(page):
        return environment.run(["groff", "-man", "-ww", "-z", page]).stdout

    for name in sorted(os.listdir(os.path.join(ROOT, "man"))):
        if name[-1].isdigit():
            assert faults(os.path.join(ROOT, "man", name)) == "", name
    wrong = tmp_path / "wrong.6"
    wrong.write_text(".TH WRONG 6\n.SH NAME\n.nothing here\n")
    assert "not defined" in faults(wrong)


def test_they_name_the_program_and_this_version():
    entry, metainfo = read("packaging", f"{ID}.desktop"), read("packaging", f"{ID}.metainfo.xml")
    words = re.search(r"^Exec=khepri (.*)$", entry, re.M).group(1).split()
    known = khepri(words[0], "--help")
    if known.returncode == 0:  # in a build without the server there is no such command, and no desktop entry
        assert all(word in known.stdout for word in words[1:]), words
    assert f">{ID}.desktop<" in metainfo and f">{ID}<" in metainfo
    version = re.search(r"version: '([^']+)'", read("meson.build")).group(1)
    assert f'<release version="{version}"' in metainfo
    assert read("debian", "changelog").startswith(f"khepri ({version})")
    for language in re.findall(r'"(\w+)"', read("lang", "languages.def")):
        assert language == "en" or f"Comment[{language}]=" in entry, language


def test_every_file_has_a_licence():
    with tempfile.TemporaryDirectory() as folder:
        python = environment.make(os.environ.get("KHEPRI_REUSE_PLACE") or os.path.join(folder, "environment"), os.path.join(ROOT, "tests", "install", "reuse.txt"))
        done = environment.run([python, "-m", "reuse", "--root", ROOT, "lint"])
    assert done.returncode == 0, done.stdout
    assert read("LICENSES", "MIT.txt") == read("LICENSE")


def test_the_list_of_parts_is_what_is_linked():
    import sbom
    build = os.path.dirname(os.path.dirname(PROGRAM))
    if not os.path.exists(os.path.join(build, "meson-info")) or not shutil.which("readelf") or not shutil.which("dpkg-query"):
        pytest.skip("this needs a build folder of meson, readelf and dpkg")
    done = environment.run([sys.executable, os.path.join(ROOT, "tools", "sbom.py"), build])
    document = json.loads(done.stdout)
    assert not sbom.faults(document)
    packages = {package["SPDXID"]: package for package in document["packages"]}
    program = next(file["SPDXID"] for file in document["files"] if file["fileName"] == "./khepri")
    linked = [packages[r["relatedSpdxElement"]] for r in document["relationships"] if r["spdxElementId"] == program]
    libraries = sbom.needed(PROGRAM)
    assert libraries and all(package["versionInfo"] for package in linked), linked
    assert len(linked) == len(libraries)
    if any("sqlite" in name for name in libraries):
        assert any(package["name"].startswith("libsqlite3") for package in linked)
    assert any(package["name"] == "preact" for package in document["packages"]) == os.path.isdir(os.path.join(build, "web", "dist"))


@pytest.fixture(scope="module")
def actionlint():
    """The checker of workflows: the one that is installed, or built by Go from pinned sources; skipped without both."""
    found = shutil.which("actionlint")
    if found:
        yield found
        return
    if not shutil.which("go"):
        pytest.skip("neither actionlint nor go is installed")
    with tempfile.TemporaryDirectory() as folder:
        for name in ("go.mod", "go.sum"):
            shutil.copy(os.path.join(ROOT, "tests", "install", "actionlint", name), folder)
        made = environment.run(["go", "build", "-o", "actionlint", "github.com/rhysd/actionlint/cmd/actionlint"], cwd=folder,
                               env=dict(os.environ, GOFLAGS="-mod=readonly -buildvcs=false"))
        if made.returncode and re.search(r"dial tcp|no such host|i/o timeout|connection refused|toolchain not available|requires go", made.stdout):
            pytest.skip(f"actionlint cannot be fetched: {environment.end_of(made.stdout)}")
        assert made.returncode == 0, made.stdout
        yield os.path.join(folder, "actionlint")


def test_the_workflow_is_valid(actionlint, tmp_path):
    workflow = os.path.join(ROOT, ".github", "workflows", "check.yml")
    good = environment.run([actionlint, "-no-color", workflow], cwd=ROOT)
    assert good.returncode == 0, good.stdout
    wrong = tmp_path / "check.yml"
    for old, new in (("runs-on:", "run-on:"), ("${{ matrix.system }}", "${{ matrix.systems }}")):
        assert old in read(".github", "workflows", "check.yml")
        wrong.write_text(read(".github", "workflows", "check.yml").replace(old, new))
        assert environment.run([actionlint, "-no-color", str(wrong)], cwd=ROOT).returncode == 1, new


def test_the_workflow_runs_what_is_there():
    runs = re.findall(r"^ +(?:run: )?(\./check|\.ci/run)\b", read(".github", "workflows", "check.yml"), re.M)
    assert set(runs) == {".ci/run", "./check"} and all(os.access(os.path.join(ROOT, run), os.X_OK) for run in runs)
