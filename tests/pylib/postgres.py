# SPDX-License-Identifier: MIT
"""postgres.py -- a PostgreSQL server of a test's own, in a temporary folder. Tests are skipped where there is none."""
import atexit
import ctypes
import glob
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time

import pytest

import program

MADE = []           # the data of an empty database, which initdb takes seconds for: made once, and copied for each further test
PLACES = ("/usr/lib/postgresql/*/bin/postgres", "/usr/pgsql-*/bin/postgres", "/usr/bin/postgres", "/usr/local/bin/postgres")


def end_with_parent():
    """A test that is killed leaves no server behind."""
    ctypes.CDLL(None).prctl(1, signal.SIGQUIT)      # PR_SET_PDEATHSIG


class Postgres:
    """An empty database at `url`."""

    def __init__(self, *settings):
        """`settings`: as "fsync=on"; they go before those of a test, which is in a hurry."""
        self.settings = [word for setting in settings for word in ("-c", setting)]
        if "postgres://" not in program.khepri("serve", "--help", status=0).stdout:
            pytest.skip("this khepri has no server")
        found = next(filter(None, (sorted(glob.glob(place)) for place in PLACES)), None)
        if not found:
            pytest.skip("PostgreSQL is not installed")
        self.programs = os.path.dirname(found[-1])
        self.user = next((name for name in ("postgres", "nobody") if name in {u.pw_name for u in pwd.getpwall()}), None) if os.getuid() == 0 else None
        self.folder = self.own_folder()
        self.url = f"postgres://khepri@/postgres?host={self.folder}"
        if not MADE:
            made = os.path.join(self.own_folder(), "data")
            atexit.register(shutil.rmtree, os.path.dirname(made), ignore_errors=True)
            self.must("initdb", "-D", made, "-U", "khepri", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
            MADE.append(made)
        self.must("/bin/cp", "-a", MADE[0], "data")
        self.start()
        probe = subprocess.run([program.PROGRAM, "serve", "--data", self.url, "--listen", "192.0.2.1:0"], capture_output=True, text=True)
        if "without PostgreSQL" in probe.stderr:
            self.close()
            pytest.skip("this khepri was built without PostgreSQL")

    def own_folder(self):
        """A new folder of the user that PostgreSQL runs as."""
        folder = tempfile.mkdtemp(prefix="khepri-pg-")
        if self.user:
            shutil.chown(folder, self.user)
        return folder

    def begin(self, name, *words):
        with open(os.path.join(self.folder, "log"), "ab") as log:
            return subprocess.Popen([os.path.join(self.programs, name), *words], cwd=self.folder, user=self.user, stdin=subprocess.DEVNULL,
                                    stdout=log, stderr=log, preexec_fn=end_with_parent)

    def must(self, name, *words):
        """Runs one of its programs, or any by its full path, to a good end."""
        status = self.begin(name, *words).wait()
        with open(os.path.join(self.folder, "log"), encoding="utf-8") as file:
            assert status == 0, f"{name}: {file.read()[-400:]}"

    def start(self):
        words = ["postgres", "-D", "data", "-k", self.folder, "-c", "listen_addresses=", "-c", "fsync=off", *self.settings]
        self.process = self.begin(*words)
        while not self.is_ready():
            if self.process.poll() is not None:
                with open(os.path.join(self.folder, "log"), encoding="utf-8") as file:
                    end = file.read()[-400:]
                assert "still in use" in end, end   # by a process of the one that was killed, which notices it soon
                self.process = self.begin(*words)
            time.sleep(0.01)

    def is_ready(self):
        try:
            with open(os.path.join(self.folder, "data", "postmaster.pid"), encoding="utf-8") as file:
                lines = file.read().split("\n")
        except FileNotFoundError:
            return False
        return lines[0] == str(self.process.pid) and len(lines) > 7 and lines[7].startswith("ready")

    def kill(self):
        """kill -9 of all its processes, parent first, so that none is started again."""
        self.process.send_signal(signal.SIGSTOP)
        children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(self.process.pid)], capture_output=True, text=True, check=True).stdout.split()
        self.process.kill()
        for child in map(int, children):
            try:
                os.kill(child, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.wait()
        while any(os.path.exists(f"/proc/{child}/exe") for child in children):
            time.sleep(0.01)

    def sql(self, statement):
        """The rows, as lists of texts."""
        done = subprocess.run(["psql", "-qAtX", "-v", "ON_ERROR_STOP=1", self.url, "-c", statement],
                              capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return [line.split("|") for line in done.stdout.splitlines()]

    def close(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
