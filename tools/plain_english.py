#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""plain_english.py [--paths] [FILE...] -- checks the prose of docs, man pages, words on the screen and comments.

Three checks: codespell finds misspellings, a list of phrases finds turns that have a plainer
English word, and no sentence has more than 25 words. Without a FILE it checks all pages and the parts that DONE lists.

A Markdown table cell, a list item, a tagged paragraph of a man page and a string of a catalogue
count as paragraphs. Code, file names and quoted text are not prose.
"""
import argparse
import ast
import fnmatch
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tokenize

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LIMIT = 25

# Files whose prose is checked.
DONE = ["*.md", "docs/*.md", "docs/decisions/*.md", "news/*.md", "bind/*/README.md", "rules/*.md", "man/*.[1-9]", "lang/en.json", "lang/*.en.json",
        "include/khepri/*.h", "src/*/*.[ch]", "src/*/*/*.[ch]", "app/*.[ch]", "app/*/*.[ch]", "app/*/*/*.[ch]", "bench/*.[ch]", "bench/*/*.[ch]",
        "tests/*/*.[ch]", "tests/*/*/*.[ch]", "examples/*.c", "tools/*.py", "tests/*.py", "tests/*/*.py", "bench/*.py", "bind/*/*.py",
        "bind/*/*/*.py", "web/*.mjs", "web/src/*.ts*", "web/src/*/*.ts*", "bind/js/*.*js", "bind/js/*.ts", "tests/*/*.mjs"]
# Sentences of the rules are cited by mark, one passage each, so their length is not checked here.
ANY_LENGTH = ["rules/*.md", "LICENSE"]

# (what is not written, what to write instead); patterns are searched in lower case, and ^ is the start of a sentence.
PHRASES = [
    (r"\bso many\b", "N, or the number of"),
    (r"\bhang(s|ing)? on\b", "depends on"),
    (r"\b(is|are|was|were) no more\b(?! \w+ than)", "is deleted, is gone"),
    (r"\ball the same\b(?! \w)", "does not matter"),
    (r"\bwhat (comes|came) of\b", "the result of"),
    (r"\bless luck\b", "luck-adjusted"),
    (r"\b(he|him|his|himself)\b", "they, the player, the seat"),
    (r"^who (?!is\b)[^?]*[.:;]", "a player who, whoever, the one who"),
    (r"\b(in|on) the mean\b", "on average"),
    (r"\bat the most\b", "at most"),
    (r"\b(of|for|from) one's own\b", "your own, its own"),
    (r"\bto be had\b", "available"),
    (r"\bin thought\b", "hypothetically"),
    (r"\b(made|judged|measured|written|begun|reckoned) anew\b", "again"),
    (r"\breckon(s|ed|ing)?\b", "assume, estimate, compute"),
    (r"\brules? of thumb\b", "heuristic"),
    (r"\bwithout a thought\b", "at random"),
    (r"\b(rate of learning|how far a step goes)\b", "learning rate"),
    (r"\bfalls? to nothing\b", "decays to 0"),
    (r"\brubbish\b", "garbage, garbage input"),
    (r"\blook(s|ing|ed)? on\b(?! the)", "watch, spectator"),
    (r"\blikings?\b", "taste"),
    (r"\bleads? nowhere\b", "was not found"),
    (r"\binfallible\b", "perfect"),
    (r"\bplays? soundly\b", "plays well"),
]
# (file pattern, phrase as found): where a phrase is right. Not longer than a screen.
EXCEPTIONS = [
    # ("docs/name.md", "so many"),
]
# Words that codespell takes for misspellings: names of the program, other languages, identifiers.
WORDS = "aktion,alls,bu,upto,nd,ist,unter,feld,pyramide,nowe,momento,biddings,discreet"

# Ends of sentences that are not: the dots of abbreviations.
ABBREVIATION = re.compile(r"\b(e\.g|i\.e|etc|vs|cf|No|St)\.$")


def sentences(paragraph):
    """The sentences of a paragraph of plain text."""
    words = paragraph.split()
    start = 0
    for i, word in enumerate(words):
        last = i == len(words) - 1
        ends = re.search(r"[.!?…][)\"'”*_]*$", word) and not ABBREVIATION.search(word)
        if last or (ends and not (word.endswith("...") and words[i + 1][0].islower())):
            yield " ".join(words[start:i + 1])
            start = i + 1


def length(sentence):
    """Its words; numbers, signs and code count as one word each, a lone sign as none."""
    return sum(1 for word in sentence.split() if re.search(r"\w", word))


def markdown_inline(text):
    text = re.sub(r"``.*?``|`[^`]*`", "CODE", text)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return re.sub(r"\[[A-Z]+-[A-Z]+-\d+\]|\*\*|<[^>]*>", "", text)


def markdown(lines):
    """Yields (line number, paragraph) of a Markdown page."""
    start, held, fence = 0, [], False
    for number, line in enumerate(lines + [""], 1):
        bare = line.strip()
        if bare.startswith("```"):
            fence = not fence
            bare = ""
        elif fence:
            continue
        fresh = re.match(r"([-*+]|\d+\.)\s+|#+\s|\||>\s*", bare)
        if held and (not bare or fresh):
            yield start, markdown_inline(" ".join(held))
            held = []
        if bare.startswith("|"):
            for cell in bare.strip("|").split("|"):
                yield number, markdown_inline(cell)
        elif bare:
            start = number if not held else start
            held.append(re.sub(r"^([-*+]|\d+\.)\s+|^#+\s|^>\s*", "", bare))


def man(lines):
    """Yields (line number, paragraph) of a man page."""
    start, held, code, tag = 0, [], False, False
    for number, line in enumerate(lines + [".PP"], 1):
        line = line.rstrip("\n")
        macro = re.match(r"\.(\S*)\s*(.*)", line)
        name, rest = (macro[1], macro[2]) if macro else ("", line)
        if name in ("EX", "EE"):
            code = name == "EX"
        if code or name.startswith("\\"):
            continue
        if macro and name in ("PP", "TP", "TQ", "IP", "SH", "SS", "TH", "EE", "br") or tag:
            if held:
                yield start, " ".join(held)
            held, tag = [], name in ("TP", "TQ")
            continue
        if macro:   # .B word, .BR word ", " word: a piece of the sentence in bold or italics
            apart = " " if name in ("B", "I") else ""
            rest = apart.join(part[1:-1] if part[0] == '"' else part for part in re.findall(r'"[^"]*"|\S+', rest))
        rest = re.sub(r"\\f[BIRP]|\\&", "", rest).replace("\\-", "-").replace("\\(dq", '"').replace("\\(aq", "'")
        if rest:
            start = number if not held else start
            held.append(rest)


def comments(lines):
    """Yields (line number, paragraph) of the comments of a C file."""
    text = "".join(lines)
    for match in re.finditer(r"/\*(.*?)\*/", re.sub(r'"(?:\\.|[^"\\\n])*"', lambda m: '"' + "q" * (len(m[0]) - 2) + '"', text), re.S):
        number = text.count("\n", 0, match.start()) + 1
        held, start = [], number
        for line in match[1].split("\n") + [""]:
            bare = re.sub(r"^\s*\*? ?", "", line)
            code = bare.startswith("  ") or re.search(r"\S {3,}\S", bare) or re.match(r"SPDX-|clang-format|-{3,}", bare.strip())
            if held and (code or not bare.strip() or re.match(r"- ", bare)):
                yield start, prose_of_comment(" ".join(held))
                held = []
            if bare.strip() and not code:
                start = number if not held else start
                held.append(bare.strip())
            number += 1


def blanked(match):
    """A string or a pattern of a script without its content, of the same length."""
    return match[0][0] + re.sub(r"[^\n]", "q", match[0][1:-1]) + match[0][-1]


def script_comments(lines):
    """Yields (line number, paragraph) of the comments of TypeScript or JavaScript; lines that begin with // belong together."""
    text = re.sub(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|`(?:\\.|[^`\\])*`|(?<=[(=,:] )/(?![/*])(?:\\.|[^/\\\n])+/', blanked, "".join(lines))
    rows = text.split("\n")
    yield from comments([row + "\n" for row in rows])
    start, held = 0, []
    for number, row in enumerate(rows + [""], 1):
        found = re.search(r"(?<![:q])//\s?(.*)", row)
        alone = found and not row[:found.start()].strip()
        if held and not (alone and found[1].strip()):
            yield start, prose_of_comment(" ".join(held))
            held = []
        if found and not alone:
            yield number, prose_of_comment(found[1])
        elif found and found[1].strip():
            start = number if not held else start
            held.append(found[1].strip())


def python_comments(lines):
    """Yields (line number, paragraph) of the docstrings and the comments of Python; what is indented in a docstring is code."""
    text = "".join(lines)
    for node in ast.walk(ast.parse(text)):
        said = ast.get_docstring(node, clean=not isinstance(node, ast.Module)) if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) else None
        for paragraph in re.split(r"\n\s*\n|\n(?=[-*] )", said or ""):
            plain = [row for row in paragraph.split("\n") if said and not re.match(r" |.*\S {3,}\S|={3}", row)]
            if not plain:
                continue
            yield node.body[0].lineno, re.sub(r"^\S+\.py (\[.*\] )?-- ", "", prose_of_comment(" ".join(plain)))
    start, held, last = 0, [], 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            alone = not token.line[:token.start[1]].strip()
            if held and not (alone and token.start[0] == last + 1):
                yield start, prose_of_comment(" ".join(held))
                held = []
            start = start if held else token.start[0]
            last = token.start[0]
            held.append(re.sub(r"^#!.*|^#+ ?(SPDX-.*)?", "", token.string))
    if held:
        yield start, prose_of_comment(" ".join(held))


def prose_of_comment(text):
    text = re.sub(r"^\S+\.[ch] -- ", "", text.strip())
    text = re.sub(r"`[^`]*`|\"[^\"]*\"", "CODE", text)
    return re.sub(r"\[[A-Z]+-[A-Z]+-\d+\]|^-+ | -+$", "", text)


def catalogue(lines):
    """Yields (line number, paragraph) of a catalogue of sentences. A line that begins with a blank is one of a list."""
    for number, line in enumerate(lines, 1):
        match = re.match(r'\s*"[^"]*":\s*("(?:[^"\\]|\\.)*")', line)
        if match:
            for part in re.split(r"\n(?= )", json.loads(match[1])):
                yield number, part


def paragraphs(path, lines):
    kind = os.path.splitext(path)[1]
    if kind == ".md":
        return markdown(lines)
    if kind == ".json":
        return catalogue(lines)
    if kind in (".c", ".h"):
        return comments(lines)
    if kind == ".py":
        return python_comments(lines)
    if kind in (".ts", ".tsx", ".mjs", ".js"):
        return script_comments(lines)
    return man(lines)


def fits(path, patterns):
    return any(fnmatch.fnmatchcase(path, pattern) and path.count("/") == pattern.count("/") for pattern in patterns)


def faults_of(path, lines, used):
    """What is wrong in one file, as lines of text."""
    for number, paragraph in paragraphs(path, lines):
        for sentence in sentences(paragraph):
            for pattern, better in PHRASES:
                found = re.search(pattern, sentence.lower())
                allowed = found and [e for e in EXCEPTIONS if fnmatch.fnmatchcase(path, e[0]) and e[1] in ("*", found[0])]
                if allowed:
                    used.update(allowed)
                elif found:
                    yield f"{path}:{number}: \"{found[0]}\": write {better}"
            if length(sentence) > LIMIT and not fits(path, ANY_LENGTH):
                yield f"{path}:{number}: a sentence of {length(sentence)} words, {LIMIT} are allowed: {sentence[:60]}..."


def misspellings(paths):
    if not shutil.which("codespell"):
        return ["codespell is not installed (Debian's package codespell)"]
    done = subprocess.run(["codespell", "-q", "3", "-L", WORDS, *paths], cwd=ROOT, stdout=subprocess.PIPE, check=False, text=True)
    return done.stdout.splitlines()


def chosen():
    done = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, stdout=subprocess.PIPE, check=False, text=True)
    names = done.stdout.split("\n") if done.returncode == 0 else [
        os.path.relpath(os.path.join(folder, name), ROOT) for folder, _, names in os.walk(ROOT) for name in names]
    return sorted(name for name in set(names) if fits(name, DONE) and os.path.exists(os.path.join(ROOT, name)))


def self_test():
    def found(name, text):
        return list(faults_of(name, text.splitlines(keepends=True), set()))

    long = "word " * 26
    assert found("a.md", "It hangs on luck.\n") and found("a.md", "Fine. Who leaves is played for.\n")
    assert not found("a.md", "Who sits here?\nIt depends on luck.\n\n```sh\nhangs on\n```\n`so many`\n")
    assert found("a.md", long) and not found("a.md", "word " * 20 + ".\n- " + "word " * 20)
    assert not found("a.md", "| " + "word " * 20 + "| " + "word " * 20 + "|")
    assert found("a.h", "/* a.h -- he\n * knows */\n") and not found("a.h", 'char *he = "so many"; /* "so many" */\n')
    assert found("a.h", f"/* {long}\n * {long} */") and not found("a.h", f"/* Short.\n *\n *     {long} */")
    assert found("a.py", '"""It hangs on luck."""\n') and found("a.py", "a = 1   # he\n# knows\n") and not found("a.py", 'a = "so many"\n')
    assert not found("a.py", f'def f():\n    """Short.\n\n        {long}\n\n    End.\n    """\n') and found("a.py", f"# {long}\n")
    assert found("a.ts", "// he\n") and found("a.ts", "f(); // " + long) and found("a.ts", "/* he */\n") and found("a.ts", f"// {long[:90]}\n// {long}\n")
    assert not found("a.ts", 'const he = "// so many", his = `/* he */`; // fine\n')
    assert found("a.6", ".SH NAME\nIt\n.B hangs\non luck.\n") and not found("a.6", ".EX\nhangs on\n.EE\n")
    listed = '{\n  "a": "%s"\n}' % "\\n ".join(["one two three"] * 20)
    assert not found("a.json", listed) and found("a.json", listed.replace("\\n ", "\\n"))
    assert found("a.json", '{\n  "a": "So many tiles"\n}') and not found("a.json", '{\n  "so many": "Tiles"\n}')
    assert [length(s) for s in sentences("One two. Three, e.g. four! Five")] == [2, 3, 1]
    assert fits("docs/a.md", DONE) and not fits("docs/b/a.c", DONE)
    print("plain_english: self-test ok")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", metavar="FILE", help="only these files")
    parser.add_argument("--paths", action="store_true", help="list the files that are checked")
    parser.add_argument("--self-test", action="store_true", help="show that the checks can fail")
    args = parser.parse_args()
    if args.self_test:
        return self_test()
    paths = [os.path.relpath(os.path.abspath(name), ROOT) for name in args.files] or chosen()
    if args.paths:
        print("\n".join(paths))
        return 0
    faults, used = [], set()
    for path in paths:
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            faults += faults_of(path, file.readlines(), used)
    faults += misspellings(paths)
    if not args.files:
        faults += [f"{path}: no exception for \"{phrase}\" is needed" for path, phrase in EXCEPTIONS if (path, phrase) not in used]
    print("\n".join([*faults, f"plain_english: {len(paths)} files, {len(faults)} faults"]))
    return 1 if faults or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
