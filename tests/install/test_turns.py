# SPDX-License-Identifier: MIT
"""./play and ./check in one folder at one time: the second waits until the first has fetched and built.

The scripts are the real ones, in a tree of their own. npm, meson and ninja are stand-ins. They write down when they begin
and end, and what they find in web/node_modules."""
import os
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

from program import ROOT

WAITING = "Another ./play or ./check is at work in this folder"

STAND_INS = {
    "npm": """echo npm begins >>../events
rm -rf node_modules
while [ ! -e ../npm_may_end ]; do sleep 0.02; done
mkdir -p node_modules
echo npm ends >>../events""",
    "meson": """touch "$2/build.ninja" """,
    "ninja": """case " $* " in *" -n "*) exit 0 ;; esac
echo ninja begins >>events
sleep 0.4
[ -d web/node_modules ] || echo "the packages are gone" >>events
echo ninja ends >>events""",
}


class Turns(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.tree = self.folder.name
        for name in ("tools", "web", "bin"):
            os.mkdir(os.path.join(self.tree, name))
        for name in ("play", "check", "tools/install.sh"):
            shutil.copy(os.path.join(ROOT, name), os.path.join(self.tree, name))
        with open(os.path.join(self.tree, "tools/install.sh"), "a", encoding="utf-8") as file:
            file.write("install_missing() { :; }\ninstall_wished() { :; }\ncheck_versions() { :; }\n")
        self.write("web/package-lock.json", "{}")
        self.write("tools/run_checks.py", "")
        self.write("events", "")
        for name, lines in STAND_INS.items():
            self.write("bin/" + name, "#!/bin/sh\n" + lines + "\n")
            os.chmod(os.path.join(self.tree, "bin", name), 0o755)
        self.started = []

    def tearDown(self):
        for process in self.started:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.communicate()
        self.folder.cleanup()

    def write(self, name, text):
        with open(os.path.join(self.tree, name), "w", encoding="utf-8") as file:
            file.write(text)

    def events(self):
        with open(os.path.join(self.tree, "events"), encoding="utf-8") as file:
            return file.read().split("\n")[:-1]

    def start(self, *words):
        """Begins a script; what it says is in the file process.said."""
        env = dict(os.environ, PATH=os.path.join(self.tree, "bin") + os.pathsep + os.environ["PATH"])
        said = os.path.join(self.tree, f"said-{len(self.started)}")
        with open(said, "w", encoding="utf-8") as file:
            process = subprocess.Popen(["bash", *words], cwd=self.tree, env=env, start_new_session=True, stdin=subprocess.DEVNULL, stdout=file,
                                       stderr=subprocess.STDOUT)
        process.said = said
        self.started.append(process)
        return process

    def said(self, process):
        with open(process.said, encoding="utf-8") as file:
            return file.read()

    def let_npm_end(self):
        self.write("npm_may_end", "")

    def until_waiting(self, *processes):
        """Until one of them says that it waits."""
        while not any(WAITING in self.said(process) for process in processes):
            time.sleep(0.02)

    def ends_well(self, process):
        process.wait()
        said = self.said(process)
        self.assertEqual(process.returncode, 0, said)
        return said

    def until(self, event):
        while event not in self.events():
            time.sleep(0.02)

    def one_at_a_time(self):
        events = self.events()
        self.assertGreater(len(events), 0)
        for begun, ended in zip(events[::2], events[1::2]):
            self.assertEqual((begun.split()[1], ended), ("begins", begun.split()[0] + " ends"), events)

    def test_begun_at_the_same_moment(self):
        both = [self.start("play", "--prepare"), self.start("check")]
        self.until_waiting(*both)
        self.let_npm_end()
        said = [self.ends_well(process) for process in both]
        self.assertEqual(sum(WAITING in text for text in said), 1, said)
        self.one_at_a_time()
        self.assertIn("ninja ends", self.events())

    def test_two_of_play_build_once_after_the_other(self):
        self.let_npm_end()
        for process in [self.start("play", "--prepare"), self.start("play", "--prepare")]:
            self.ends_well(process)
        self.one_at_a_time()
        self.assertEqual(self.events().count("npm begins"), 1)

    def test_who_was_killed_holds_nothing(self):
        first = self.start("play", "--prepare")
        self.until("npm begins")
        os.killpg(first.pid, signal.SIGKILL)
        first.wait()
        self.let_npm_end()
        self.write("events", "")
        self.assertNotIn(WAITING, self.ends_well(self.start("check")))
        self.one_at_a_time()

    def test_npm_left_behind_is_waited_for(self):
        first = self.start("play", "--prepare")
        self.until("npm begins")
        os.kill(first.pid, signal.SIGKILL)
        first.wait()
        second = self.start("check")
        self.until_waiting(second)
        self.let_npm_end()
        self.ends_well(second)
        self.one_at_a_time()
        self.assertEqual(self.events().count("npm ends"), 2)

    def test_the_game_that_runs_keeps_nobody_waiting(self):
        os.makedirs(os.path.join(self.tree, "build-play/app"))
        self.write("build-play/app/khepri", "#!/bin/sh\necho the game runs >>events\nexec sleep 600\n")
        os.chmod(os.path.join(self.tree, "build-play/app/khepri"), 0o755)
        self.write("build-play/build.ninja", "")
        self.write("build-play/.source", self.tree + "\n")
        self.let_npm_end()
        self.start("play", "--port", "1")
        self.until("the game runs")
        self.assertNotIn(WAITING, self.ends_well(self.start("check")))
