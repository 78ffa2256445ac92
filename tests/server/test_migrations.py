# SPDX-License-Identifier: MIT
"""test_migrations.py -- what a program with any schema that was ever released has stored is taken over.

schemas/ has a file for each schema, which is never changed. Whoever adds a migration adds a file: pytest --accept writes
what the program makes of the newest one there is."""
import glob
import os
import re
import sqlite3
import subprocess

import pytest

import program
import visitor

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
