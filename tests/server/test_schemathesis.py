# SPDX-License-Identifier: MIT
"""test_schemathesis.py -- schemathesis sends what the server's own description allows, and what it does not, to that server, which has tables.

The tool comes from PyPI by schemathesis.txt, into an environment of its own; without PyPI this is skipped."""
import json
import os
import subprocess
import tempfile

import pytest

import environment
import schema
import visitor
from test_admin import Hosted
from test_admin_page import sign_in

REQUIREMENTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "schemathesis.txt")
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"


@pytest.fixture(scope="module")
def python():
    folder = os.environ.get("KHEPRI_SCHEMATHESIS_PLACE")
    if folder:
        yield environment.make(os.path.join(folder, "schemathesis"), REQUIREMENTS)
        return
    with tempfile.TemporaryDirectory() as folder:
        yield environment.make(os.path.join(folder, "schemathesis"), REQUIREMENTS)


def test_no_request_gets_an_answer_that_is_not_described(python, tmp_path, seed):
    with Hosted(tmp_path, "--admin-page") as server:
        be_asked_everything(python, server, seed)
        server.admin("drain", "off")
        server.must_end_well()


def be_asked_everything(python, server, seed):
    waiting, first = server.table(["person", "open"], start=False, public=True)
    playing, second = server.table(["person", "person"])
    hidden, third = server.table(["person", "random", "random"], game="amun_re")
    over, _ = server.table(["random", "random"])
    while server.look(over["id"])["table"]["status"] != "over":
        pass
    status, described = server.get("/api/1/openapi.json")     # what the server says of itself
    assert status == 200 and described == schema.document("openapi.json")
    for path in described["paths"].values():
        for parameter in path.get("parameters", []):
            if parameter["name"] == "id":           # these tables, and one that is not there
                parameter["schema"] = {"enum": [waiting["id"], playing["id"], hidden["id"], over["id"], "aaaaaaaaaaaa"]}
    file = os.path.join(server.folder, "openapi.json")
    with open(file, "w", encoding="utf-8") as out:
        json.dump(described, out)
    tokens = ",".join([*first.values(), *second.values(), *third.values(), sign_in(server)])
    said = subprocess.run([os.path.join(os.path.dirname(python), "schemathesis"), "run", file, "--url", f"http://127.0.0.1:{server.port}",
                           "--exclude-path", "/api/1/bot/events", "--checks", CHECKS, "--phases", "coverage,fuzzing", "--max-examples", "20",
                           "--seed", str(seed), "--no-color", "--request-timeout", str(visitor.PATIENCE), "-H", f"Authorization: Bearer {tokens}"],
                          cwd=server.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    print(said.stdout[-20000:])
    assert said.returncode == 0, "see what schemathesis found"
    assert "Tested: 26" in said.stdout
