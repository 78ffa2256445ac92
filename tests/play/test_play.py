# SPDX-License-Identifier: MIT
"""khepri play as a person meets it: whole games typed in, saved games, signals, wrong words."""
import json
import os
import re
import signal
import subprocess
import tempfile
import unittest
import unicodedata

from program import PROGRAM

RULES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "rules")


def columns(line):
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in line)


class Play(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.file = os.path.join(self.folder.name, "game.jsonl")

    def tearDown(self):
        self.folder.cleanup()

    def start(self, *words):
        if "--load" not in words and self.file in words and os.path.exists(self.file):  # a new game does not write over it
            os.unlink(self.file)
        env = dict(os.environ, XDG_STATE_HOME=self.folder.name, USER="anna")
        return subprocess.Popen([PROGRAM, "play", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, env=env)

    def type_in(self, lines, *words, status=0):
        process = self.start(*words)
        out, err = process.communicate("".join(line + "\n" for line in lines))
        self.assertEqual(process.returncode, status, err)
        self.assertEqual(err == "", status == 0, err)
        return out if status == 0 else err

    def saved(self):
        with open(self.file, encoding="utf-8") as file:
            return json.loads(file.read())

    def test_every_language_is_spoken(self):
        draws = {"en": "anna draws", "de": "anna zieht", "fr": "anna pioche", "es": "anna roba", "pl": "anna dobiera", "ja": "annaが引いた"}
        for code, words in draws.items():
            with self.subTest(code):
                out = self.type_in(["d", "d", "score", "lot", "odds", "log", "quit"], "ra", "--seed", "1", "--players", "2",
                                   "--name", "anna", "--name", "ben", "--lang", code)
                self.assertIn(words, out)
                self.assertNotRegex(out, r"\b(ra|term)\.[a-z]+\.")
                if code != "en":
                    self.assertNotRegex(out, r"\b(Epoch|you may|tiles|draw|pass|bid|none|spent)\b")

    def test_no_bot_has_the_name_of_a_person(self):
        for names, seated in ((["Hori"], ["Hori", "Nefer", "Meret", "Senbi"]), (["Senbi", "Meret"], ["Senbi", "Meret", "Hori", "Nefer"]), (["anna"], ["anna", "Hori", "Meret", "Senbi"])):
            self.type_in(["quit"], "ra", "--players", "4", "--save", self.file, *(word for name in names for word in ("--name", name)))
            self.assertEqual(self.saved()["players"], seated)

    def test_a_hint_says_of_each_action_what_it_costs(self):
        out = self.type_in(["hint hard", "quit"], "ra", "--seed", "1", "--name", "anna")
        rows = re.findall(r"^[> ] (?:draw a tile|invoke Ra)  .*$", out, re.M)
        self.assertGreater(len(rows), 1, out)
        for row in rows:
            self.assertRegex(row, r"\d+\.\d %  +\d+\.\d  +(?:-|\d+\.\d %)(?:  \w.*)?$")
            self.assertNotRegex(row, r" 0\.0 %(  \w.*)?$")

    def test_the_odds_stand_below_each_other(self):
        for code in ("en", "de", "ja"):
            out = self.type_in(["odds", "quit"], "ra", "--seed", "3", "--name", "anna", "--lang", code)
            rows = re.findall(r"^  \S.* \d+ +\d+[.,]\d %$", out, re.M)
            self.assertEqual((len(rows), len({columns(row) for row in rows})), (23, 1), rows)

    def test_a_finished_game_that_is_looked_at_stays_as_it_is(self):
        over, copy = os.path.join(self.folder.name, "over.jsonl"), os.path.join(self.folder.name, "copy.jsonl")
        subprocess.run([PROGRAM, "simulate", "ra", "--players", "2", "--games", "1", "--records", over], check=True, capture_output=True)
        with open(over, "rb") as file:
            record = file.read()
        for words in ("--save", self.file), ("--load", over):
            out = self.type_in(["load " + over, "quit"], "ra", "--name", "anna", *words) if "--save" in words else self.type_in([], "ra", *words)
            self.assertIn("Final scores", out)
            self.assertNotIn("is saved", out)
            with open(over, "rb") as file:
                self.assertEqual(file.read(), record)
        self.assertIn("is saved", self.type_in([], "ra", "--load", over, "--save", copy))
        self.assertTrue(os.path.getsize(copy))

    def test_signs_between_words_are_those_of_the_language(self):
        subprocess.run([PROGRAM, "simulate", "ra", "--players", "3", "--policy", "rule", "--games", "1", "--seed", "5", "--records", self.file],
                       check=True, capture_output=True)
        record = self.saved()
        record.update(actions=record["actions"][:100], meta={"hints": True})
        del record["result"]
        with open(self.file, "w", encoding="utf-8") as file:
            file.write(json.dumps(record))
        for code, said, foreign in (("fr", r"rule 2\u00a0: \d+ points", r"\w[:;] "), ("ja", r"得たもの：\w+、", r"[\u3000-\u9fff][.,:;]|[、。：；] \w")):
            out = self.type_in(["log 300", "hint hard", "quit"], "ra", "--load", self.file, "--seed", "5", "--lang", code)
            self.assertRegex(out, said)
            self.assertNotRegex(re.sub(r"khepri .*", "", out), foreign)

    def test_the_words_are_explained_in_every_language(self):
        said = {"en": "draw a tile", "de": "ein Plättchen ziehen", "fr": "piocher une tuile", "es": "robar una loseta", "pl": "dobrać kafelek", "ja": "タイルを引く"}
        for code, words in said.items():
            for game, marks in (("ra", ("odds", "RA-AUC-03")), ("amun_re", ("harvest abu", "price f abu", "AR-BID-05"))):
                with self.subTest(code, game=game):
                    out = self.type_in(["?", "quit"], game, "--seed", "1", "--name", "anna", "--lang", code)
                    for mark in (*marks, "log [n]", "quit"):
                        self.assertIn(mark, out)
                    if game == "ra":
                        self.assertIn(words, out)
                    if code != "en":
                        self.assertNotRegex(out, r"\b(shortened|whole table|the last n|leave; the game|what the rules say)\b")
                    self.assertEqual([line for line in out.split(marks[-1])[0].splitlines() if columns(line) > 80], [])

    def test_the_lot_has_the_word_of_the_rules(self):
        words = {"en": "lot", "de": "Auslage", "fr": "lot", "es": "lote", "pl": "zestaw"}
        for code, word in words.items():
            with self.subTest(code):
                said = self.type_in(["?", "quit"], "ra", "--lang", code)
                told = next(line for line in said.splitlines() if line.startswith("  lot "))
                self.assertRegex(told[len("  lot "):], r"\b%s\b" % word)

    def test_numbers_have_the_decimal_sign_of_the_language(self):
        for code, sign in {"en": ".", "de": ",", "fr": ",", "es": ",", "pl": ",", "ja": "."}.items():
            with self.subTest(code):
                out = self.type_in(["odds", "hint hard", "quit"], "ra", "--seed", "3", "--name", "anna", "--lang", code)
                signs = re.findall(r"\d([.,])\d", out)
                self.assertGreater(len(signs), 30)
                self.assertEqual(set(signs), {sign})

    def test_the_environment_chooses_the_language(self):
        game = ("ra", "--seed", "1", "--players", "2", "--name", "anna", "--name", "ben")
        for values, words in (({"LANG": "fr_FR.UTF-8"}, "pioche"), ({"LC_MESSAGES": "pl", "LANG": "fr_FR.UTF-8"}, "dobiera"),
                              ({"LC_ALL": "C", "LANG": "de_DE"}, "draws"), ({"LANG": "xx_XX"}, "draws"), ({"LC_ALL": "", "LANG": "es"}, "roba")):
            with self.subTest(values):
                env = {key: value for key, value in os.environ.items() if key not in ("LC_ALL", "LC_MESSAGES", "LANG")}
                env.update(XDG_STATE_HOME=self.folder.name, **values)
                done = subprocess.run([PROGRAM, "play", *game], input="d\nd\nlog\nquit\n", capture_output=True, text=True, env=env, check=True)
                self.assertIn("anna " + words, done.stdout)

    def test_refusals_are_spoken_too(self):
        said = {"en": "That sun is not one that you may bid now.", "de": "Diese Sonne kannst du jetzt nicht bieten.",
                "fr": "Vous ne pouvez pas miser ce soleil maintenant.", "es": "Ahora no puedes pujar con ese sol.",
                "pl": "Tym słońcem nie możesz teraz licytować.", "ja": "その太陽は今は入札できません。"}
        for language, sentence in said.items():
            out = self.type_in(["invoke", "99", "quit"], "ra", "--players", "2", "--name", "anna", "--name", "ben", "--seed", "5", "--save", self.file,
                               "--lang", language)
            self.assertIn(sentence, out.replace("\n    ", " "))

    def test_trouble_with_files_and_bots_is_spoken_too(self):
        broken = os.path.join(self.folder.name, "broken")
        with open(broken, "w", encoding="utf-8") as file:
            file.write("{}\n")
        said = {"en": ("/no/file could not be read: No such file", broken + ": the record has no", "could not be saved in /no/x: No such file",
                       'there is no bot "foo" for ra; these estimate'),
                "de": ("/no/file konnte nicht gelesen werden: No such file", broken + " enthält kein Spiel", "nicht in /no/x gespeichert werden: No such file",
                       '"foo" nennt keinen Bot'),
                "fr": ("/no/file n’a pas pu être lu\u00a0: No such file", broken + " ne contient pas", "enregistrée dans /no/x\u00a0: No such file",
                       '"foo" ne désigne pas'),
                "es": ("leer /no/file: No such file", broken + " no contiene", "la partida en /no/x: No such file", '"foo" no nombra'),
                "pl": ("odczytać /no/file: No such file", broken + " nie zawiera", "zapisać gry w /no/x: No such file", '"foo" nie oznacza'),
                "ja": ("/no/fileを読み込めませんでした：No such file", broken + "には開けるゲームがありません", "ゲームを/no/xに保存できませんでした：No such file",
                       '"foo"というボットには')}
        english = r"\b(could not|is no|there is|these|holds|the record)\b"
        for language, sentences in said.items():
            with self.subTest(language):
                out = self.type_in(["load /no/file", "load " + broken, "save /no/x", "hint foo", "quit"], "ra", "--name", "anna", "--save", self.file,
                                   "--lang", language)
                out = re.sub(r"\n *", "" if language == "ja" else " ", out)
                for sentence in sentences:
                    self.assertIn(sentence if language != "ja" else sentence.replace(" ", ""), out if language != "ja" else out.replace(" ", ""))
                if language != "en":
                    self.assertNotRegex(out, english)

    def test_the_rules_are_in_the_language_of_the_game(self):
        for code in ("en", "de", "fr", "es", "pl", "ja"):
            source = os.path.join(RULES, "ra.md" if code == "en" else f"{code}/ra.{code}.md")
            if not os.path.exists(source):      # not translated: they are in English
                source = os.path.join(RULES, "ra.md")
            with open(source, encoding="utf-8") as file:
                chapters = re.findall(r"^## (.*)$", file.read(), re.M)
            with self.subTest(code):
                said = self.type_in(["?", "? 1", "? 11", "? RA-AUC-03", "quit"], "ra", "--seed", "1", "--players", "2", "--name", "anna", "--name", "ben",
                                    "--lang", code)
                for chapter in chapters:
                    self.assertIn("  " + chapter + "\n", said)
                told = said[said.index("> " + chapters[0]):]
                for shown in ("> " + chapters[10] + "\n", "[RA-AUC-03]"):
                    self.assertIn(shown, told)
                self.assertNotIn("*", told)
                self.assertEqual([line for line in told.splitlines() if "> " not in line and "khepri" not in line and columns(line) > 78], [])

    def test_the_rules_are_looked_up(self):
        for code in ("en", "de", "fr", "es", "pl", "ja"):
            with self.subTest(code):
                said = self.type_in(["? options", "? ra-auc-03", "quit"], "ra", "--seed", "1", "--name", "anna", "--lang", code)
                told = said[said.rindex("anna>", 0, said.rindex("[RA-AUC-03]")):]
                self.assertEqual(re.findall(r"\[RA-[A-Z]+-\d+\]", told), ["[RA-AUC-03]"], "that rule alone")
                said = self.type_in(["? rulings", "? 0", "quit"], "ra", "--seed", "1", "--name", "anna", "--lang", code)
                self.assertNotIn("](", said)
                self.assertLess(len(said.split("anna>")[-2].split("\n\n")), 9)
                self.assertRegex(said.split("anna>")[-2], r"\b6\b|6か所")

    def test_an_unknown_language_is_refused(self):
        self.assertIn("--lang takes en, de, fr, es, pl or ja, not 'xx'", self.type_in([], "ra", "--lang", "xx", status=2))

    def play_to_the_end(self, *words):
        """Answers each 'you may' with its last short form, which bids high and spends gods."""
        process = self.start(*words)
        said, heard = [], b""
        while piece := os.read(process.stdout.fileno(), 65536):
            heard += piece
            if heard.endswith(b"> ") and re.search(rb"(^|\n)[A-Za-z]+> $", heard):
                said.append(heard.decode())
                offer = re.findall(r"you may: (.*?)\.\n", said[-1], re.S)[-1]
                forms = re.findall(r"\(([a-z0-9_ ]+)\)", re.sub(r"\s+", " ", offer))
                choice = forms[0] if len(said) % 3 else forms[-1]
                process.stdin.write(choice + "\n")
                process.stdin.flush()
                heard = b""
        process.stdin.close()
        process.stdout.close()
        self.assertEqual(process.stderr.read(), "")
        process.stderr.close()
        self.assertEqual(process.wait(), 0)
        said.append(heard.decode())
        return "".join(said)

    def test_whole_game_against_bots(self):
        said = self.play_to_the_end("ra", "--seed", "3", "--name", "Anna", "--save", self.file)
        self.assertIn("Score sheet of epoch 3", said)
        self.assertIn("Final scores:", said)
        record = self.saved()
        self.assertIn("result", record)
        self.assertEqual(record["players"][0], "Anna")
        self.assertEqual(record["meta"]["bots"], ["human", "rule", "rule"])
        checked = subprocess.run([PROGRAM, "replay", self.file], capture_output=True, text=True)
        self.assertEqual(checked.returncode, 0, checked.stdout)

    def test_hotseat_of_each_edition(self):
        for edition in ("1999", "2005", "2016"):
            said = self.play_to_the_end("ra", "--players", "3", "--name", "Anna", "--name", "Ben", "--name",
                                        "Cleo", "--seed", edition, "--option", "edition=" + edition, "--save",
                                        self.file)
            for name in ("Anna>", "Ben>", "Cleo>"):
                self.assertIn(name, said)
            self.assertIn("result", self.saved())

    def test_no_line_is_wider_than_a_terminal(self):
        said = self.play_to_the_end("ra", "--players", "5", "--seed", "11", "--name", "Anna", "--save", self.file)
        for line in said.replace(self.file, "FILE").splitlines():
            self.assertLessEqual(len(line), 80, line)

    def test_same_seed_same_game(self):
        first = self.play_to_the_end("ra", "--seed", "7", "--name", "Anna", "--save", self.file)
        self.assertEqual(first, self.play_to_the_end("ra", "--seed", "7", "--name", "Anna", "--save", self.file))

    def test_end_of_input_saves_and_load_goes_on(self):
        self.type_in([], "ra", "--seed", "5", "--name", "Anna", "--save", self.file)
        before = self.saved()["actions"]
        self.assertNotIn("result", self.saved())
        said = self.type_in(["log 3", "quit"], "ra", "--load", self.file)
        self.assertIn("Anna, you may:", said)
        self.assertEqual(self.saved()["actions"], before)

    def test_an_interrupt_saves(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            process = self.start("ra", "--seed", "5", "--name", "Anna", "--save", self.file)
            for letter in iter(lambda: process.stdout.read(1), ""):
                if letter == ">":
                    break
            process.send_signal(number)
            out, err = process.communicate()
            self.assertEqual((process.returncode, err), (0, ""))
            self.assertIn("The game is saved", out)
            self.assertGreater(len(self.saved()["actions"]), 0)
            os.unlink(self.file)

    def test_every_action_is_kept_at_once(self):
        process = self.start("ra", "--seed", "5", "--name", "Anna", "--name", "Ben", "--players", "2", "--save",
                             self.file)
        count = 0
        for letter in iter(lambda: process.stdout.read(1), ""):
            if letter == ">":
                count += 1
                if count == 2:
                    break
                process.stdin.write("d\n")
                process.stdin.flush()
        process.kill()
        process.communicate()
        self.assertIn("draw", self.saved()["actions"])

    def test_questions_change_nothing(self):
        words = ["", "table", "score", "lot", "odds", "log", "log 2", "log x", "?", "? 7", "? scoring", "? RA-INV-02",
                 "? xyzzy", "help", "foo", "draw tile now", "bid", "bid 99", "99", "x", "t", "take ra", "load",
                 "load /nowhere/at/all", "d" * 2000]
        self.type_in([], "ra", "--seed", "5", "--name", "Anna", "--save", self.file)
        before = self.saved()["actions"]
        said = self.type_in(words, "ra", "--load", self.file)
        self.assertEqual(self.saved()["actions"], before)
        for expected in ("If the epoch ended now", "In the bag", "7. Auctions", "RA-INV-02",
                         "do not speak of 'xyzzy'", "'?' lists the commands", "could not be read"):
            self.assertIn(expected, said)

    def test_a_game_that_goes_on_begins_once(self):
        self.type_in(["draw", "quit"], "ra", "--seed", "5", "--name", "Anna", "--save", self.file)
        before = self.saved()
        for given in ("--players", "4"), ("--name", "Ben"), ("--option", "edition=1999"), ("--bot", "hard"), ("--hints", "off"):
            self.assertIn(f"leave {given[0]} out", self.type_in([], "ra", "--load", self.file, *given, status=2))
        self.assertEqual(self.saved(), before)
        self.type_in(["quit"], "ra", "--load", self.file, "--seed", "7")  # of the tiles to come

    def test_nothing_is_taken_back_in_ra(self):
        for code, words in (("en", "In this game nothing can be taken back."), ("de", "lässt sich nichts zurücknehmen"), ("ja", "取り消しはできません")):
            out = self.type_in(["draw", "undo", "quit"], "ra", "--seed", "5", "--name", "Anna", "--save", self.file, "--lang", code)
            self.assertIn(words, out)
            self.assertIn("draw", self.saved()["actions"])

    def test_hints(self):
        said = self.type_in(["hint", "hint rule", "analyse"], "ra", "--seed", "5", "--name", "Anna", "--save", self.file)
        for expected in ("Hint by ", "Points", "gets the lot with", "Why:", "The bag:", "does not estimate",
                         "when the game is over"):
            self.assertIn(expected, said)
        self.assertIs(self.saved()["meta"]["hints"], True)
        for words in (["--hints", "off"], ["--name", "Ben"]):
            said = self.type_in(["hint"], "ra", "--seed", "5", "--name", "Anna", "--save", self.file, *words)
            self.assertIn("agreed to play without hints", said)
            self.assertIn("agreed to play without hints", self.type_in(["hint"], "ra", "--load", self.file))
        self.assertIn("'on' or 'off'", self.type_in([], "ra", "--hints", "maybe", status=2))

    def test_looking_back(self):
        self.play_to_the_end("ra", "--seed", "3", "--name", "Anna", "--save", self.file)
        said = self.type_in(["graph", "hint", "analyse", ""], "ra", "--load", self.file)
        for expected in ("Chances of winning:", "the game is over", "Lost by errors", "better: "):
            self.assertIn(expected, said)
        self.assertNotIn("Chances of winning:", self.type_in(["", "graph"], "ra", "--load", self.file))

    def test_wrong_command_lines(self):
        for words, expected in (((), "a game is needed"), (("chess",), "no game 'chess'"),
                                (("ra", "--players", "9"), "--players"), (("ra", "--bot", "hal"), "no bot 'hal'"),
                                (("ra", "--option", "edition=1999", "--players", "2"), "2"),
                                (("ra", "--name", "A", "--name", "B", "--name", "C", "--players", "2"), "too many"),
                                (("ra", "--name", "A", "--name", "B", "--name", "A"), "--name 'A' is given twice"),
                                (("ra", "--load", "/nowhere/x"), "could not be read")):
            self.assertIn(expected, self.type_in([], *words, status=2))

    def record(self, **changes):
        """A game of two that has begun, in the file."""
        record = {"format": "khepri-record/1", "game": "ra", "players": ["Anna", "Ben"], "actions": ["deal:2,1"], **changes}
        with open(self.file, "w", encoding="utf-8") as file:
            file.write(json.dumps(record, ensure_ascii=False) + "\n")
        return record

    def test_a_file_of_several_games_is_left_alone(self):
        subprocess.run([PROGRAM, "simulate", "ra", "--players", "2", "--games", "2", "--seed", "5", "--records", self.file],
                       check=True, capture_output=True)
        with open(self.file, encoding="utf-8") as file:
            before = file.read()
        self.assertIn("holds more than one game", self.type_in([""], "ra", "--load", self.file, status=2))
        said = self.type_in(["load " + self.file, "quit"], "ra", "--name", "Anna", "--save", self.file + ".other")
        self.assertIn("holds more than one game", re.sub(r"\n *", " ", said))
        with open(self.file, encoding="utf-8") as file:
            self.assertEqual(file.read(), before)

    def test_what_is_no_record_is_no_several_games(self):
        for there in (b"a diary\nof two days\n", b"\x7fELF\x02\n\xff\xfe\n\0\n", b'{\n"game": "ra"\n}\n'):
            with open(self.file, "wb") as file:
                file.write(there)
            self.assertIn("game.jsonl could not be read: it is no record of a game, which is one line of JSON.",
                          self.type_in([], "ra", "--load", self.file, status=2))

    def test_a_damaged_file_is_named(self):
        good = self.record()
        self.type_in(["quit"], "ra", "--load", self.file)
        damaged = os.path.join(self.folder.name, "damaged")
        for text in (json.dumps(good)[:-3], json.dumps({**good, "game": "chess"}), json.dumps({**good, "actions": ["fly"]})):
            with open(damaged, "w", encoding="utf-8") as file:
                file.write(text)
            err = self.type_in([], "ra", "--load", damaged, status=2)
            self.assertIn("khepri play: " + damaged + ": ", err)
            self.assertEqual(err.count("\n"), 1)
            self.assertIn(damaged + ": ", re.sub(r"\n *", " ", self.type_in(["load " + damaged, "quit"], "ra", "--load", self.file)))

    def test_a_file_of_another_game_is_refused(self):
        self.record()
        before = self.saved()
        for game, said in (("amun_re", f"{self.file} is a game of ra, not of amun_re: 'khepri play ra --load {self.file}' opens it"),
                           ("rae", "there is no game 'rae'; did you mean 'ra'?")):
            err = self.type_in([], game, "--load", self.file, status=2)
            self.assertEqual(err.splitlines()[0], "khepri play: " + said)
            self.assertEqual(self.saved(), before)

    def test_a_name_that_is_cut_says_so(self):
        self.record(players=["Hatschepsut die Erste", "Ben"])
        for locale, cut in (("C.UTF-8", " Hatscheps…"), ("C", " Hatsche...")):
            done = subprocess.run([PROGRAM, "play", "ra", "--load", self.file, "--lang", "en"], input=b"score\nquit\n", capture_output=True,
                                  check=True, env={**os.environ, "LC_ALL": locale})
            self.assertIn(cut + " ", done.stdout.decode())

    def test_what_a_record_says_besides_is_kept(self):
        meta = {"date": "2026-11-21", "table": "k3fq2m7x9abc", "left": {"1": "Ben"}}
        self.record(meta=meta)
        self.type_in(["draw"], "ra", "--load", self.file)
        self.assertGreater(len(self.saved()["actions"]), 1)
        self.assertEqual(self.saved()["meta"], {**meta, "bots": ["human", "human"], "hints": False})

    def test_a_game_that_is_only_looked_at_is_not_written(self):
        subprocess.run([PROGRAM, "simulate", "ra", "--players", "2", "--games", "1", "--seed", "5", "--records", self.file],
                       check=True, capture_output=True)
        before = os.stat(self.file)
        self.assertNotIn("saved", self.type_in([""], "ra", "--load", self.file))
        self.assertEqual((os.stat(self.file).st_ino, os.stat(self.file).st_mtime_ns), (before.st_ino, before.st_mtime_ns))

    def test_any_name_can_be_shown_and_saved(self):
        for name, shown in (("\u00e9" * 60, "\u00e9" * 49), ("\U0001f99e" * 30, "\U0001f99e" * 24), ("A\x1b[2J\nB", "A?[2J?B"),
                            ("\u0085\u20ac\x7f", "??\u20ac?"), ("A\u202eB\u202aC", "A???B???C"), ("\u2066A\u2069\u2065\u2029", "???A???\u2065\u2029")):
            self.record(players=[name, "Ben"])
            said = self.type_in(["quit"], "ra", "--load", self.file)
            self.assertNotIn("\x1b", said)
            self.assertEqual(self.saved()["players"], [shown, "Ben"])
        for name, shown in ((b"\xe9x", "?x"), (b"\xc0\xaf", "??"), (b"\xed\xa0\x80", "???"), (b"\xf4\x90\x80\x80", "????"),
                            (b"x\xe2\x82", "x??"), ("Zo\u00eb".encode(), "Zo\u00eb")):
            self.type_in(["quit"], "ra", "--name", name, "--save", self.file)
            self.assertEqual(self.saved()["players"][0], shown)

    def test_a_name_has_something_to_see(self):
        for name in (" ", "   ", "\u00a0", "\u3000 \u2003", "\u200b", "\ufe0f"):
            err = self.type_in([], "ra", "--name", name, "--save", self.file, status=2)
            self.assertIn("shows nothing; a name has at least one visible character", err)
            self.assertFalse(os.path.exists(self.file))

    def test_a_game_of_long_ago_is_not_written_over(self):
        def of_that_number(i):
            return os.path.join(self.folder.name, "khepri", "ra-%d%s.jsonl" % (os.getpid(), i))

        def play_before():                          # in the process that then is khepri
            os.mkdir(os.path.join(self.folder.name, "khepri"))
            for i in ("", "-2"):
                with open(of_that_number(i), "w", encoding="utf-8") as file:
                    file.write("long ago")

        env = dict(os.environ, XDG_STATE_HOME=self.folder.name)
        done = subprocess.run([PROGRAM, "play", "ra"], input="quit\n", capture_output=True, text=True, env=env,
                              preexec_fn=play_before, check=True)
        path = re.search(r"--load (\S+)'", done.stdout).group(1)
        self.assertTrue(path.endswith("-3.jsonl"), path)
        folder = os.path.dirname(path)
        self.assertEqual(len(os.listdir(folder)), 3)
        for name in os.listdir(folder):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                self.assertEqual(file.read() == "long ago", not name.endswith("-3.jsonl"))

    def test_what_is_no_earlier_part_of_the_game_is_not_written_over(self):
        other = os.path.join(self.folder.name, "other")
        names = ("--name", "Anna", "--name", "Ben", "--players", "2")
        self.type_in(["draw", "quit"], "ra", "--seed", "5", *names, "--save", self.file)
        game = self.saved()
        one = {**game, "actions": game["actions"][:1], "meta": {}}
        longer = {**game, "actions": [*game["actions"], "invoke"]}
        for there in ("a diary\n", json.dumps(game) + "\n" + json.dumps(game), json.dumps({**game, "players": ["Anna", "Cleo"]}),
                      json.dumps({**one, "actions": ["deal:%s" % ("2,1" if one["actions"] == ["deal:1,2"] else "1,2")]}),
                      json.dumps({**game, "options": {"god_disaster": "ignored"}, "actions": []}),
                      json.dumps(longer)):
            with open(other, "w", encoding="utf-8") as file:
                file.write(there)
            for words in ((), ("--load", self.file)):
                before = self.saved()
                err = self.type_in([], "ra", *words, "--save", other, status=2) if words else self.start_new(other)
                self.assertIn(other + " holds something other than this game", err)
                self.assertEqual(err.count("\n"), 1)
                self.assertEqual(self.saved(), before)
            said = self.type_in(["save " + other, "quit"], "ra", "--load", self.file)
            self.assertIn("holds something other than this game", re.sub(r"\n *", " ", said))
            with open(other, encoding="utf-8") as file:
                self.assertEqual(file.read(), there)
        for there in ("", json.dumps(one), json.dumps(game), json.dumps({**game, "options": {}, "meta": {"table": "x"}})):
            with open(other, "w", encoding="utf-8") as file:
                file.write(there)
            said = self.type_in(["save " + other, "quit"], "ra", "--load", self.file)
            self.assertIn("Saved in", said)
            with open(other, encoding="utf-8") as file:
                self.assertEqual(json.loads(file.read())["actions"], self.saved()["actions"])
        self.type_in(["quit"], "ra", "--load", self.file, "--save", self.file)
        self.type_in(["draw", "quit"], "ra", "--load", self.file, "--save", other)

    def start_new(self, path):
        done = subprocess.run([PROGRAM, "play", "ra", "--save", path], input="", capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        return done.stderr

    def test_two_terminals_on_one_file_lose_nothing(self):
        names = ("--name", "Anna", "--name", "Ben", "--players", "2")
        for after, way in (["draw"], "played"), ([], "left"), (["save"], "saved"):
            with self.subTest(way):
                first = self.start("ra", "--seed", "7", *names, "--save", self.file)
                self.until(first, ["draw"])
                self.type_in(["draw", "invoke", "quit"], "ra", "--load", self.file)
                theirs = self.saved()
                out, err = first.communicate("".join(line + "\n" for line in [*after, "quit"]))
                self.assertEqual((first.returncode, err), (0, ""))
                beside = self.file.replace(".jsonl", "-2.jsonl")
                told = re.sub(r"\n *", " ", out)
                self.assertEqual(told.count(f"{self.file} now holds something other than this game, and saving would destroy it. "
                                            f"So this game is kept in {beside} from now on; 'save FILE' keeps it elsewhere."), 1)
                self.assertIn(f"--load {beside}'", out)
                self.assertEqual(self.saved(), theirs)
                with open(beside, encoding="utf-8") as file:
                    ours = json.loads(file.read())
                self.assertEqual(ours["actions"].count("draw"), 1 + after.count("draw"))
                os.unlink(beside)

    def until(self, process, lines):
        """Types lines, each at a prompt, and waits for the one that follows."""
        process.stdin.write("".join(line + "\n" for line in lines))
        process.stdin.flush()
        for letter in iter(lambda: process.stdout.read(1), ""):
            if letter == ">" and not lines:
                return
            lines = lines[letter == ">":]

    def test_a_copy_that_another_changed_is_not_written_over(self):
        other = os.path.join(self.folder.name, "other")
        process = self.start("amun_re", "--seed", "5", "--name", "Anna", "--save", self.file)
        self.until(process, ["save " + other])
        self.type_in(["buto 6", "quit"], "amun_re", "--load", other)
        with open(other, encoding="utf-8") as file:
            theirs = file.read()
        out, err = process.communicate("save " + other + "\nquit\n")
        self.assertEqual(err, "")
        self.assertIn("holds something other than this game", re.sub(r"\n *", " ", out))
        with open(other, encoding="utf-8") as file:
            self.assertEqual(file.read(), theirs)

    def test_a_device_keeps_no_game(self):
        said = self.type_in(["save /dev/null", "quit"], "ra", "--save", "/dev/null")
        self.assertEqual(said.count("This game is not kept: /dev/null is no file"), 2)
        for untrue in ("Saved in", "The game is saved", "opens it again"):
            self.assertNotIn(untrue, said)

    def test_a_folder_for_saved_games_that_cannot_be_made_is_named(self):
        def say_at(state):
            done = subprocess.run([PROGRAM, "play", "ra"], input="", capture_output=True, text=True, check=False,
                                  env=dict(os.environ, XDG_STATE_HOME=state))
            self.assertEqual((done.returncode, done.stdout), (2, ""), "nothing is dealt")
            return done.stderr

        with open(self.file, "w", encoding="utf-8"):
            self.assertEqual(say_at(self.file), f"khepri play: the folder '{self.file}/khepri' for saved games cannot be used: Not a directory; "
                                                "name a file with --save\n")
        if os.getuid() == 0:  # who may write everywhere
            return
        closed = os.path.join(self.folder.name, "closed")
        os.mkdir(closed, 0o500)
        self.assertIn(f"'{closed}/state' for saved games cannot be used: Permission denied", say_at(closed + "/state"))

    def test_the_state_directory_is_an_absolute_one(self):
        def played(**given):
            env = {key: value for key, value in os.environ.items() if key not in ("HOME", "XDG_STATE_HOME")}
            return subprocess.run([PROGRAM, "play", "ra"], input="quit\n", capture_output=True, text=True, check=False, cwd=self.folder.name,
                                  env={**env, **given})

        home = os.path.join(self.folder.name, "home")
        for state, kept in ((None, home + "/.local/state"), ("", home + "/.local/state"), ("state", home + "/.local/state"),
                            (home + "/state", home + "/state")):
            done = played(HOME=home, **({} if state is None else {"XDG_STATE_HOME": state}))
            self.assertIn(f" --load {kept}/khepri/ra-", done.stdout, done.stderr)
        self.assertEqual(os.listdir(self.folder.name), ["home"])
        for given in {}, {"HOME": ""}, {"XDG_STATE_HOME": "state"}, {"HOME": "/" + 1000 * "x"}:
            done = played(**given)
            self.assertEqual((done.returncode, done.stdout), (2, ""), "nothing is dealt")
            self.assertEqual(done.stderr, "khepri play: there is no home folder to save the game in, or its name is too long; name a file with --save\n")
        self.assertEqual(os.listdir(self.folder.name), ["home"])

    def test_a_full_disk_is_said(self):
        err = self.type_in([], "ra", "--seed", "5", "--save", "/nowhere/at/all.jsonl", status=2)
        self.assertIn("could not be saved", err)
        self.assertIn("/nowhere/at/all.jsonl: No such file", self.start_new("/nowhere/at/all.jsonl"), "and nothing was dealt")
