# SPDX-License-Identifier: MIT
"""test_admin_page.py -- how the host signs in at the page, what may be done there, and who may not."""
import json

import pytest
import schema
from program import khepri
from test_admin import Hosted, until_closed


@pytest.fixture
def hosted(tmp_path):
    with Hosted(tmp_path, "--admin-page") as server:
        yield server
        server.must_end_well()


def link_of(server):
    """The secret of a new link."""
    link, sentence = server.admin("link").splitlines()
    address, secret = link.split("#/admin/")
    assert address == f"http://127.0.0.1:{server.port}/" and "once, within 10 minutes" in sentence
    return secret


def try_secret(server, secret, **how):
    return server.ask("POST", "/api/1/admin/sign-in", {"secret": secret}, **how)


def sign_in(server):
    status, said = try_secret(server, link_of(server))
    assert status == 200, said
    schema.must_fit(said, schema.reply_schema("POST", "/api/1/admin/sign-in", 200))
    return said["token"]


def do(server, token, word, **more):
    """What the page asks; the answer is one that is described."""
    status, said = server.post("/api/1/admin", {"do": word, **more}, [token] if token else [])
    schema.must_fit(said, schema.reply_schema("POST", "/api/1/admin", status))
    return status, said


def test_a_link_works_once_and_the_next_one_ends_it(hosted):
    secret = link_of(hosted)
    status, said = try_secret(hosted, secret)
    assert status == 200 and len(said["token"]) == 32 and said["token"] != secret, said
    assert do(hosted, said["token"], "status")[0] == 200
    for wrong in (secret, said["token"], "a" * 32, "", "x" * 31, None, 7):
        status, said = try_secret(hosted, wrong)
        assert status == 403 and "khepri admin link" in said["error"], said
    old, new = link_of(hosted), link_of(hosted)
    assert try_secret(hosted, old)[0] == 403, "another was made"
    assert try_secret(hosted, new)[0] == 200


def test_the_page_does_what_the_command_does(hosted):
    token = sign_in(hosted)
    table, tokens = hosted.table(["person", "person"])
    hosted.table(["person", "person", "person"], game="amun_re")
    watcher, far = hosted.watch(table["id"], tokens.values()), hosted.watch(table["id"], source="127.0.0.9")
    far.hear_op("table")
    watcher.hear_op("table")
    for word in ("status", "tables", "visitors", "accounts", "bans"):
        status, said = do(hosted, token, word)
        shown, told = json.dumps(said), hosted.told(word)
        if word == "tables":
            for entry in said["tables"] + told["tables"]:
                del entry["idle"]
        assert status == 200 and said == told, word
        for hidden in [token, *tokens.values(), "hand", "token", "view", "state\""]:
            assert hidden not in shown, hidden
    assert do(hosted, token, "announce", text="Hello")[1]["told"] == 2
    assert watcher.hear_op("notice")["text"] == "Hello"
    assert do(hosted, token, "ban", address="127.0.0.9")[1]["closed"] == 1 and until_closed(far) == 1008
    assert do(hosted, token, "mute", name="Bad Name")[0] == 200
    assert hosted.told("bans") == {"ok": True, "addresses": ["127.0.0.9"], "names": ["Bad Name"]}
    assert do(hosted, token, "unban", address="127.0.0.9")[0] == do(hosted, token, "unmute", name="BADNAME")[0] == 200
    assert do(hosted, token, "end", table=table["id"])[0] == 200 and until_closed(watcher) == 1001
    assert do(hosted, token, "drain", on=True)[1]["playing"] == 1 and hosted.get("/ready")[0] == 503
    assert do(hosted, token, "drain", on=False)[0] == 200
    assert do(hosted, token, "dance")[0] == 400
    assert "banned address '127.0.0.9'" in hosted.journal() and token not in hosted.journal()


def test_without_a_token_nothing_is_told_or_done(hosted):
    table, tokens = hosted.table(["person", "person"])
    token = sign_in(hosted)
    for wrong in (None, "a" * 32, *tokens.values(), token[:-1], token.upper()):
        for word, more in (("status", {}), ("end", {"table": table["id"]}), ("link", {}), ("sign_out", {})):
            status, said = do(hosted, wrong, word, **more)
            assert (status, said["code"]) in ((401, "no_token"), (429, "too_many")), (wrong, said)
    assert hosted.get(f"/api/1/tables/{table['id']}")[0] == 200
    assert do(hosted, token, "status")[0] == 200, "who has it is not slowed down"


def test_guessing_is_slowed_down_and_disturbs_nobody_else(hosted):
    secret = link_of(hosted)
    found = []
    while 429 not in found:
        found.append(try_secret(hosted, "a" * 32, source="127.0.0.9")[0])
    assert found[:10] == [403] * 10, found
    assert try_secret(hosted, secret)[0] == 200


def test_a_page_cannot_make_links_or_ban_itself(hosted):
    token = sign_in(hosted)
    assert do(hosted, token, "link")[0] == 403, "a stolen token must not renew itself"
    status, said = do(hosted, token, "ban", address="127.0.0.1")
    assert status == 409 and "you come from this address yourself" in said["error"], said
    status, said = do(hosted, token, "ban", address="foo")
    assert status == 400 and "'foo' is no address" in said["error"], said
    assert hosted.told("bans")["addresses"] == []


def test_signing_out_ends_one_session_or_all(hosted):
    one, two = sign_in(hosted), sign_in(hosted)
    assert do(hosted, one, "sign_out")[0] == 200
    assert do(hosted, one, "status")[0] == 401 and do(hosted, two, "status")[0] == 200
    secret = link_of(hosted)
    hosted.admin("sign-out")
    assert do(hosted, two, "status")[0] == 401 and try_secret(hosted, secret)[0] == 403
    three = sign_in(hosted)
    hosted.kill()
    hosted.start()
    assert do(hosted, three, "status")[0] == 401, "sessions are in memory only"


def test_pages_of_others_are_refused(hosted):
    token, secret = sign_in(hosted), link_of(hosted)
    for path, body in (("/api/1/admin", {"do": "status"}), ("/api/1/admin/sign-in", {"secret": secret})):
        for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {"Host": "evil.example"}):
            status, said = hosted.ask("POST", path, body, tokens=[token], headers=headers)
            assert (status, said["code"]) == (403, "forbidden"), (path, headers, said)
        assert hosted.ask("GET", path, tokens=[token])[0] == 405
    assert try_secret(hosted, secret)[0] == 200, "none of that used it up"


def test_there_is_no_page_unless_the_host_wants_one(tmp_path):
    with Hosted(tmp_path) as server:
        for path, body in (("/api/1/admin", {"do": "status"}), ("/api/1/admin/sign-in", {"secret": "a" * 32})):
            assert server.post(path, body)[0] == 404
        assert "khepri serve --admin-page gives it one" in server.admin("link", status=1)
        server.must_end_well()
    assert "--admin-page needs --admin PATH" in khepri("serve", "--admin-page", status=2).stderr


def test_a_link_names_the_server_as_browsers_do(tmp_path):
    with Hosted(tmp_path, "--admin-page", "--host", "play.example.org", "--path", "/khepri/") as server:
        assert server.admin("link").startswith("https://play.example.org/khepri/#/admin/")
        assert server.end() == 0
