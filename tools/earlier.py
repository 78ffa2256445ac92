#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""earlier.py -- an earlier version of Khepri as an opponent.

  earlier.py build COMMIT          builds that commit, unless that was done before; prints its program
  earlier.py play COMMIT BOT       the bot of that version as a program for `khepri arena` and `khepri meter`

The build is a release build without server, browser client and tests, in a folder of its own:
build-earlier/COMMIT, or $KHEPRI_EARLIER/COMMIT. The working tree is left alone. `play` builds nothing, since
the arena waits for it. It passes each question on to `khepri engine` and adds the bot, whose limits are its
own: `master:20000` or `master:100ms`. The program's limit (--ms) should be longer than that.

  tools/earlier.py build 050e741
  khepri arena ra --players 3 --field hard,old --program "old=tools/earlier.py play 050e741 hard"
"""
import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
STOPPED = 1
OPTIONS = ["-Dserver=disabled", "-Dweb=disabled", "-Dwasm=disabled", "-Dtests=false"]


def output(*command, **more):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False, **more)
    if done.returncode:
        sys.exit(f"{done.stdout}\nearlier.py: {' '.join(command)} failed; its output is above")
    return done.stdout


def commit_of(root, name):
    done = subprocess.run(["git", "-C", root, "rev-parse", "--verify", "--quiet", "--end-of-options", name + "^{commit}"],
                          stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit(f"earlier.py: there is no commit {name} in {root}")
    return done.stdout.strip()


def kept_in(root):
    """Where the programs of a repository are kept."""
    return os.environ.get("KHEPRI_EARLIER") or os.path.join(root, "build-earlier")


def program_of(kept, commit):
    return os.path.join(kept, commit, "khepri")


def known_options(source):
    """Of OPTIONS, those that the commit has: meson refuses others."""
    with open(os.path.join(source, "meson_options.txt"), encoding="utf-8") as file:
        names = re.findall(r"^option\('(\w+)'", file.read(), re.M)
    return [option for option in OPTIONS if option[2:].split("=")[0] in names]


def build(root, kept, commit):
    """The program of that commit, which is built if it is not there yet."""
    program = program_of(kept, commit)
    if os.path.exists(program):
        return program
    os.makedirs(kept, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=kept) as folder:
        source, made = os.path.join(folder, "source"), os.path.join(folder, "build")
        os.mkdir(source)
        with subprocess.Popen(["git", "-C", root, "archive", commit], stdout=subprocess.PIPE) as archive:
            subprocess.run(["tar", "-x", "-C", source], stdin=archive.stdout, check=True)
        if archive.returncode:
            sys.exit(f"earlier.py: git archive {commit} failed")
        output("meson", "setup", made, source, "--buildtype=release", *known_options(source))
        output("ninja", "-C", made, "-j2", "app/khepri")
        shutil.copy(os.path.join(made, "app", "khepri"), os.path.join(folder, "khepri"))
        output(os.path.join(folder, "khepri"), "--version")     # it needs nothing of its build folder
        os.makedirs(os.path.dirname(program), exist_ok=True)
        os.replace(os.path.join(folder, "khepri"), program)
    return program


def asked(line, bot):
    """A question of the arena as one for the engine: of that bot, whose limits are its own."""
    question = json.loads(line)
    question.pop("ms", None)
    question["bot"] = bot
    return json.dumps(question, separators=(",", ":")) + "\n"


def play(program, bot):
    with subprocess.Popen([program, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:
        for line in sys.stdin:
            engine.stdin.write(asked(line, bot))
            engine.stdin.flush()
            reply = engine.stdout.readline()
            if not reply:
                break
            sys.stdout.write(reply)
            sys.stdout.flush()
        engine.stdin.close()
    return engine.returncode


TOY = {
    "meson.build": "project('toy', 'c')\nsubdir('app')\n",
    "meson_options.txt": "option('tests', type: 'boolean', value: true)\n",
    "app/meson.build": "assert(not get_option('tests'))\nexecutable('khepri', 'khepri.c')\n",
    "app/khepri.c": '#include <stdio.h>\nint main(int argc, char **argv)\n{\n    static char line[999];\n'
                    '    (void)argv;\n    while (argc == 2 && fgets(line, sizeof line, stdin)) {\n'
                    '        printf("ANSWER %s", line);\n        fflush(stdout);\n    }\n    return 0;\n}\n',
}


def close_answers(player):
    """As when the arena is killed while the bot thinks: the answer finds no reader."""
    player.stdout.close()
    player.stdin.write('{"id":2}\n')
    player.stdin.flush()


def interrupt(player):
    """As when somebody presses Ctrl-C."""
    player.send_signal(signal.SIGINT)


def heed_interrupts():
    """A shell's background jobs ignore SIGINT, and so would what they start."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def stopped(tool, environ, stop):
    """Status and errors of a player that has answered once and is then stopped."""
    with subprocess.Popen(tool, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          env=environ, preexec_fn=heed_interrupts) as player:
        player.stdin.write('{"id":1}\n')
        player.stdin.flush()
        assert player.stdout.readline()
        stop(player)
        errors = player.stderr.read()
        player.wait()
        player.stdin.close()
    return player.returncode, errors


def self_test():
    def git(*words):
        output("git", "-C", root, "-c", "user.name=a", "-c", "user.email=a@b", *words)

    with tempfile.TemporaryDirectory() as root:
        kept = os.path.join(root, "kept")
        os.mkdir(os.path.join(root, "app"))
        git("init", "-q")
        for answer in ("one", "two"):
            for path, text in TOY.items():
                with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                    file.write(text.replace("ANSWER", answer))
            git("add", *TOY)
            git("commit", "-q", "-m", answer)
        first = commit_of(root, "HEAD~1")
        assert not os.path.exists(program_of(kept, first))
        program = build(root, kept, first)
        made = os.stat(program)
        assert os.path.samestat(os.stat(build(root, kept, first)), made), "a commit is built once"
        assert os.listdir(kept) == [first], "only the program is kept"
        ask = {"input": '{"id":1,"ms":5}\n', "text": True, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE,
               "env": dict(os.environ, KHEPRI_EARLIER=kept), "check": False}
        tool = [sys.executable, __file__, "--root", root, "play"]
        done = subprocess.run([*tool, first[:9], "master:9"], **ask)
        assert done.stdout == 'one {"id":1,"bot":"master:9"}\n' and done.returncode == 0, done
        for stop in (close_answers, interrupt):
            assert stopped([*tool, first[:9], "hard"], ask["env"], stop) == (STOPPED, ""), stop
        done = subprocess.run([*tool, "HEAD", "hard"], **ask)
        assert done.returncode == 1 and "HEAD is not built" in done.stderr, done
        done = subprocess.run([*tool, "nothing", "hard"], **ask)
        assert done.returncode == 1 and "no commit nothing" in done.stderr, done
    print("earlier: self-test ok")
    return 0


def find_built(root, kept, name):
    program = program_of(kept, commit_of(root, name))
    if not os.path.exists(program):
        sys.exit(f"earlier.py: {name} is not built; first: tools/earlier.py build {name}")
    return program


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--self-test", action="store_true", help="test this tool with a toy project")
    parser.add_argument("--root", default=ROOT, help="the repository")
    words = parser.add_subparsers(dest="word")
    words.add_parser("build").add_argument("commit")
    player = words.add_parser("play")
    player.add_argument("commit")
    player.add_argument("bot")
    args = parser.parse_args()
    kept = kept_in(args.root)
    if args.self_test:
        return self_test()
    if args.word == "build":
        print(build(args.root, kept, commit_of(args.root, args.commit)))
        return 0
    if args.word == "play":
        return play(find_built(args.root, kept, args.commit), args.bot)
    parser.print_help()
    return 2


def unless_stopped():
    """STOPPED if nobody reads the answers any more, since the arena was killed, or at Ctrl-C."""
    try:
        return main()
    except (BrokenPipeError, KeyboardInterrupt):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for what Python still flushes at its end
        return STOPPED


if __name__ == "__main__":
    sys.exit(unless_stopped())
