# SPDX-License-Identifier: MIT
"""test_transfer.py -- khepri copy-data: from a file to PostgreSQL and back, while servers use the source."""
import json
import os

import visitor
from program import khepri
from test_admin import Hosted
from test_copies import data, rows                  # `data` is a fixture
from test_postgres import Player, made, must_be_kept, wait_for_promises

assert data



def test_bans_come_along(postgres, tmp_path):
    with Hosted(tmp_path) as server:
        server.admin("ban", "192.0.2.7")
        server.admin("mute", "Nobody")
        server.must_end_well()
    back = str(tmp_path / "back.sqlite")
    khepri("copy-data", server.data, postgres.url, status=0)
    khepri("copy-data", postgres.url, back, status=0)
    with Hosted(tmp_path, data=back) as other:
        assert other.told("bans") == {"ok": True, "addresses": ["192.0.2.7"], "names": ["Nobody"]}
        other.must_end_well()


def test_there_and_back_again_it_is_the_same(data, postgres, tmp_path):
    back = str(tmp_path / "back.sqlite")
    assert "tables" in khepri("copy-data", data, postgres.url, status=0).stdout
    told = json.loads(khepri("copy-data", "--json", postgres.url, back, status=0).stdout)
    assert told["ok"] and told["from"] == postgres.url and told["tables_over"] >= 1
    assert rows(data) == rows(back)
    found = khepri("check-data", postgres.url, status=0).stdout
    assert "nothing is damaged, and the rules accept all 3 tables" in found, found
    with visitor.Server(data=postgres.url) as server:
        ids = [row[0] for row in rows(data)[0]]
        with visitor.Server(data=back) as other:
            assert [server.look(id) for id in ids] == [other.look(id) for id in ids]
            other.must_end_well()
        server.must_end_well()


def test_no_password_is_printed(data, postgres, tmp_path):
    """The output of a nightly command goes into mails and logs. The database asks for none, so any will do."""
    def told(*words):
        done = khepri(*words, status=0)
        assert "secret" not in done.stdout + done.stderr, done
        return json.loads(done.stdout) if "--json" in words else None

    shown = postgres.url + "&password="
    address = shown.replace("khepri@", "khepri:secret@") + "secret"
    assert address.count("secret") == 2
    filled = told("copy-data", "--json", data, address)
    checked = told("check-data", "--json", address)
    assert (filled["to"], checked["file"]) == (shown, shown)
    assert filled["schema"] == filled["newest_schema"] == checked["schema"], "of the copy"
    back = told("copy-data", "--json", address, str(tmp_path / "one"))
    assert back["from"] == shown and back["schema"] == told("check-data", "--json", data)["schema"], "of the copy"
    told("copy-data", address, str(tmp_path / "two"))
    told("check-data", address)


def test_a_target_with_tables_is_refused_and_stays_as_it_was(data, postgres, tmp_path):
    khepri("copy-data", data, postgres.url, status=0)
    before = postgres.sql("SELECT count(*) FROM khepri.actions")
    done = khepri("copy-data", data, postgres.url, status=2)
    assert "has 3 tables" in done.stderr and done.stderr.count("\n") == 1, done
    assert postgres.sql("SELECT count(*) FROM khepri.actions") == before
    there = tmp_path / "there.sqlite"
    there.write_bytes(b"mine")
    assert "exists" in khepri("copy-data", postgres.url, str(there), status=2).stderr
    assert there.read_bytes() == b"mine"
    for words in [(data, "postgres://khepri:secret@/none?host=/nowhere"), ("postgres://khepri:secret@/none?host=/nowhere", str(tmp_path / "new")),
                  (str(tmp_path / "none"), postgres.url)]:
        done = khepri("copy-data", *words, status=2)
        assert done.stdout == "" and done.stderr.count("\n") == 1 and "secret" not in done.stderr, done
    assert not os.path.exists(tmp_path / "new")
    assert "khepri copy-data" in khepri("backup", postgres.url, str(tmp_path / "new"), status=2).stderr


def test_a_copy_that_fails_leaves_nothing(data, postgres, tmp_path):
    khepri("copy-data", data, postgres.url, status=0)
    postgres.sql("DELETE FROM khepri.tables")
    postgres.sql("ALTER TABLE khepri.actions ADD CONSTRAINT few CHECK (seq < 20)")
    done = khepri("copy-data", data, postgres.url, status=2)
    assert "few" in done.stderr and done.stderr.count("\n") == 1, done
    assert postgres.sql("SELECT count(*) FROM khepri.tables") == [["0"]]
    postgres.sql("ALTER TABLE khepri.actions DROP CONSTRAINT few")
    khepri("copy-data", data, postgres.url, status=0)
    postgres.sql("DELETE FROM khepri.seats WHERE seat = 1")     # a table that cannot be read
    before = sorted(os.listdir(tmp_path))
    done = khepri("copy-data", postgres.url, str(tmp_path / "new.sqlite"), status=2)
    assert "damaged" in done.stderr and sorted(os.listdir(tmp_path)) == before, done
    found = khepri("check-data", postgres.url, status=1)
    assert "cannot be read" in found.stdout, found


def test_while_it_is_played(postgres, tmp_path):
    copies = []
    with visitor.Server(data=postgres.url) as server:
        players = [Player([server], *made(server, i), i) for i in range(4)]
        for player in players:
            player.start()
        for number in range(3):
            wait_for_promises(players, 10)
            promised = [dict(player.promised) for player in players]
            copies.append((str(tmp_path / f"{number}.sqlite"), promised))
            khepri("copy-data", postgres.url, copies[-1][0], status=0)
        for player in players:
            player.stop = True
            player.join()
        must_be_kept(server, players)
        server.must_end_well()
    for path, promised in copies:                   # what was promised before it began is in each copy
        assert "the rules accept all 4 tables" in khepri("check-data", path, status=0).stdout
        actions = {(table, seq): action for table, seq, _, action, *_ in rows(path)[2]}
        for player, kept in zip(players, promised):
            assert all(isinstance(actions[player.table, seq], str) for seq in kept)
