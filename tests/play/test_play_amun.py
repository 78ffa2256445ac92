# SPDX-License-Identifier: MIT
"""khepri play amun_re as people meet it: whole games typed in, and the curtain between people at one screen.
Then lists of actions, taking back, saved games, wrong words."""
import json
import os
import pty
import random
import re
import signal
import subprocess
import tempfile
import unittest

from program import PROGRAM, khepri

PEOPLE = ("Anna", "Ben", "Cleo", "Dora", "Emil")
PROMPT = re.compile(r"(^|\n)(%s)> $" % "|".join(PEOPLE))
REFUSED = re.compile(r"not possible|may not|no such command|Nothing of that line|You may offer|may bid")
ENTER = "[Enter] "
CARDS = ("blockade overbid free_farmer builder correction eight_gold harvest power_bonus farmer_bonus egypt_bonus "
         "side_bonus bank_bonus").split()


def names(count):
    return [word for name in PEOPLE[:count] for word in ("--name", name)]


class Table:
    """A running khepri play; said() gives what it says up to the next question."""

    def __init__(self, folder, *words):
        env = dict(os.environ, XDG_STATE_HOME=folder, USER="anna")
        self.process = subprocess.Popen([PROGRAM, "play", "amun_re", *words], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=env)

    def said(self):
        """Up to a prompt, or to the end of all output."""
        out = b""
        while True:
            piece = os.read(self.process.stdout.fileno(), 65536)
            out += piece
            if not piece or out.endswith((ENTER.encode(), b"leaves it: ")) or \
                    PROMPT.search(out[-20:].decode(errors="replace")):
                return out.decode()

    def type(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()
        return self.said()

    def ask(self, line):
        """As type(), but the lines that were broken are whole."""
        return re.sub(r"\n    +", " ", self.type(line))

    def close(self):
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        out = self.process.stdout.read().decode()
        self.process.stdout.close()
        self.process.wait()
        return out


def forms_of(said):
    """The short forms that the last list of actions offers."""
    joined = re.sub(r"\n    +", " ", said[said.rindex("You may:"):])
    return re.findall(r"\(([^()]+)\)\n", joined)


class PlayAmun(unittest.TestCase):
    def setUp(self):
        memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None # every action is synced to its file
        self.folder = tempfile.TemporaryDirectory(dir=memory)
        self.file = os.path.join(self.folder.name, "game.jsonl")

    def tearDown(self):
        self.folder.cleanup()

    def saved(self):
        with open(self.file, encoding="utf-8") as file:
            return json.loads(file.read())

    def clear(self):
        """A new game does not write over an old one."""
        if os.path.exists(self.file):
            os.unlink(self.file)

    def start(self, *words):
        self.clear()
        table = Table(self.folder.name, *words, "--save", self.file)
        self.addCleanup(lambda: table.process.poll() is None and (table.process.kill(), table.close()))
        return table

    def play_to_the_end(self, seed, *words):
        """Types offered forms at random. Gives what each seat was shown, as (name or None, text) in order."""
        choice, table = random.Random(seed), self.start("--seed", str(seed), *words)
        pieces, at, said, forms = [], None, table.said(), []
        while said:
            prompt = PROMPT.search(said)
            if prompt:
                at = prompt.group(2)
            pieces.append((at, said))
            line = ""
            if prompt:
                if "You may:" in said:
                    forms = forms_of(said)
                self.assertTrue(forms, said)
                line = self.with_cards(choice.choice(forms), said)
            elif said.endswith(ENTER) and "take the seat" in said:
                at = None
            if table.process.poll() is not None:
                break
            try:
                said = table.type(line)
            except BrokenPipeError:
                break
            self.assertIsNone(REFUSED.search(said.split("You may:")[0]), "%s\n%s" % (line, said))
            if "The game is saved" in said:
                pieces.append((at, said))
                break
        table.close()
        self.assertEqual(table.process.returncode, 0, pieces[-1][1])
        return pieces

    @staticmethod
    def with_cards(line, said):
        """Plays the cards that go with a bid or an offer whenever there is one."""
        if "put +correction" in said and line.startswith(("offer", "steal")):
            return line + " +correction"
        if "put +blockade" in said and re.match(r"[a-z]+ \d", line) and not line.startswith("sell"):
            return line + " +blockade"
        return line

    def check_finished(self):
        self.assertIn("result", self.saved())
        checked = subprocess.run([PROGRAM, "replay", self.file], capture_output=True, text=True)
        self.assertEqual(checked.returncode, 0, checked.stdout)

    def test_whole_games_against_bots(self):
        for players in (3, 4, 5):
            pieces = self.play_to_the_end(players, "--players", str(players), "--name", "Anna")
            said = "".join(piece for _, piece in pieces)
            self.assertEqual(said.count("Points for provinces"), 2)
            self.assertIn("Final scores:", said)
            self.assertNotIn("take the seat", said)
            self.assertNotIn("{", said)
            self.assertNotIn("amun.", said.replace("amun_re", ""))
            for line in said.replace(self.file, "FILE").splitlines():
                self.assertLessEqual(len(line), 80, line)
            self.check_finished()
            self.assertEqual(self.saved()["meta"]["bots"], ["human"] + ["rule"] * (players - 1))

    def test_limited_supplies(self):
        self.play_to_the_end(8, "--players", "5", "--name", "Anna", "--option", "supplies=limited", "--bot", "random")
        self.check_finished()

    def test_hotseat_shows_each_seat_its_own(self):
        typed, seen = set(), set()
        for seed, players in ((23, 3), (25, 5), (53, 3), (55, 5)):
            pieces = self.play_to_the_end(seed, "--players", str(players), *names(players))
            self.check_finished()
            typed |= {re.sub(r"\d+/|:[^+]*", "", action) for action in self.saved()["actions"]}
            for name, said in pieces:
                secrets = re.findall(r"^(\w+) (?:draws|takes the power card from \w+): ", said, re.M)
                self.assertLessEqual(set(secrets), {name}, said)
                seen |= set(secrets)
                if name is None:
                    self.assertNotIn("Your power cards", said)
                for other in PEOPLE:
                    if other != name:
                        self.assertNotIn(other + ", you have", said)
        self.assertEqual(seen, set(PEOPLE))
        self.assertLessEqual({"bid+blockade", "bid+overbid", "sell", "buy", "farmer", "stone", "free_farmer", "builder",
                              "offer+correction", "correct+3", "reward", "eight_gold", "harvest", "bonus"}, typed)

    def test_what_is_between_the_curtains(self):
        pieces = self.play_to_the_end(31, "--players", "3", *names(3))
        curtains = [said for _, said in pieces if "\f" in said]
        self.assertGreater(len(curtains), 30)
        for said in curtains:
            self.assertRegex(said, r"^\f\n(- )+-\n\w+, take the seat\. Enter shows the table with your cards\.\n"
                                   r"\[Enter\] $")

    def look(self, record, lines):
        """What a saved game shows to whoever sits down first, asked with these lines."""
        with open(self.file, "w", encoding="utf-8") as file:
            file.write(json.dumps(record) + "\n")
        copy = os.path.join(self.folder.name, "copy.jsonl")
        if os.path.exists(copy):  # of another game, which is not written over
            os.unlink(copy)
        table = Table(self.folder.name, "--load", self.file, "--save", copy)
        said = table.said()
        for line in lines:
            said += table.type(line)
        table.close()
        return said

    def replays(self, record):
        return subprocess.run([PROGRAM, "replay", "-"], input=json.dumps(record), capture_output=True,
                              text=True).returncode == 0

    def test_nobody_sees_what_is_not_theirs(self):
        """Another card in a hand, or another sealed offer: who must not know sees the same to the letter."""
        self.play_to_the_end(42, "--players", "3", *names(3))
        record = self.saved()
        record.pop("result")
        actions, others, compared = record["actions"], ("", "table", "score", "log 400", "hand", "cards", "provinces",
                                                         "province", "price end", "x", "undo"), 0
        trace = subprocess.run([PROGRAM, "replay", "--trace", self.file], capture_output=True, text=True).stdout
        steps = [json.loads(line) for line in trace.splitlines() if '"step"' in line][:len(actions)]
        for at, action in enumerate(actions):
            state = steps[at]["state"]
            if not action.startswith("card:") or state["phase"] != "actions" or state["turn"]["seat"] == 0:
                continue
            end = next(i for i in range(at, len(actions))
                       if steps[i]["state"]["to_act"] != "chance" and 0 in steps[i]["state"]["to_act"])
            one = dict(record, actions=actions[:end])
            first = self.look(one, others)
            self.assertIn("Anna, you have", first)
            for kind in CARDS:
                other = dict(record, actions=actions[:at] + ["card:" + kind] + actions[at + 1:end])
                if "card:" + kind == action or not self.replays(other):
                    continue
                self.assertEqual(first, self.look(other, others))
                compared += 1
                break
            if compared >= 3:
                break
        self.assertGreaterEqual(compared, 2)

    def test_a_sealed_offer_shows_nothing(self):
        self.play_to_the_end(43, "--players", "3", *names(3))
        record = self.saved()
        record.pop("result")
        actions = record["actions"]
        at = next(i for i, action in enumerate(actions) if action[1:].startswith("/offer:"))
        ask = ("", "table", "score", "log 400", "hand", "undo")
        seen = {self.look(dict(record, actions=actions[:at] + ["2/" + offer]), ask)
                for offer in ("offer:1", "offer:2", "offer:steal")}
        self.assertEqual(len(seen), 1)
        self.assertIn("Cleo has sealed an offer", seen.pop())

    def test_a_hint_for_an_offer_calls_none_the_best(self):
        self.play_to_the_end(43, "--players", "3", *names(3), "--hints", "on")
        record = self.saved()
        record.pop("result")
        actions = record["actions"]
        at = next(i for i, action in enumerate(actions) if action.startswith("0/offer:"))
        self.assertIn("Offers are mixed", self.look(dict(record, actions=actions[:at]), ["", "hint hard"]))
        self.assertNotIn("Offers are mixed", self.look(dict(record, actions=[]), ["", "hint hard"]))

    def test_a_hint_names_each_kind_of_action(self):
        self.play_to_the_end(43, "--players", "3", *names(3), "--hints", "on")
        record = self.saved()
        record.pop("result")
        actions = record["actions"]
        for begins, told in (("0/offer:", ("Offer 1 gold ", "Play the −3 card ")), ("reward:", ("Take (one|[0-9]) ",)),
                             ("farmer:", ("Place a farmer in ", "Place a stone in ", "Done "))):
            at = next(i for i, action in enumerate(actions) if action.startswith(begins))
            said = self.look(dict(record, actions=actions[:at]), ["", "hint medium"])
            for name in told:
                self.assertRegex(said, f"(?m)^[> ] {name}")

    def test_a_hint_names_actions_in_the_language_of_the_game(self):
        for language, told in (("de", ("  6 für Edfu bieten ", "  Karte „Baumeister“ für 1 Gold verkaufen ")),
                               ("pl", ("  Licytuj 6: Edfu ", "  Sprzedaj kartę „Budowniczy” za 1 złota "))):
            self.clear()
            said = khepri("play", "amun_re", "--name", "Zoe", "--seed", "7", "--players", "3", "--save", self.file, "--lang", language,
                          text="hint medium\n", status=0).stdout
            for name in told:
                self.assertIn(name, said)  # whole: the column is wide enough for each name

    def test_a_terminal_is_cleared(self):
        """With what could be scrolled back to; and colour only where it is wanted."""
        for extra, bold in (({}, True), ({"NO_COLOR": "1"}, False)):
            ours, theirs = pty.openpty()
            env = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
            env.update(extra, TERM="xterm")
            self.clear()
            process = subprocess.Popen([PROGRAM, "play", "amun_re", "--seed", "9", "--save", self.file, *names(3)],
                                       stdin=theirs, stdout=theirs, stderr=theirs, env=env)
            os.close(theirs)
            said = b""
            for line, until in ((None, b"[Enter] "), (b"", b"> "), (b"abydos 3", b"[Enter] "), (b"", b"[Enter] "),
                                (b"quit", None)):
                if line is not None:
                    os.write(ours, line + b"\n")
                piece = b""
                while until is None or not re.sub(rb"\033\[\d*m", b"", piece).endswith(until):
                    try:
                        more = os.read(ours, 4096)
                    except OSError: # so a terminal ends when nobody holds its other side
                        more = b""
                    piece += more
                    if not more:
                        break
                said += piece
            os.close(ours)
            self.assertEqual(process.wait(), 0)
            self.assertIn(b"\033[2J\033[3J\033[H", said)
            before, after = said.split(b"\033[2J", 1)
            self.assertIn(b"Your power cards: Builder", before)
            self.assertNotIn(b"Your power cards", after)
            self.assertEqual(b"\033[1mAnna>" in before, bold)

    def test_load_begins_behind_the_curtain(self):
        table = self.start("--players", "3", "--seed", "9", *names(3))
        self.assertNotIn("Your power cards", table.said())
        table.close()
        table = Table(self.folder.name, "--load", self.file)
        self.assertNotIn("Your power cards", table.said())
        self.assertNotIn("Your power cards", table.type("table"))
        self.assertIn("Your power cards", table.type(""))
        table.close()

    def test_load_clears_the_screen(self):
        table = self.start("--players", "3", "--seed", "9", *names(3))
        table.said()
        self.assertIn("Your power cards", table.type(""))
        said = table.type("load " + self.file + ".none")
        self.assertNotIn("\f", said)
        self.assertIn("Saved", table.type("save"))
        said = table.type("load " + self.file)
        self.assertRegex(said, r"^\f\n[- ]+\nLoaded .*\n.*, take the seat")
        self.assertNotIn("Your power cards", said)
        table.close()

    def to_actions(self, *words):
        """Anna, who has Abydos and 17 gold, at the beginning of her turn."""
        table = self.start("--players", "3", "--seed", "9", *names(3), *words)
        table.said()
        for line in ("", "abydos 3", "", "", "mendes 1", "", "", "damanhur 0", "", ""):
            said = table.type(line)
        self.assertIn("buy a farmer for 1 gold: Abydos (farmer abydos)", said)
        return table

    def test_lists_are_done_whole_or_not_at_all(self):
        table = self.to_actions()
        before = self.saved()["actions"]
        self.assertIn("4 gold in all", table.type("price f aby, f aby, s aby"))
        for wrong in ("f aby, f abu", "f aby, f aby, s aby, f aby", "f aby, end, f aby", "s aby, foo",
                      "buy 1, f aby", "f aby, builder aby", "s aby," * 6 + "end"):
            self.assertRegex(table.ask(wrong), "Nothing of that line was done|no such command", wrong)
            self.assertEqual(self.saved()["actions"], before, wrong)
        self.assertIn("4 gold in all", table.type("f aby f aby, s aby"))
        self.assertIn("Nothing was done", table.type("no"))
        self.assertEqual(self.saved()["actions"], before)
        table.type("farmer abydos, f aby, stone:abydos, builder aby")
        table.type("yes")
        self.assertEqual(self.saved()["actions"], before + ["farmer:abydos", "farmer:abydos", "stone:abydos",
                                                            "builder:abydos"])
        table.close()

    def test_undo(self):
        table = self.to_actions()
        before = self.saved()["actions"]
        self.assertIn("nothing to take back", table.type("undo"))
        table.type("f aby")
        table.type("sell builder")
        self.assertIn("Taken back", table.type("undo"))
        self.assertEqual(self.saved()["actions"], before + ["farmer:abydos"])
        self.assertIn("Builder", table.type("undo"))
        self.assertIn("nothing to take back", table.type("undo"))
        self.assertEqual(self.saved()["actions"], before)
        self.assertIn("Anna draws", table.type("buy 1"))
        self.assertIn("nothing to take back", table.type("undo"))
        table.type("f aby")
        table.type("end")
        table.type("")
        table.type("")
        self.assertIn("nothing to take back", table.type("undo"))
        said = table.type("log 3")
        self.assertIn("Anna ends the turn", said)
        table.close()

    def test_a_copy_is_saved_again_after_undo(self):
        table = self.to_actions()
        copy = self.file + ".copy"
        table.type("sell builder")
        self.assertIn("Saved", table.type("save " + copy))
        table.type("undo")
        self.assertIn("Saved", table.type("save " + copy))
        table.close()
        with open(copy, encoding="utf-8") as file:
            self.assertEqual(json.loads(file.read())["actions"], self.saved()["actions"])

    def test_undo_keeps_what_others_have_still_to_hear(self):
        table = self.to_actions()
        table.type("f aby")
        table.type("undo")
        table.type("s aby")
        said = table.type("end") + table.type("") + table.type("")
        news = said[said.index("take the seat"):]
        self.assertIn("Cleo bids 0 for Damanhur", news)
        self.assertIn("Anna buys a stone", news)
        self.assertNotIn("Anna buys a farmer", news)
        table.close()

    def test_wrong_words_change_nothing(self):
        table = self.to_actions()
        before = self.saved()["actions"]
        for line, expected in (
                ("f", None), ("f abu", "'abu' is not possible here now; possible: Abydos"),
                ("f xyzzy", "'xyzzy' is not possible"), ("farmer:memphis", "may not be done now"),
                ("farmer:nowhere", "no such command"), ("buy 9", "You may buy 1 to 2"),
                ("buy", "You may buy 1 to 2"), ("buy -1", "You may buy 1 to 2"), ("offer 3", "Gold is offered in the sacrifice"),
                ("steal", "Gold is offered in the sacrifice"), ("price o 1", "Gold is offered in the sacrifice"),
                ("abydos 3", "'abydos' may not be done now"), ("12", "A number alone means nothing"),
                ("take c f s", "may not be done"), ("+3", "A number alone"), ("bonus side", "may not be done"),
                ("sell harvest", "'harvest' is not possible here now; possible: Builder"),
                ("builder abydos", "may not be done"), ("free aby", "may not be done"), ("price", "no such command"),
                ("price f abu", "not possible"), ("province", "Which province"), ("province zz", "no such province"),
                ("load", "Which file"), ("load /nowhere/at/all", "could not be read"), ("log x", "How many"),
                ("? xyzzy", "do not speak of 'xyzzy'"), ("f" * 600, "too long"), ("\x01", "no such command"),
                ("ä", "no such command"), (",,,", "no such command"), (";", "no such command"), ("end of all", "turn ends before that")):
            if expected:
                self.assertRegex(table.ask(line), expected, line)
                self.assertEqual(self.saved()["actions"], before, line)
        table.close()

    def test_bids_and_offers_are_explained(self):
        table = self.start("--players", "3", "--seed", "9", "--name", "Anna", "--bot", "random")
        table.said()
        before = self.saved()["actions"] if os.path.exists(self.file) else None
        for line, expected in (("abydos", "How much for Abydos"), ("abydos 2", "For Abydos you may bid"),
                               ("bid 3", "Which one"), ("abydos 99999", "How much for Abydos|For Abydos"),
                               ("abydos 3 +blockade", "no Bidding blockade"), ("abydos 3 +foo", "'foo'|is neither"),
                               ("zz 3", "no such command"), ("memphis 3", "'memphis' is not possible here now; possible: Abydos"),
                               ("mem", "'mem' is not possible"), ("+3", "Which one"), ("3", "Which one")):
            self.assertRegex(table.ask(line), expected, line)
        self.assertEqual(before, self.saved()["actions"] if os.path.exists(self.file) else None)
        table.close()

    def test_a_single_letter_names_a_province(self):
        """One that begins no other word: d is done, and m is Mendes alone, as Memphis is not on offer."""
        table = self.start("--players", "3", "--seed", "9", *names(3))
        table.said()
        table.type("")
        self.assertRegex(table.ask("d 1"), "'d' may not be done now")
        self.assertRegex(table.ask("z 1"), "no such command")
        self.assertRegex(table.ask("m"), "How much for Mendes")
        self.assertRegex(table.ask("price m 1"), "Bid 1 for Mendes")
        table.type("m 1")
        self.assertEqual(self.saved()["actions"][-1], "bid:mendes:1")
        table.close()

    def test_what_is_explained(self):
        table = self.to_actions()
        self.assertRegex(table.type("province theb"), r"Farms: 4\?")
        self.assertRegex(table.type("provinces"), r"Thebes .*\?")
        self.assertIn("[AR-BID-05]", table.type("? AR-BID-05"))
        self.assertIn("12. The rewards", table.type("? rewards"))
        self.assertIn("AR-REW-01..07", table.type("?"))
        self.assertIn("If the kingdom ended now", table.type("score"))
        self.assertIn("Builder. In your turn", table.type("hand"))
        self.assertIn("Bank bonus", table.type("cards"))
        self.assertIn("Abu: side east", table.type("? 1"))
        for line in "".join(table.type("? %d" % n) for n in range(1, 20)).splitlines() + table.type("?").splitlines():
            self.assertLessEqual(len(line), 80, line)
        table.close()

    def test_an_own_board_has_no_guesses(self):
        board = os.path.join(self.folder.name, "board.json")
        text = subprocess.run([PROGRAM, "board", "--json", "amun_re"], capture_output=True, text=True).stdout
        own = json.loads(text)
        own["name"] = "mine"
        with open(board, "w", encoding="utf-8") as file:
            json.dump(own, file)
        table = self.start("--players", "3", "--name", "Anna", "--option", "board=" + board)
        table.said()
        said = table.type("province thebes")
        self.assertIn("Farms: 4\n", said)
        table.close()

    def test_every_action_is_kept_at_once(self):
        table = self.to_actions()
        table.type("f aby")
        table.process.kill()
        table.close()
        self.assertEqual(self.saved()["actions"][-1], "farmer:abydos")
        table = Table(self.folder.name, "--load", self.file)
        table.said()
        self.assertIn("Anna, you have 16 gold", table.type(""))
        table.close()

    def test_a_signal_leaves_a_saved_game(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            table = self.to_actions()
            table.process.send_signal(number)
            said = table.said() + table.close()
            self.assertEqual(table.process.returncode, 0, said)
            self.assertIn("The game is saved", said)
            self.assertIn("all hands and cards", said)
            self.assertIn("bid:abydos:3", self.saved()["actions"])


def test_the_table_speaks_every_language(tmp_path):
    english = re.compile(r"\b(Round|Deck|gold|farms?|farmers|card limit|Bids|You may|power cards?|choose|points|while|none|Income|ended|nobody|space|Your|Owner|"
                         r"Discarded|guess|upper|lower|times|owner)\b")
    words = re.compile(r"\([^()]*\)|'[^']*'|«[^»]*»|„[^“”]*[“”]|「[^」]*」|s \w+, s \w+, end")  # what may be typed is English everywhere
    lines = "avaris 3\nbuy 1\nfarmer avaris\nend\noffer 3\ntake c only\nscore\nhand\nprovinces\nprovince memphis\nprovince\nquit\n"
    for language in ("en", "de", "fr", "es", "pl", "ja"):
        file = tmp_path / (language + ".jsonl")
        done = khepri("play", "amun_re", "--name", "Zoe", "--seed", "7", "--players", "3", "--save", file, "--lang", language, text=lines)
        found = english.findall(words.sub("", done.stdout))
        assert done.returncode == 0 and (language == "en") == bool(found), (language, found, done.stdout)
        assert file.read_text().count("0/offer:3") + file.read_text().count('"offer:3"') == 1


def test_the_power_cards_are_explained_in_every_language(tmp_path):
    said = {"en": ("Builder (8 times). In your turn", "Discards: none."), "de": ("Baumeister (8-mal). In deinem Zug", "Ablage: keine."),
            "fr": ("Bâtisseur (8 fois). À votre tour", "Défausse\u00a0: aucune."), "es": ("Constructor (8 veces). En tu turno", "Descartes: ninguna."),
            "pl": ("Budowniczy (8 razy). W twojej turze", "Odrzucone: brak."), "ja": ("建築家（8枚）。自分の手番に", "捨て札：なし。")}
    for language, (card, discards) in said.items():
        out = khepri("play", "amun_re", "--name", "Zoe", "--seed", "7", "--save", tmp_path / (language + ".jsonl"), "--lang", language,
                     text="cards\nquit\n").stdout
        assert "\n  " + card in out and "\n" + discards + "\n" in out, out


def test_the_result_is_spoken_too(tmp_path):
    over = tmp_path / "over.jsonl"
    assert khepri("simulate", "amun_re", "--players", "3", "--games", "1", "--seed", "4", "--records", over).returncode == 0
    scores = json.loads(over.read_text())["result"]["scores"]
    for language, points, wins in (("en", "points", ", wins"), ("de", "Punkte", ", gewinnt"), ("es", "puntos", ", gana"), ("ja", "点", "、勝ち")):
        said = khepri("play", "amun_re", "--load", over, "--lang", language, text="").stdout
        places = re.findall(r"^  (\d)\. .*?[,、] ?(\d+) ?%s(.*)$" % points, said, re.M)
        assert [int(score) for _, score, _ in places] == sorted(scores, reverse=True), said
        assert [end for _, _, end in places] == [wins, "", ""] and ("Final scores:" in said) == (language == "en"), said


def test_refusals_are_spoken_too(tmp_path):
    said = {"en": ("'take' may not be done now", "possible: Avaris", "How much for Avaris"), "de": ("„take“ geht jetzt nicht", "möglich: Avaris", "Wie viel für Avaris"),
            "fr": ("«\u00a0take\u00a0» n’est pas possible maintenant", "possible\u00a0: Avaris", "Combien pour Avaris"),
            "es": ("«take» no se puede hacer ahora", "aquí ahora; .*: Avaris", "¿Cuánto por Avaris"),
            "pl": ("„take” nie można teraz zrobić", "możliwe: Awaris|możliwe: Avaris", "Ile za A[vw]aris"),
            "ja": ("「take」は今はできません", "選べるもの：アヴァリス", "アヴァリスにいくらですか")}
    english = re.compile(r"\b(may|possible here|Nothing|Which|How much|For|alone|turn ends|neither|buy 1 to)\b")
    lines = "take c\nbid xyzzy 3\navaris\navaris 2\navaris 3 +foo\n+overbid\nbid 3\n-9\navaris 3, buy 1\nsell xyzzy\nquit\n"
    for language, sentences in said.items():
        done = khepri("play", "amun_re", "--name", "Zoe", "--seed", "7", "--players", "3", "--save", tmp_path / (language + ".jsonl"), "--lang", language,
                      text=lines)
        out = re.sub(r"\n *", "" if language == "ja" else " ", done.stdout)
        for sentence in sentences:
            assert re.search(sentence, out), (sentence, out)
        assert done.returncode == 0 and (language == "en") == bool(english.search(out)), (language, english.findall(out), out)
