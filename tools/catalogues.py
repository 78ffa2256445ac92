#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The message catalogues: checks them against each other, and writes them as one C table.

catalogues.py check LANGUAGES.def PLURALS.def FILE.json... [RULES.LANGUAGE.md...]
                        every language has every sentence, and the plural forms that it needs; no file is left over;
                        sentences and rules have one word for a thing
catalogues.py write OUT.c LANGUAGES.def FILE.json...
                        lang_phrases[] of lang/catalogue.h, in order of id

A file is LANGUAGE.json or PART.LANGUAGE.json: what a page does not need at once is a part of its own. The ids of a game's
part begin with its name. A sentence with a number may have forms. Behind the id stands ".zero" (the number 0), or a
plural category of CLDR. The id alone is the category "other".
"""
import json
import os
import re
import sys
import tempfile

CATEGORIES = ("one", "two", "few", "many")
# A space before a sign, or within quotation marks, that may break or has another width than docs/translating.md asks for.
WRONG_SPACES = {"fr": re.compile("[ \u202f][:»]|«[ \u202f]|(?<!«)[ \u00a0][;?!]")}
NOT_GAMES = {"", "admin", "teacher", "learn", "term"}

# What a language says of a thing, and what it must not say: page, terminal and rules have one word (docs/translating.md).
ONE_WORD = {
    "de": {"−3-Karte": "Karte −3", "opfern": r"Gold bieten|verdeckt geboten|noch bieten|bieten verdeckt", "Opfer": "Opfergebot|mit dem Gebot:",
           "Belohnung": r"\bDing(?:e|en)?\b", "Kartenzahl": "Kartengrenze", "Altes Reich, Neues Reich": "(?:alten|neuen) Reichs", "Platz": r"\bSitze?\b"},
    "es": {"recompensa": r"(?:\{n\}|de) cosas?\b", "ofrenda": r"\b(?:la|[Uu]na) oferta\b", "en subasta": "[Ee]n oferta",
           "partida guardada": r"\b(?:el|un|tiene) registro\b(?! del servidor)",
           "asiento": r"\b(?:tu|[Ee]ste|todos los) puestos?\b|del puesto \{n\}|puestos? libres?|^Puestos$|^Puesto \{n\}$"},
    "fr": {"manche": r"Tour \{n\}", "récompense": r"\bobjets?\b", "offrande": r"(?:l’|son |une )offre\b", "barrage": "blocage",
           "dépassé": "surenchéri", "à son tour": "^doit miser$"},
    "ja": {"農夫": "農民", "奉納、供える": "捧げ", "供物": "提示", "{n}金": r"(?<!黄)金(?:\{n\}|\d)", "−3カード": "−3のカード", "卓": "テーブル", "ログ": "ゲームの記録$",
           "越された": "上回られ", "管理者": "主催者", "全角の括弧": r"(?<!\])\((?!BOT|(?:RA|AR)-)"},
    "pl": {"ofiara": r"złożoną ofertę|nie złożył|sprzedajesz z ofertą|\+correction za ofertą", "nagroda": r"\{n\} rzecz", "wydrukowany": "nadrukowan", "1 złota": r"\b1 złoto\b|\b[Jj]edno złoto\b"},
}


def no_twice(pairs):
    found = {}
    for key, value in pairs:
        if key in found:
            raise ValueError("%s stands there twice" % key)
        found[key] = value
    return found


def read_parts(paths):
    """{language: {part: {id: sentence}}}"""
    found = {}
    for path in paths:
        *part, language = os.path.basename(path)[:-len(".json")].split(".")
        with open(path, encoding="utf-8") as f:
            found.setdefault(language, {})[".".join(part)] = json.load(f, object_pairs_hook=no_twice)
    return found


def read_all(paths):
    """{language: {id: sentence}}"""
    found = {}
    for language, parts in read_parts(paths).items():
        found[language] = no_twice([pair for part in parts.values() for pair in part.items()])
    return found


def read_codes(path):
    """{code: constant} of the languages, in the order of their list"""
    with open(path, encoding="utf-8") as f:
        return {code: constant for constant, code in re.findall(r'^LANGUAGE\((\w+), "([\w-]+)"\)', f.read(), re.M)}


def read_forms(path):
    """{language: the categories that its numbers can have beside "other"}"""
    found = {}
    with open(path, encoding="utf-8") as f:
        for language, form in re.findall(r"^PLURAL\((\w+), *(\w+)", f.read(), re.M):
            found.setdefault(language, set())
            found[language] |= {form} & set(CATEGORIES)
    return found


def base_of(key, catalogue):
    """The id without its form, and the form; the form is "" where the id is not one of several."""
    base, _, last = key.rpartition(".")
    return (base, last) if last in CATEGORIES and base in catalogue else (key, "")


def holes(text):
    return set(re.findall(r"\{([a-z]*)\}", text))


def typed_apart(text):
    """A sentence, or the lines of a list of words, without the sign "?" where it is a word to type."""
    return re.sub(r"(?<=, )\?(?= )|^  \?(?= )", "", text, flags=re.M)


def check_prefixes(language, parts):
    games = set(parts) - NOT_GAMES
    for part, catalogue in parts.items():
        for key in catalogue:
            prefix = key.split(".")[0]
            if prefix != part and (part in games or prefix in games):
                yield "%s: %s is in the part “%s”" % (language, key, part)


def check_language(language, catalogue, model, forms):
    """`model`: English. The forms that are needed depend on the language; all else is the same."""
    counted = {base for c in (catalogue, model) for base, form in (base_of(k, c) for k in c) if form}
    bases = {base_of(k, catalogue)[0] for k in catalogue}
    for key in {base_of(k, model)[0] for k in model} - bases:
        yield "%s: %s is missing" % (language, key)
    for key, text in catalogue.items():
        base, form = base_of(key, catalogue)
        if base not in model:
            yield "%s: %s is not in English" % (language, key)
        elif form and form not in forms:
            yield "%s: %s: the language has no such form" % (language, key)
        elif not text.strip():
            yield "%s: %s is empty" % (language, key)
        elif "\n" in text and not key.endswith(".words"):
            yield "%s: %s has a line feed; only lists of words have, and sentences are wrapped" % (language, key)
        elif not form and holes(text) != holes(model[base]) or holes(text) - holes(model[base]):
            yield "%s: %s: other placeholders" % (language, key)
        elif language in WRONG_SPACES and WRONG_SPACES[language].search(typed_apart(text)):
            yield "%s: %s: a wrong space before a sign" % (language, key)
    for base in counted & bases:
        for form in forms:
            if base + "." + form not in catalogue:
                yield "%s: %s.%s is missing" % (language, base, form)


def check_words(language, texts):
    """`texts`: {id: sentence} of a catalogue, or {place: line} of the rules."""
    for key, text in texts.items():
        for word, wrong in ONE_WORD.get(language, {}).items():
            found = re.search(wrong, text)
            if found:
                yield "%s: %s says “%s”; the word is “%s”" % (language, key, found[0], word)


def check_terminal(language, catalogue, model):
    """Where English has one word on the page and in the terminal, so has every language."""
    for key, text in catalogue.items():
        page = key.partition("term.")[2]
        same = page in model and key in model and model[key].casefold() == model[page].casefold()
        if same and text.casefold() != catalogue.get(page, "").casefold():
            yield "%s: %s is “%s”, but %s is “%s”" % (language, key, text, page, catalogue.get(page))


def faults_of(parts, forms):
    alls = {language: no_twice([p for part in of.values() for p in part.items()]) for language, of in parts.items()}
    for language, of in sorted(parts.items()):
        if language not in forms:
            yield "%s: the plural rules do not know this language" % language
            continue
        yield from check_prefixes(language, of)
        yield from check_language(language, alls[language], alls["en"], forms[language])
        yield from check_words(language, alls[language])
        yield from check_terminal(language, alls[language], alls["en"])


def check_rules(paths):
    for path in paths:
        name = os.path.basename(path)
        with open(path, encoding="utf-8") as f:
            lines = {"%s:%d" % (name, n): line for n, line in enumerate(f, 1)}
        yield from check_words(name.split(".")[-2], lines)


def left_over(paths):
    """Catalogues beside the given ones that nothing reads."""
    folders = {os.path.dirname(os.path.abspath(path)) for path in paths}
    here = {os.path.join(folder, name) for folder in folders for name in os.listdir(folder) if name.endswith(".json")}
    for path in sorted(here - {os.path.abspath(path) for path in paths}):
        yield "%s: nothing reads this file; languages.def does not list its language" % os.path.basename(path)


def check(languages, plurals, paths):
    rules = [path for path in paths if path.endswith(".md")]
    paths = [path for path in paths if path not in rules]
    parts = read_parts(paths)
    wrong = list(faults_of(parts, read_forms(plurals))) + list(left_over(paths)) + list(check_rules(rules))
    if set(read_codes(languages)) != set(parts):
        wrong.append("%s lists other languages than the files have" % os.path.basename(languages))
    for line in wrong:
        print("not ok - " + line)
    if not wrong:
        print("ok - %d sentences in %s" % (sum(map(len, parts["en"].values())), " and ".join(sorted(parts))))
    print("%d passed, %d failed" % (len(parts) if not wrong else 0, len(wrong)))
    return 1 if wrong else 0


def self_test():
    """A good catalogue, and one with each fault."""
    forms = {"en": {"one"}, "fr": {"one"}, "pl": {"one", "few", "many"}, "ja": set()}
    good = {"en": {"": {"n": "{n} points", "n.one": "{n} point"}, "go": {"go.a": "A", "go.some.zero": "no"}},
            "fr": {"": {"n": "{n} points", "n.one": "{n} point"}, "go": {"go.a": "A", "go.some.zero": "rien"}},
            "pl": {"": {"n": "{n} punktu", "n.one": "{n} punkt", "n.few": "{n} punkty", "n.many": "{n} punktów"}, "go": {"go.a": "A", "go.some.zero": "nic"}},
            "ja": {"": {"n": "{n}点"}, "go": {"go.a": "A", "go.some.zero": "零"}}}
    bad = [("pl", "", "n.few", None), ("pl", "", "n.two", "{n}"), ("ja", "", "n.one", "{n}"), ("ja", "go", "go.a", None), ("ja", "go", "go.a", " "),
           ("pl", "go", "go.a", "A\nB"), ("ja", "", "n", "{m}"), ("ja", "", "more", "x"), ("en", "go", "a", "A"), ("en", "", "go.b", "B"), ("pl", "", "n", "punktu"),
           ("fr", "go", "go.a", "blocage")]
    assert not list(faults_of(good, forms)), list(faults_of(good, forms))
    for text, right in (("Ra\u00a0: «\u00a0?\u00a0», quoi\u202f?", True), ("  ? 7, ? mises", True), ("Ra : x", False), ("Ra\u202f: x", False), ("quoi\u00a0?", False),
                        ("« x\u00a0»", False), ("x ; y", False)):
        assert right == (not WRONG_SPACES["fr"].search(typed_apart(text))), text
    for of in good.values():
        of["term"] = {"term.go.a": "a"}
    bad.append(("pl", "term", "term.go.a", "b"))
    for language, part, key, text in bad:
        spoilt = json.loads(json.dumps(good))
        if text is None:
            del spoilt[language][part][key]
        else:
            spoilt[language][part][key] = text
        assert list(faults_of(spoilt, forms)), (language, key, text)
    assert list(faults_of(good, {"en": {"one"}})), "a language without rules"
    with tempfile.TemporaryDirectory() as folder:
        rules = os.path.join(folder, "go.fr.md")
        with open(rules, "w", encoding="utf-8") as f:
            f.write("Un barrage.\nUn blocage.\n")
        assert list(check_rules([rules])) == ["fr: go.fr.md:2 says “blocage”; the word is “barrage”"], list(check_rules([rules]))
    print("ok - the checks can fail\n%d passed, 0 failed" % len(bad))
    return 0


def c_string(text):
    out = "".join(chr(b) if 32 <= b < 127 and chr(b) not in '"\\?' else "\\%03o" % b for b in text.encode())
    return '"%s"' % out


def write(path, languages, paths):
    alls, codes = read_all(paths), read_codes(languages)
    with open(path, "w", encoding="ascii") as out:
        out.write('/* Generated by tools/catalogues.py. */\n#include "catalogue.h"\n\n')
        out.write("const struct phrase lang_phrases[] = {\n")
        for key in sorted(set().union(*alls.values()), key=str.encode):
            texts = ", ".join("[LANG_%s] = %s" % (constant, c_string(alls[code][key]))
                              for code, constant in codes.items() if key in alls[code])
            out.write("    {%s, {%s}},\n" % (c_string(key), texts))
        out.write("};\n\nconst size_t lang_phrase_count = sizeof lang_phrases / sizeof *lang_phrases;\n")
    return 0


def main():
    if sys.argv[1:] == ["self-test"]:
        return self_test()
    if len(sys.argv) >= 5 and sys.argv[1] == "check":
        return check(sys.argv[2], sys.argv[3], sys.argv[4:])
    if len(sys.argv) >= 5 and sys.argv[1] == "write":
        return write(sys.argv[2], sys.argv[3], sys.argv[4:])
    helped = sys.argv[1:] == ["--help"]
    print(__doc__, file=sys.stdout if helped else sys.stderr)
    return 0 if helped else 2


sys.exit(main())
