#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs_examples.py BUILD -- runs the examples of README.md, docs/ and man/ against a build.

In Markdown an example is a fenced block whose first line says `test`:

    ```console test   each line "$ COMMAND" is run by sh with khepri on the PATH; the lines after it
                      must be what it prints (a line "..." stands for any lines, "..." within a
                      line for any text). A command that fails must be followed by a line "[exit N]".
    ```c test         compiled against the headers and the library, and run; what it prints must
                      be the next block, if that one is marked ```text output.
    ```json test      must be JSON, one document or one a line.

In a man page it is what stands between .EX and .EE after a line `.\\" test`, in the console form.
The blocks of one page run in order in one empty folder, and what they leave running ends with the page. $PORT is a free
port. A block ```FILE test file is written into
that folder under the name FILE.
"""
import atexit
import glob
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile

import checker
from checker import ROOT
FENCE = re.compile(r"^( *)```(\S*)[ \t]*([^\n]*)\n(.*?)^\1```[ \t]*$", re.M | re.S)


class Block:
    def __init__(self, line, kind, marks, text):
        self.line, self.kind, self.marks, self.text = line, kind, marks.split(), text


def markdown_blocks(text):
    for match in FENCE.finditer(text):
        yield Block(text.count("\n", 0, match.start()) + 1, match[2], match[3], match[4])


def man_blocks(text):
    for match in re.finditer(r'^\.\\" test\n\.EX\n(.*?)^\.EE', text, re.M | re.S):
        plain = re.sub(r"\\f[BIRP]|\\&|^\.(?:br|nf|fi)\n", "", match[1], flags=re.M)
        for escape, char in ((r"\-", "-"), (r"\(aq", "'"), (r"\(dq", '"'), (r"\(rs", "\\"), (r"\e", "\\")):
            plain = plain.replace(escape, char)
        yield Block(text.count("\n", 0, match.start()) + 1, "console", "test", plain)


def same(expected, got):
    """Does `got` fit the expected lines, where ... stands for anything?"""
    pattern = "".join(r"(?:.*\n)*?" if line.strip() == "..." else
                      ".*".join(re.escape(part) for part in line.split("...")) + "\n"
                      for line in expected.splitlines())
    return re.fullmatch(pattern, got if not got or got.endswith("\n") else got + "\n") is not None


def commands(text):
    """Yields (command, expected output) of a console block; a command goes on after a final \\."""
    command, expected = None, []
    for line in text.splitlines():
        if command is not None and command.endswith("\\") and not expected:
            command += "\n" + line.removeprefix("> ")
        elif line.startswith("$ "):
            if command is not None:
                yield command, "".join(expected)
            command, expected = line[2:], []
        else:
            expected.append(line + "\n")
    if command is not None:
        yield command, "".join(expected)


SESSIONS = []                                       # of commands that were run; what they left running ends with its page


def run(command, folder, environ):
    with subprocess.Popen(command, cwd=folder, env=environ, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          start_new_session=True) as done:
        SESSIONS.append(done.pid)
        try:
            out, _ = done.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            end_sessions()
            raise
    return done.returncode, out.decode("utf-8", "replace")


def end_sessions():
    while SESSIONS:
        try:
            os.killpg(SESSIONS.pop(), signal.SIGKILL)
        except ProcessLookupError:
            pass                                    # nothing of it runs any more


atexit.register(end_sessions)


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def try_console(block, folder, environ):
    faults = []
    for command, expected in commands(block.text):
        status, out = run(["sh", "-c", command], folder, environ)
        if status:
            out += f"[exit {status}]\n"
        if not same(expected, out):
            faults.append(f"$ {command}\nexpected:\n{expected}got:\n{out}")
    if not list(commands(block.text)):
        faults.append("a console example without a line that begins with '$ '")
    return faults


def try_c(block, expected, folder, environ, build):
    source, program = os.path.join(folder, "example.c"), os.path.join(folder, "example")
    with open(source, "w", encoding="utf-8") as out:
        out.write(block.text)
    status, text = run(["cc", "-std=c17", "-Wall", "-Wextra", "-Werror", "-I", os.path.join(ROOT, "include"), source,
                        "-o", program, "-L", f"{build}/src", "-lkhepri", f"-Wl,-rpath,{build}/src"], folder, environ)
    if status:
        return [f"does not compile:\n{text}"]
    status, text = run([program], folder, environ)
    if status or (expected is not None and not same(expected, text)):
        return [f"exit {status}; expected:\n{expected}got:\n{text}"]
    return []


def try_json(block):
    try:
        json.loads(block.text)
    except ValueError:
        try:
            for line in block.text.splitlines():
                json.loads(line)
        except ValueError as fault:
            return [f"not JSON: {fault}"]
    return []


def try_page(name, blocks, build):
    """Runs the examples of one page; yields (title, faults)."""
    environ = dict(os.environ, LC_ALL="C.UTF-8", NO_COLOR="1", PATH=f"{build}/app:{build}:" + os.environ["PATH"])
    with tempfile.TemporaryDirectory() as folder:
        environ["HOME"] = folder
        environ["PORT"] = str(free_port())
        for i, block in enumerate(blocks):
            if "test" not in block.marks:
                continue
            following = blocks[i + 1] if i + 1 < len(blocks) and "output" in blocks[i + 1].marks else None
            if "file" in block.marks:
                with open(os.path.join(folder, os.path.basename(block.kind)), "w", encoding="utf-8") as out:
                    out.write(block.text)
                continue
            if block.kind == "console":
                faults = try_console(block, folder, environ)
            elif block.kind == "c":
                faults = try_c(block, following and following.text, folder, environ, build)
            elif block.kind == "json":
                faults = try_json(block)
            else:
                faults = [f"examples of the kind '{block.kind}' cannot be run"]
            yield f"{name}:{block.line}", faults
        end_sessions()


def self_test():
    assert same("a\n...\nd\n", "a\nb\nc\nd\n") and same("...\nd\n", "d\n") and same("x ... z\n", "x y z\n")
    assert not same("a\n", "b\n") and not same("a\n", "") and not same("", "a\n")
    page = ("```console test\n$ echo one\none\n$ false\n[exit 1]\n$ cat f.txt\nhello\n```\n"
            "```json test\n{\"a\":1}\n```\n```sh\nnot run\n```\n")
    page = "```f.txt test file\nhello\n```\n" + page
    bad = page.replace("one\n$", "two\n$").replace('{"a":1}', "{a}")
    assert [bool(f) for _, f in try_page("t", list(markdown_blocks(page)), "/nowhere")] == [False, False]
    assert [bool(f) for _, f in try_page("t", list(markdown_blocks(bad)), "/nowhere")] == [True, True]
    silent = "```console test\n$ false\n```\n"
    assert [bool(f) for _, f in try_page("t", list(markdown_blocks(silent)), "/nowhere")] == [True]
    man = '.\\" test\n.EX\n$ echo a\\-b\na\\-b\n.EE\n'
    assert [bool(f) for _, f in try_page("t", list(man_blocks(man)), "/nowhere")] == [False]
    print("docs_examples: self-test ok")


def main():
    args = checker.options(__doc__, self_test, True, (["pages"], {"nargs": "*", "help": "only these pages"}))
    if not args:
        return 0
    pages = args.pages or sorted(glob.glob(os.path.join(ROOT, "*.md")) + glob.glob(os.path.join(ROOT, "man", "*.[1-9]"))
                                 + glob.glob(os.path.join(ROOT, "docs", "**", "*.md"), recursive=True))
    good = bad = 0
    for page in pages:
        text = open(page, encoding="utf-8").read()
        blocks = list((markdown_blocks if page.endswith(".md") else man_blocks)(text))
        for title, faults in try_page(os.path.relpath(page, ROOT), blocks, os.path.abspath(args.build)):
            good, bad = good + (not faults), bad + bool(faults)
            print(f"{'not ok' if faults else 'ok'} {good + bad} - {title}", flush=True)
            for line in "\n".join(faults).splitlines():
                print(f"# {line}")
    print(f"1..{good + bad}")
    return 1 if bad or not good else 0


if __name__ == "__main__":
    sys.exit(main())
