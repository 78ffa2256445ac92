#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The offers of Amun-Re can hardly be read, and the longer they are thought about the less: gaps.py AMUN_GAPS"""
import re
import subprocess
import sys

out = subprocess.run([sys.argv[1], "3", "20", "gaps"], capture_output=True, text=True, check=True).stdout
print(out, end="")
gap = {name.strip(): float(number) for name, number in re.findall(r"^  ([a-z ]+?) +([0-9.]+) %", out, re.MULTILINE)}
faults = [a + " is not below " + b for a, b in (("deep", "thorough"), ("thorough", "quick"), ("quick", "any offer")) if gap[a] >= gap[b]]
if gap["thorough"] > 1:
    faults.append("thorough is above 1 % of a win")
for fault in faults:
    print("FAILED:", fault)
print(f"{4 - len(faults)} passed, {len(faults)} failed")
sys.exit(bool(faults))
