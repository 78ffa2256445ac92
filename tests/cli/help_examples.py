#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The examples in the help of each subcommand run, as they stand there. Usage: help_examples.py KHEPRI"""
import os
import re
import subprocess
import sys
import tempfile

khepri = os.path.abspath(sys.argv[1])
passed = failed = 0
NOT_RUN = {"serve", "play"}     # they wait for people; they have tests of their own
SLOW = {"khepri bench ra"}


def run(command, folder=None):
    path = os.path.dirname(khepri) + os.pathsep + os.environ["PATH"]
    return subprocess.run(command, shell=True, capture_output=True, text=True, cwd=folder, stdin=subprocess.DEVNULL,
                          env={**os.environ, "PATH": path}, check=False)


for command in re.findall(r"^  ([a-z]+) +\S", run("khepri --help").stdout, re.M):
    if command in NOT_RUN:
        continue
    shown = run(f"khepri {command} --help").stdout
    with tempfile.TemporaryDirectory() as folder:
        for example in re.findall(r"^  ((?:khepri|printf) .*)$", shown[shown.index("\nExample"):], re.M):
            if example in SLOW:
                continue
            done = run(example, folder)
            if done.returncode == 0 and done.stdout + done.stderr:
                passed += 1
            else:
                failed += 1
                print(f"FAILED: '{example}': {done.returncode}\n{done.stderr}")

print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0 or not passed)
