# SPDX-License-Identifier: MIT
"""test_migrations.py -- what a program with any schema that was ever released has stored is taken over.

schemas/ has a file for each schema, which is never changed. Whoever adds a migration adds a file: pytest --accept writes
what the program makes of the newest one there is."""
import glob
import os
import re
import sqlite3
import subprocess
import threading

import pytest

import program
import visitor
from visitor import until

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "schemas")


def path_of(kind, schema):
    return os.path.join(FOLDER, f"{kind}-{schema}.sql")


def schemas(kind):
    return sorted(int(re.search(r"-(\d+)\.sql$", path)[1]) for path in glob.glob(path_of(kind, "*")))


def content(kind, schema):
    with open(path_of(kind, schema), encoding="utf-8") as file:
        return file.read()


def fill_file(folder, schema):
    path = os.path.join(folder, "khepri.sqlite")
    database = sqlite3.connect(path)
    database.executescript(content("sqlite", schema))
    database.close()
    return path


def fill_database(postgres, schema):
    postgres.sql("DROP SCHEMA IF EXISTS khepri CASCADE")
    postgres.sql(content("postgres", schema))


def must_be_there(server, schema):
    """What is in each of the files. The first did not know what the last table has."""
    seen = server.look("aaaaaaaaaaaa")
    assert [seat["name"] for seat in seen["table"]["seats"]] == ["Anna", "Ben"], seen
    assert (seen["table"]["hints"], seen["table"]["pace"], seen["table"]["stand_ins"]) == (False, "human", "return"), seen
    assert seen["view"]["seq"] >= 2, seen
    assert [step["action"] for step in server.get("/api/1/tables/aaaaaaaaaaaa/log")[1]["steps"]][:2] == ["deal:2,1", "draw"]
    assert [server.look(id * 12)["table"]["status"] for id in "bcd"] == ["waiting"] * 3
    assert server.get("/api/1/tables")[1]["tables"] == [], "it waits for longer than a day"
    if schema > 1:
        table = server.look("e" * 12)["table"]
        assert (table["hints"], table["pace"], table["stand_ins"], table["seats"][1]["for"]) == (True, "off", "stay", "Ben"), table


@pytest.mark.parametrize("schema", schemas("sqlite"))
def test_a_data_file_of_each_schema_is_taken_over(schema, tmp_path):
    fill_file(tmp_path, schema)
    with visitor.Server(folder=str(tmp_path)) as server:
        for _ in range(2):                          # taken over, and as it then is
            must_be_there(server, schema)
            server.kill()
            server.start()
        server.must_end_well()
    program.khepri("check-data", os.path.join(tmp_path, "khepri.sqlite"), status=0)


@pytest.mark.parametrize("schema", schemas("postgres"))
def test_a_database_of_each_schema_is_taken_over(schema, postgres):
    fill_database(postgres, schema)
    with visitor.Server(data=postgres.url) as server:
        for _ in range(2):
            must_be_there(server, schema + 1)
            server.kill()
            server.start()
        server.must_end_well()


NOT_STORED = (503, {"ok": False, "error": "this could not be stored, so it was not done; please try again", "code": "busy"})


def next_action(server, table, tokens):
    """A call that does it."""
    view = server.look(table["id"], tokens.values())["view"]
    (seat, legal), = view["legal"].items()
    return lambda: server.act(table["id"], int(seat), view["seq"], legal[0], "after", tokens[int(seat)])


def test_a_server_writes_nothing_more_to_a_file_that_a_newer_program_converted(tmp_path):
    with visitor.Server(folder=str(tmp_path)) as server:
        act = next_action(server, *server.table(["person", "person"]))
        database = sqlite3.connect(server.data)
        database.executescript("BEGIN IMMEDIATE; PRAGMA user_version = 99; COMMIT")
        stored = list(database.execute("SELECT * FROM actions"))
        assert act() == NOT_STORED
        assert server.get("/ready") == (503, {"ok": False, "error": "nothing can be stored just now", "code": "busy"})
        assert list(database.execute("SELECT * FROM actions")) == stored
        assert list(database.execute("PRAGMA user_version")) == [(99,)], "the trial of /ready wrote the old number"
        database.close()
        assert server.end() == 0
        assert server.journal().count("was converted by another version of Khepri") == server.journal().count('"level":"error"') >= 1, server.journal()


class Session:
    """psql, whose transaction stays open. It must be told to end before the server is, which waits for it."""

    def __init__(self, postgres, begin):
        self.psql = subprocess.Popen(["psql", "-qAtX", postgres.url], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.run(begin)

    def run(self, statements):
        self.psql.stdin.write(statements + "; SELECT 'done';\n")
        self.psql.stdin.flush()
        assert self.psql.stdout.readline() == "done\n"

    def end(self):
        self.run("COMMIT")
        self.psql.communicate()


class Call(threading.Thread):
    """Calls on a thread of its own; `value` is what came back."""

    def __init__(self, call):
        super().__init__(daemon=True)
        self.call, self.value = call, None
        self.start()

    def run(self):
        self.value = self.call()


def is_waiting(postgres, mode):
    return postgres.sql(f"SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'khepri.writers'::regclass AND mode = '{mode}'") != []


def test_a_server_writes_nothing_more_to_a_database_that_a_newer_program_converted(postgres):
    with visitor.Server(data=postgres.url) as server:
        act = next_action(server, *server.table(["person", "person"]))
        stored = postgres.sql("SELECT * FROM khepri.actions")
        conversion = Session(postgres, "BEGIN; LOCK TABLE khepri.writers IN EXCLUSIVE MODE; UPDATE khepri.about SET schema = 99")
        call = Call(act)
        until(lambda: is_waiting(postgres, "RowExclusiveLock") or not call.is_alive())
        assert call.is_alive(), call.value
        conversion.end()
        call.join()
        assert call.value == NOT_STORED
        until(lambda: server.get("/ready") == (503, {"ok": False, "error": "the store does not answer just now", "code": "busy"}))
        assert act()[0] == 503 and server.get("/health") == (200, {"ok": True})
        assert postgres.sql("SELECT * FROM khepri.actions") == stored
        assert server.end() == 0
        told = [line for line in server.journal().splitlines() if "was converted by another version of Khepri" in line]
        assert [line for line in told if "not written" not in line] != told, "why the action was not stored"
        assert len([line for line in told if "not written" not in line]) == 1, "why nothing can be read; that is told once"


def test_a_conversion_waits_for_the_commits_of_servers_that_run(postgres):
    fill_database(postgres, schemas("postgres")[-2])
    commit = Session(postgres, "BEGIN; INSERT INTO khepri.writers (id, last) VALUES (1, 1)")
    call = Call(lambda: visitor.Server(data=postgres.url))
    until(lambda: is_waiting(postgres, "ExclusiveLock") or not call.is_alive())
    waited = call.is_alive()
    commit.end()
    call.join()
    with call.value as server:
        assert waited, "it was converted in the middle of a commit"
        server.must_end_well()


def test_the_newest_schema_of_a_data_file_is_among_them(tmp_path, accept):
    last = schemas("sqlite")[-1]
    path = fill_file(tmp_path, last)
    with visitor.Server(folder=str(tmp_path)) as server:
        assert server.end() == 0
    database = sqlite3.connect(path)
    (newest,), (mark,) = [database.execute(f"PRAGMA {name}").fetchone() for name in ("user_version", "application_id")]
    if accept and newest != last:
        keep("sqlite", newest, [*database.iterdump(), f"PRAGMA user_version = {newest};", f"PRAGMA application_id = {mark};", "PRAGMA journal_mode = WAL;"])
    database.close()
    assert newest in schemas("sqlite"), f"schemas/sqlite-{newest}.sql is missing; --accept writes it"


def test_the_newest_schema_of_a_database_is_among_them(postgres, accept):
    last = schemas("postgres")[-1]
    fill_database(postgres, last)
    with visitor.Server(data=postgres.url) as server:
        assert server.end() == 0
    ((newest,),) = postgres.sql("SELECT schema FROM khepri.about")
    if accept and int(newest) != last:
        dump = subprocess.run([os.path.join(postgres.programs, "pg_dump"), "--no-owner", "--inserts", "--schema=khepri", postgres.url],
                              capture_output=True, text=True, check=True).stdout
        keep("postgres", newest, [line for line in dump.splitlines() if line and not line.startswith(("--", "\\", "SET ", "SELECT pg_catalog.set_config"))])
    assert int(newest) in schemas("postgres"), f"schemas/postgres-{newest}.sql is missing; --accept writes it"


def keep(kind, schema, lines):
    with open(path_of(kind, schema), "w", encoding="utf-8") as file:
        file.write(f"-- What the programs with schema {schema} made; never to be changed.\n" + "\n".join(lines) + "\n")
