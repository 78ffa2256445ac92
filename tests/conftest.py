# SPDX-License-Identifier: MIT
"""conftest.py -- what all Python tests share: fixtures, and results as TAP, which meson reads.

By hand: `pytest tests/server -k leaves`. The program is $KHEPRI, else build/app/khepri; a failed test shows its output.
"""
import os

import pytest

import postgres as own_postgres
import program
import visitor

os.environ["LC_ALL"] = "C.UTF-8"        # the program speaks the language of its environment


def pytest_addoption(parser):
    parser.addoption("--tap", action="store_true", help="print the results as TAP, for meson")
    parser.addoption("--games", type=int, help="play this number of games instead of the usual one")
    parser.addoption("--kills", type=int, help="kill servers this number of times instead of the usual one")
    parser.addoption("--seed", type=int, default=int(os.environ.get("KHEPRI_TEST_SEED", "1")),
                     help="what tests throw their dice with (KHEPRI_TEST_SEED, else 1)")
    parser.addoption("--accept", action="store_true", help="write golden files anew, to be reviewed like code")


@pytest.hookimpl(trylast=True)
def pytest_configure(config):
    if config.getoption("--tap"):
        writer = config.get_terminal_writer()
        config.pluginmanager.unregister(config.pluginmanager.getplugin("terminalreporter"))
        config.pluginmanager.register(Tap(writer), "terminalreporter")


class Tap:
    """Prints one line for each test. Of a failed one also its output; of a good one the lines that begin with "# "."""

    def __init__(self, writer):
        self._tw = writer       # pytest 8 asks its reporter for one when an assert fails
        self.number = 0
        self.phases = []

    def pytest_collectreport(self, report):
        if report.failed:
            print(comment(report.longreprtext) + f"Bail out! {report.nodeid} cannot be read")

    def pytest_collection_finish(self, session):
        print(f"1..{len(session.items)}\n# seed {session.config.getoption('--seed')}", flush=True)

    def pytest_runtest_logreport(self, report):
        self.phases.append(report)
        if report.when != "teardown":
            return
        phases, self.phases = self.phases, []
        self.number += 1
        failed = [phase for phase in phases if phase.failed]
        skipped = [phase.longrepr[2].removeprefix("Skipped: ") for phase in phases if phase.skipped]
        name = report.nodeid.split("::", 1)[-1].removeprefix("test_").replace("#", "").encode("ascii", "replace").decode()
        if failed:
            print(f"not ok {self.number} - {name}")
            print(comment("\n".join(phase.longreprtext for phase in failed) + "\n" + report.capstdout + report.capstderr), end="")
        else:
            print(f"ok {self.number} - {name}" + (f" # SKIP {skipped[0]}" if skipped else ""))
            print("".join(line + "\n" for line in report.capstdout.splitlines() if line.startswith("# ")), end="", flush=True)


def comment(text):
    return "".join(f"# {line}\n" for line in text.rstrip().splitlines()[-200:])


@pytest.fixture
def khepri():
    """Runs a command of the program: khepri("perft", "ra", status=0).stdout."""
    return program.khepri


@pytest.fixture
def engine():
    """Asks khepri engine: engine({"op": "new", ...}, ...) returns its replies."""
    return program.engine


@pytest.fixture
def games(request):
    """The number of games that --games asks for, or None."""
    return request.config.getoption("--games")


@pytest.fixture
def kills(request):
    """The number of kills that --kills asks for, or None."""
    return request.config.getoption("--kills")


@pytest.fixture
def seed(request):
    """What a test throws its dice with."""
    return request.config.getoption("--seed")


@pytest.fixture
def accept(request):
    """Are golden files to be written again?"""
    return request.config.getoption("--accept")


@pytest.fixture
def server():
    """A server of the test's own; it must be well at the end, end in order, and have logged no error."""
    with visitor.Server() as one:
        yield one
        one.must_end_well()


@pytest.fixture
def postgres():
    """A PostgreSQL server of the test's own."""
    one = own_postgres.Postgres()
    yield one
    one.close()
