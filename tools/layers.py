#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""layers.py -- checks every #include against the layer table of ARCHITECTURE.md.

The table is the one whose header begins "| part | may include |". A row is

    | `src/rules/<game>` | base game khepri/game.h khepri/<game>.h | libc | why |

Column 1 is a path pattern below the root. A file belongs to the most specific (longest) row
that matches it or a folder above it. Column 2 lists the parts whose headers it may include, by their
path below src/. Single headers go by their own name; `*` is anything. A row's own headers are
always allowed; a folder below it that has a row of its own is another part. Column 3 lists the system headers: names without .h, `libc` for the five headers of the
core, or `*`. A row with <game> in column 1 stands for a row for each game of include/khepri/games.def. Elsewhere
<game> in column 2 means all games.

The frame of the web client must not name a game either: web/ without the games' folders in web/src.
"""
import fnmatch
import os
import re
import sys
import tempfile

import checker
from games import game_names

LIBC = {"stdint", "stddef", "stdbool", "string", "assert"}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
SOURCES = (".c", ".h", ".def")
HEADERS = (".h", ".def")
FRAME = (".ts", ".tsx", ".css", ".html", ".mjs", ".webmanifest")
GAME = "<game>"


class Row:
    def __init__(self, cells):
        words = [cell.replace("`", "").split() for cell in cells]
        self.pattern = words[0][0]
        self.name = self.pattern.removeprefix("src/")
        self.ours = set(words[1]) if words[1] != ["nothing"] else set()
        self.system = set(words[2])
        if "libc" in self.system:
            self.system |= LIBC

    def holds(self, path):
        return fnmatch.fnmatch(path, self.pattern) or fnmatch.fnmatch(path, self.pattern + "/*")


def rows_of(cells, games):
    """The rows that a line means: one for each game if its part is a game's, else one."""
    if GAME in cells[0]:
        return [Row([cell.replace(GAME, name) for cell in cells]) for name in games]
    words = [name for word in cells[1].split() for name in
             ([word.replace(GAME, game) for game in games] if GAME in word else [word])]
    return [Row([cells[0], " ".join(words), *cells[2:]])]


def read_table(path, games):
    rows, inside = [], False
    for line in open(path, encoding="utf-8"):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("| part | may include |"):
            inside = True
        elif inside and not line.startswith("|"):
            break
        elif inside and not set(cells[0]) <= set("-: "):
            rows += rows_of(cells, games)
    if not rows:
        raise SystemExit(f"{path}: no layer table (a header line '| part | may include | ...')")
    return rows


def row_of(rows, path):
    held = [row for row in rows if row.holds(path)]
    return max(held, key=lambda row: len(row.pattern)) if held else None


def sources(root, tops):
    for top in tops:
        for folder, folders, names in os.walk(os.path.join(root, top)):
            folders[:] = [f for f in folders if f not in ("node_modules", "dist", "subprojects")]
            for name in sorted(names):
                if name.endswith(SOURCES):
                    yield os.path.relpath(os.path.join(folder, name), root)


def find_header(headers, path, name):
    """The file that an #include "name" in `path` means, or None: beside it, or by unique name."""
    beside = os.path.normpath(os.path.join(os.path.dirname(path), name))
    if beside in headers:
        return beside
    if os.path.join("include", name) in headers:
        return os.path.join("include", name)
    found = [h for h in headers if h.endswith("/" + name)]
    return found[0] if found else None


def judge(rows, headers, path, bracket, name):
    """A sentence if `path` may not include `name`, else None."""
    row = row_of(rows, path)
    if row is None:
        return f"{path}: no row of the layer table covers this file"
    if bracket == "<":
        plain = name[:-2] if name.endswith(".h") else name
        if "*" in row.system or plain in row.system:
            return None
        return f"<{name}>: system headers of {row.pattern} are: {' '.join(sorted(row.system - {'libc'}))}"
    if "*" in row.ours or name in row.ours:
        return None
    found = find_header(headers, path, name)
    if found is None:
        return f'"{name}": no such header in the tree'
    its = row_of(rows, found)
    if its is not None and (its is row or its.name in row.ours):
        return None
    return f'"{name}" ({found}): {row.pattern} may include: {" ".join(sorted(row.ours)) or "nothing of ours"}'


def check(root, tops, table):
    rows = read_table(table, game_names(root))
    files = list(sources(root, tops))
    headers = {f for f in files if f.endswith(HEADERS)}
    faults, count = [], 0
    for path in files:
        for number, line in enumerate(open(os.path.join(root, path), encoding="utf-8"), 1):
            match = INCLUDE.match(line)
            if match:
                count += 1
                fault = judge(rows, headers, path, match[1], match[2])
                if fault:
                    faults.append(f"{path}:{number}: {fault}")
    names = {}
    for path in files:
        names.setdefault(os.path.basename(path), []).append(path)
    faults += [f"{', '.join(p)}: a file name must be unique in the tree" for p in names.values() if len(p) > 1]
    return faults, len(files), count


def frame_faults(root):
    """The frame of the web client (web/src but for the games' folders, and the build) names no game."""
    games = game_names(root)
    named = re.compile(r"(?<![A-Za-z])(%s)(?![A-Za-z])" % "|".join(games), re.IGNORECASE)
    apart = [os.path.join(root, "web", "src", name) for name in games]
    for folder, folders, names in os.walk(os.path.join(root, "web")):
        folders[:] = [f for f in folders if f not in ("node_modules", "dist") and os.path.join(folder, f) not in apart]
        for path in (os.path.join(folder, name) for name in sorted(names) if name.endswith(FRAME)):
            for number, line in enumerate(open(path, encoding="utf-8"), 1):
                if named.search(line):
                    yield f"{os.path.relpath(path, root)}:{number}: the frame of the page must not name a game"


COMMENT = re.compile(r"/\*.*?\*/", re.S)
LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"')


def name_games(root, tops):
    """Faults: C files outside a game's own folders that name a game: an identifier, a member or a string that is its name.
    Help and comments may use a game as an example; includes are the table's business."""
    games = game_names(root)
    either = "|".join(games + [name.upper() for name in games])
    named = re.compile(rf'\b(?:{either})_\w+|(?:\.|->)(?:{"|".join(games)})\b|"(?:{"|".join(games)})(?:_\w+)?"')
    faults = []
    for path in sources(root, tops):
        if set(path.split(os.sep)) & set(games):
            continue
        with open(os.path.join(root, path), encoding="utf-8") as file:
            text = COMMENT.sub(lambda m: "\n" * m[0].count("\n"), file.read())
        for number, line in enumerate(text.split("\n"), 1):
            if not INCLUDE.match(line):
                line = LITERAL.sub(lambda m: m[0] if named.fullmatch(m[0]) else '""', line)
                faults += [f"{path}:{number}: {found} names a game outside its folders" for found in named.findall(line)]
    return faults


def self_test():
    """A small tree with one good and each kind of bad line."""
    table = ("| part | may include | system |\n|---|---|---|\n| `src/low` | nothing | libc |\n"
             "| `src/high` | low | libc stdio |\n| `src/of/<game>` | of/<game> | libc |\n| `src/all` | of/<game> | libc |\n")
    files = {"T.md": table, "src/low/low.h": "", "src/high/high.h": "", "include/khepri/games.def": "X(one, ONE)\nX(two, TWO)\n",
             "src/of/one/one.h": "", "src/of/two/two.h": '#include "two.h"\n', "src/all/all.h": '#include "one.h"\n#include "two.h"\n',
             "src/low/low.c": '#include "low.h"\n#include <string.h>\n',
             "src/high/high.c": '#include "low.h"\n#include <stdio.h>\n'}
    bad = {"src/low/up.c": '#include "high.h"\n', "src/low/io.c": "#include <stdio.h>\n",
           "src/low/none.c": '#include "gone.h"\n', "src/lost/lost.c": "#include <string.h>\n",
           "src/high/low.c": "\n", "src/of/one/other.c": '#include "two.h"\n'}
    with tempfile.TemporaryDirectory() as root:
        def put(path, text):
            os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
            with open(os.path.join(root, path), "w", encoding="utf-8") as out:
                out.write(text)

        for path, text in files.items():
            put(path, text)
        table = os.path.join(root, "T.md")
        assert check(root, ["src"], table)[0] == [], "a clean tree must pass"
        assert name_games(root, ["src"]) == [], "nothing names a game outside its folders"
        for text in ("int a = one_b;\n", "int a = TWO_B;\n", "int a = st->one.b;\n", 'char *a = "two";\n'):
            put("src/low/names.c", text)
            assert len(name_games(root, ["src"])) == 1, f"{text} must be refused"
        put("src/low/names.c", '/* one_b */ char *a = "play two_b";\n')
        assert name_games(root, ["src"]) == [], "examples in texts are no fault"
        os.remove(os.path.join(root, "src/low/names.c"))
        for path, text in bad.items():
            put(path, text)
            assert len(check(root, ["src"], table)[0]) == 1, f"{path} must be refused"
            os.remove(os.path.join(root, path))
        put("web/src/one/board.tsx", 'play("one")\n')
        put("web/src/app.tsx", "/* Anyone alone. */\n")
        assert not list(frame_faults(root)), "a frame that names no game must pass"
        for path, text in {"web/src/app.tsx": 'if (game === "one")\n', "web/src/app.css": ".play-Two { }\n"}.items():
            put(path, text)
            assert [fault.split(":")[0] for fault in frame_faults(root)] == [path], f"{path} must be refused"
            os.remove(os.path.join(root, path))
    print("layers: self-test ok")


def main():
    args = checker.options(__doc__, self_test, build=False)
    if not args:
        return 0
    faults, files, count = check(args.root, ["include", "lang", "src", "app", "tests", "bench", "web", "bind/python"],
                                 os.path.join(args.root, "ARCHITECTURE.md"))
    faults += frame_faults(args.root)
    faults += name_games(args.root, ["src", "app", "bench"])
    return checker.verdict("layers", faults, f"{files} files, {count} includes")


if __name__ == "__main__":
    sys.exit(main())
