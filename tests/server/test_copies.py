# SPDX-License-Identifier: MIT
"""test_copies.py -- khepri backup, restore and check-data: beside a running server, and on what it left."""
import glob
import json
import os
import random
import re
import shutil
import sqlite3
import stat
import subprocess
import threading

import pytest
import visitor
from program import PROGRAM, ROOT, khepri
from test_crash import play_and
from test_migrations import content


@pytest.fixture
def data(tmp_path):
    """What a server left after a few games, closed in order."""
    with visitor.Server(folder=str(tmp_path)) as server:
        server.table(["person", "person"])
        for _ in range(2):
            line = server.watch(server.table(["random"] * 3)[0]["id"])
            while not is_over(line.hear()):
                pass
            line.close()
        server.must_end_well()
        yield server.data


def is_over(message):
    view = message.get("view")
    return view is not None and view["state"]["result"] is not None


def rows(path):
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    found = [database.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall() for name in ("tables", "seats", "actions")]
    database.close()
    return found


def refused(*words, sentence, status=2):
    done = khepri(*words, status=status)
    assert sentence in done.stderr and done.stderr.count("\n") == 1 and done.stdout == "", done
    told = khepri(*words[:1], "--json", *words[1:], status=status)
    assert json.loads(told.stdout)["ok"] is False and sentence in json.loads(told.stdout)["error"], told


def test_the_json_of_long_names_is_whole(data, tmp_path):
    """In JSON each of these characters takes six."""
    (tmp_path / ("\x01" * 200)).mkdir()
    around = str(tmp_path) + ("/" + "\x01" * 200 + "/..") * 18
    source, copy = around + "/" + os.path.basename(data), around + "/copy.sqlite"
    assert json.loads(khepri("backup", "--json", source, copy, status=0).stdout)["from"] == source
    told = json.loads(khepri("restore", "--json", "--replace", copy, source, status=0).stdout)
    assert (told["from"], told["to"]) == (copy, source)
    assert json.loads(khepri("check-data", "--json", source, status=0).stdout)["file"] == source


def test_a_device_is_not_set_aside(data, tmp_path):
    link = tmp_path / "nothing"
    link.symlink_to("/dev/null")
    refused("restore", "--replace", data, link, sentence="is not a regular file")
    assert os.readlink(link) == "/dev/null" and stat.S_ISCHR(os.stat("/dev/null").st_mode)


def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    refused("backup", tmp_path / "pipe", tmp_path / "copy.sqlite", sentence="is not a regular file")
    refused("check-data", tmp_path / "pipe", sentence="is not a regular file", status=1)


def test_a_backup_beside_a_busy_server_is_whole(tmp_path):
    with visitor.Server(folder=str(tmp_path)) as server:
        backups = []

        def back_up():
            for i in range(6):
                to = str(tmp_path / f"backup{i}.sqlite")
                told = json.loads(khepri("backup", "--json", server.data, to, status=0).stdout)
                assert told["ok"] and told["to"] == to and told["in_use"], told
                backups.append((to, told))

        thread = threading.Thread(target=back_up)
        thread.start()
        players, _ = play_and(server, lambda: (thread.join(), server.end()), acknowledged=60)
        assert len(backups) == 6
        for to, told in backups:
            assert stat.S_IMODE(os.stat(to).st_mode) == 0o600 and os.path.getsize(to) == told["bytes"]
            assert glob.glob(to + "-*") == []
            checked = json.loads(khepri("check-data", "--json", to, status=0).stdout)
            assert checked["ok"] and checked["actions"] == told["actions"] and checked["replayed"] == len(rows(to)[0]), checked
        shutil.copy(backups[-1][0], tmp_path / "last.sqlite")
        assert sum(len(p.promised) for p in players) >= 60
        ours = set(rows(server.data)[2])
        assert set(rows(backups[-1][0])[2]) <= ours, "a backup has what the server has not"
        server.data = str(tmp_path / "last.sqlite")     # and a server takes it up
        server.start()
        for table, *_ in rows(server.data)[0]:
            server.look(table)
        server.must_end_well()


def test_nothing_is_overwritten(data, tmp_path):
    khepri("backup", data, tmp_path / "b.sqlite", status=0)
    refused("backup", data, tmp_path / "b.sqlite", sentence="exists, and is not overwritten")
    refused("restore", tmp_path / "b.sqlite", data, sentence="exists, and is not overwritten")
    refused("backup", data, data, sentence="exists, and is not overwritten")
    with open(tmp_path / "c.sqlite-wal", "wb") as file:
        file.write(b"what another file left")
    refused("backup", data, tmp_path / "c.sqlite", sentence="its -wal is there")
    refused("backup", data, tmp_path / "no" / "b.sqlite", sentence="No such file")
    refused("backup", tmp_path / "none.sqlite", tmp_path / "d.sqlite", sentence="No such file")
    assert sorted(os.listdir(tmp_path)) == ["b.sqlite", "c.sqlite-wal", "khepri.sqlite", "log"]


def test_restore_keeps_the_old_file_aside(data, tmp_path):
    khepri("backup", data, tmp_path / "b.sqlite", status=0)
    before = rows(data)
    with visitor.Server(folder=str(tmp_path)) as server:
        server.table(["person", "person"])
        refused("restore", "--replace", tmp_path / "b.sqlite", data, sentence="is in use")
        server.kill()
    after = rows(data)
    assert len(after[0]) == len(before[0]) + 1
    with visitor.Server(folder=str(tmp_path)) as server:
        server.table(["person", "open"], start=False)
        server.kill()                                   # so that there is a WAL
    told = json.loads(khepri("restore", "--replace", "--json", tmp_path / "b.sqlite", data, status=0).stdout)
    assert re.fullmatch(re.escape(data) + r"\.before-\d{8}T\d{6}Z", told["replaced"]), told
    assert rows(data) == before and not os.path.exists(data + "-wal")
    assert os.path.getsize(told["replaced"] + "-wal") > 0
    assert json.loads(khepri("check-data", "--json", told["replaced"], status=0).stdout)["tables_waiting"] == 1
    assert len(rows(told["replaced"])[0]) == len(before[0]) + 2
    with visitor.Server(folder=str(tmp_path)) as server:
        assert len(rows(data)[0]) == len(before[0])
        server.must_end_well()


def test_what_is_left_can_be_kept(data, tmp_path):
    with visitor.Server(folder=str(tmp_path)) as server:
        server.table(["person", "person"])
        shutil.copy(data, tmp_path / "copy.sqlite")
        server.must_end_well()
    assert "its -wal is missing" in khepri("check-data", tmp_path / "copy.sqlite", status=1).stderr
    refused("restore", tmp_path / "copy.sqlite", tmp_path / "new.sqlite", sentence="its -wal is missing")
    khepri("restore", "--incomplete", tmp_path / "copy.sqlite", tmp_path / "new.sqlite", status=0)
    khepri("check-data", tmp_path / "new.sqlite", status=0)
    assert sorted(os.listdir(tmp_path)) == ["copy.sqlite", "khepri.sqlite", "log", "new.sqlite"]


def test_a_copy_that_does_not_fit_leaves_nothing(data, tmp_path):
    with visitor.Server(folder=str(tmp_path)) as server:
        done = subprocess.run([PROGRAM, "backup", data, str(tmp_path / "b.sqlite")], capture_output=True, text=True, check=False,
                              preexec_fn=limit_files)
        assert done.returncode == 2 and "cannot" in done.stderr, done
        server.must_end_well()
    assert sorted(os.listdir(tmp_path)) == ["khepri.sqlite", "log"]


def limit_files():
    import resource
    resource.setrlimit(resource.RLIMIT_FSIZE, (16384, 16384))


def test_check_data_names_the_table_that_the_rules_refuse(data):
    database = sqlite3.connect(data)
    table = database.execute("SELECT table_id FROM actions WHERE seq = 5 ORDER BY 1 LIMIT 1").fetchone()[0]
    database.execute("UPDATE actions SET sum = NULL, action = 'nonsense' WHERE table_id = ? AND seq = 5", (table,))
    database.commit()
    database.close()
    told = khepri("check-data", "--json", data, status=1)
    assert json.loads(told.stdout)["refused_tables"] == [{"table": table, "action": 5}], told
    assert f"table {table}: the rules refuse action 5" in khepri("check-data", data, status=1).stdout
    assert not glob.glob(data + "-*")


@pytest.mark.parametrize("change", ["actions SET action = 'draw'", "actions SET made = made + 1", "seats SET name = 'x'", "tables SET options = '{\"x\":1}'",
                                    "tables SET status = 1 - status"])
def test_a_value_that_was_not_stored_is_noticed(data, tmp_path, change):
    database = sqlite3.connect(data)                # as a flipped bit would, which SQLite does not see
    (table,) = database.execute("SELECT id FROM tables WHERE status = 1").fetchone()
    name = change.split()[0]
    where = {"actions": "table_id = ? AND seq = 0", "seats": "table_id = ? AND seat = 0", "tables": "id = ?"}[name]
    assert database.execute(f"UPDATE {change} WHERE {where}", (table,)).rowcount == 1
    database.commit()
    database.close()
    told = khepri("check-data", "--json", data, status=1)
    assert json.loads(told.stdout)["refused_tables"] == [{"table": table, "action": -1}], told
    with visitor.Server(folder=str(tmp_path)) as server:
        status, answer = server.get(f"/api/1/tables/{table}")
        assert (status, answer["code"]) == (503, "busy") and "damaged" in answer["error"], answer
        assert "is damaged" in server.journal(), server.journal()
        assert server.get("/ready")[0] == 200


def test_check_data_says_what_is_damaged(data, tmp_path):
    khepri("check-data", tmp_path / "none", status=2)
    with open(data, "r+b") as file:
        file.seek(5 * 4096)
        file.write(random.Random(1).randbytes(4096))
    assert "is damaged: " in khepri("check-data", data, status=1).stderr
    refused("backup", data, tmp_path / "b.sqlite", sentence="is damaged: ")
    refused("restore", data, tmp_path / "b.sqlite", sentence="is damaged: ")
    refused("restore", "--incomplete", data, tmp_path / "b.sqlite", sentence="is damaged: ")
    with open(tmp_path / "text", "w", encoding="ascii") as file:
        file.write("no database")
    assert "not a database" in khepri("check-data", tmp_path / "text", status=1).stderr


def test_a_file_of_the_first_version_is_copied_as_it_is(tmp_path):
    old = tmp_path / "old.sqlite"
    database = sqlite3.connect(old)
    database.executescript(content("sqlite", 1))
    database.close()
    assert json.loads(khepri("backup", "--json", old, tmp_path / "khepri.sqlite", status=0).stdout)["schema"] == 1
    assert "the games are not replayed" in khepri("check-data", tmp_path / "khepri.sqlite", status=0).stdout
    with visitor.Server(folder=str(tmp_path)) as server:
        server.look("aaaaaaaaaaaa")
        server.must_end_well()
    assert json.loads(khepri("check-data", "--json", tmp_path / "khepri.sqlite").stdout)["schema"] > 1


def test_the_examples_of_the_help_run(data, tmp_path):
    env = {**os.environ, "PATH": os.path.dirname(PROGRAM) + os.pathsep + os.environ["PATH"]}
    for command in ("backup", "restore", "check-data"):
        shown = khepri(command, "--help", status=0).stdout
        found = re.findall(r"^  (khepri .*)$", shown[shown.index("\nExample"):], re.M)
        assert found
        for example in found:
            done = subprocess.run(example.split(), cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
            assert done.returncode == 0 and done.stdout, (example, done)


def test_the_commands_of_the_guide_lead_to_a_backup_and_back(data, tmp_path):
    with open(os.path.join(ROOT, "docs", "hosting.md"), encoding="utf-8") as file:
        part = re.search(r"^## Backups\n(.*?)^## ", file.read(), re.M | re.S)[1]
    commands = [line for block in re.findall(r"```sh\n(.*?)```", part, re.S) for line in block.splitlines() if not line.startswith("systemctl")]
    assert [line.split()[1] for line in commands] == ["backup", "check-data", "restore"], commands
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "khepri").symlink_to(PROGRAM)
    before = rows(data)
    day = subprocess.run(["date", "+%F"], capture_output=True, text=True, check=True).stdout.strip()
    for line in commands:
        line = line.replace("/var/lib/khepri/khepri.sqlite", data).replace("/var/backups", str(tmp_path)).replace("$(date +%F)", day)
        done = subprocess.run(["sh", "-c", re.sub(r"\d{4}-\d\d-\d\d", day, line)], env=os.environ | {"PATH": f"{tmp_path}/bin:{os.environ['PATH']}"},
                              capture_output=True, text=True, check=False)
        assert done.returncode == 0, (line, done)
    assert rows(data) == before and glob.glob(data + ".before-*")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files to others")
@pytest.mark.parametrize("replaced", [True, False])
def test_what_root_restores_belongs_to_the_user_of_the_server(data, tmp_path, replaced):
    folder, backup = tmp_path / "state", str(tmp_path / "backup.sqlite")
    target = folder / "khepri.sqlite"
    folder.mkdir()
    khepri("backup", data, backup, status=0)
    if replaced:
        shutil.copyfile(backup, target)
        os.chown(target, 64000, 64001)
    else:
        os.chown(folder, 64000, 64001)
    khepri("restore", *(["--replace"] if replaced else []), backup, target, status=0)
    about = os.stat(target)
    assert (about.st_uid, about.st_gid, stat.S_IMODE(about.st_mode)) == (64000, 64001, 0o600)
    assert os.stat(backup).st_uid == 0, "a backup stays with whoever made it"
